import type { DayManner } from '../../platforms/calendar.ts'

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** The day of a date in a known form, as the number of days since 1970; null if it is none. */
export function readDay(text: string, { dateForm, zoneMinutes }: DayManner): number | null {
  const numbers = (text.match(/\d+/g) ?? []).map(Number)
  const [first = 0, second = 0, third = 0] = numbers
  const month = months.indexOf((/[A-Za-z]{3}/.exec(text)?.[0] ?? '').toUpperCase()) + 1
  switch (dateForm) {
    case 'yyyy-MM-dd':
    case 'yyyy/MM/dd':
    case 'iso-with-zone':
    case 'yyyy-MM-dd HH:mm:ss':
      return count(first, second, third)
    case 'dd/MM/yyyy':
    case 'dd.MM.yyyy':
    case 'dd-MM-yyyy':
    case 'dd/MM/yyyy HH:mm':
      return count(third, second, first)
    case 'MM/dd/yyyy':
      return count(third, first, second)
    case 'yyyyMMdd':
      return count(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)))
    case 'd Mon yyyy':
      return count(second, month, first)
    case 'Mon dd, yyyy':
      return count(second, month, first)
    case 'dd-MON-yy':
      return count(2000 + second, month, first)
    case 'unix-seconds':
      return inZone(first * 1000)
    case 'unix-ms':
    case 'json-date':
      return inZone(first)
  }

  function inZone(ms: number): number {
    return Math.floor((ms + zoneMinutes * 60_000) / 86_400_000)
  }
}

function count(year: number, month: number, day: number): number | null {
  const ms = Date.UTC(year, month - 1, day)
  return new Date(ms).getUTCDate() === day ? ms / 86_400_000 : null
}
