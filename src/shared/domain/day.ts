import { aDay } from '../durations.ts'

/** A calendar day as the number of days since 1970-01-01. Days can be compared and subtracted. */
export type Day = number

const dayOf = (year: number, month: number, day: number): Day | undefined => {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal && year >= 1970 && year < 2200 ? at.getTime() / aDay : undefined
}

/** The UTC day of an instant in milliseconds since 1970. */
export const dayOfInstant = (ms: number): Day => Math.floor(ms / aDay)

/** The day of an instant by this computer's calendar. `ms`: milliseconds since 1970. */
export function localDayOf(ms: number): Day {
  const at = new Date(ms)
  return dayOfInstant(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()))
}

/** The beginning of a UTC day in milliseconds since 1970. */
export const instantOf = (day: Day): number => day * aDay

/** Writes a day as `yyyy-MM-dd`. */
export const writeDay = (day: Day): string => new Date(instantOf(day)).toISOString().slice(0, 10)

/**
 * Reads a platform's date: `yyyy-MM-dd`, `yyyy.MM.dd` or `yyyyMMdd` with or without a time, `dd/MM/yyyy` if day and month cannot
 * be confused, `31 Jan 2027` in many languages, `/Date(ms)/`, seconds or milliseconds since 1970. The name of the weekday may come first. Returns undefined if
 * the day is not certain.
 */
export function readDay(text: string): Day | undefined {
  const trimmed = text.trim().replace(/\s+/g, ' ').replace(weekday, '')
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ,].*)?$/.exec(trimmed)
  if (iso) return dayOf(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const parted = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T ,].*)?$/.exec(trimmed)
  if (parted) return readParted(Number(parted[1]), Number(parted[3]), Number(parted[4]))
  const wrapped = /^\/Date\((\d{9,14})(?:([+-])(\d\d)(\d\d))?\)\/$/.exec(trimmed)
  if (wrapped) return dayOfInstant(Number(wrapped[1]) + offsetOf(wrapped))
  return /^\d+$/.test(trimmed) ? readFigures(trimmed) : readNamed(trimmed)
}

/** The offset of a date such as `/Date(ms+0200)/` in milliseconds. The day is the platform's own. */
const offsetOf = ([, , sign = '+', hours = '0', minutes = '0']: readonly string[]): number =>
  Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000

const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? /i

/** Reads a text of digits as a date, or as seconds or milliseconds since 1970. Undefined if the two readings give different days. */
function readFigures(figures: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(figures) ?? []
  const hour = Number(figures.slice(8, 10))
  const written = hour < 24 ? dayOf(Number(year), Number(month), Number(day)) : undefined
  if (figures.length === 8 || figures.length === 14) return written
  if (figures.length === 13) return dayOfInstant(Number(figures))
  if (figures.length !== 9 && figures.length !== 10) return undefined
  const counted = dayOfInstant(Number(figures) * 1000)
  return figures.length === 10 && written !== undefined && written !== counted ? undefined : counted
}

const english = 'january february march april may june july august september october november december'.split(' ')
/** The other languages whose month names are read. To list their names takes a moment, so it is done for the first name that is not English. */
const languages =
  'bg ca cs da de el es et fi fr hr hu id it lt lv ms nb nl pl pt ro ru sk sl sq sr-Latn sv tr uk'.split(' ')

/** A text in small letters without accents. */
const plainLetters = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

let monthNames: ReadonlyMap<string, number> | undefined

/**
 * The numbers of the months by their names, whole and short, alone and in a date. A name that means different months in different languages
 * has the number 0: `listopad` is October in Croatian and November in Polish.
 */
function readMonthNames(): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const formats = languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric', year: 'numeric' } as const].map(
        (parts) => new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }),
      ),
    ),
  )
  for (const format of formats)
    for (let month = 1; month <= 12; month += 1) {
      const part = format.formatToParts(Date.UTC(2027, month - 1, 15)).find(({ type }) => type === 'month')
      const name = plainLetters(part?.value ?? '').replace(/\.$/, '')
      found.set(name, (found.get(name) ?? month) === month ? month : 0)
    }
  return found
}

/** The number of a month by its name. An unknown name gives 0, which makes the date invalid. */
const monthOf = (name = ''): number =>
  english.findIndex((month) => month === name || month.slice(0, 3) === name) + 1 ||
  ((monthNames ??= readMonthNames()).get(name) ?? 0)

/** Reads a date with the name of a month. The name makes clear which number is the day. */
function readNamed(text: string): Day | undefined {
  const plain = plainLetters(text)
  const dayFirst = /^(\d{1,2})(?:\.|er)?[ -](?:de )?(\p{L}{3,12})\.?,?[ -](?:de )?(\d{4})(?:[t ,].*)?$/u.exec(plain)
  if (dayFirst) return dayOf(Number(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1]))
  const monthFirst = /^(\p{L}{3,12})\.? (\d{1,2}),? (\d{4})(?:[t ,].*)?$/u.exec(plain)
  // Java and C put the time before the year.
  const yearLast = /^(\p{L}{3,12}) (\d{1,2}) \d\d:\d\d:\d\d(?: [a-z]{1,5}(?:[+-]\d\d:?\d\d)?)? (\d{4})$/u.exec(plain)
  const [, month, day, year] = monthFirst ?? yearLast ?? []
  return year === undefined ? undefined : dayOf(Number(year), monthOf(month), Number(day))
}

/** Reads a date that has the day or the month first. The date is certain only if one number cannot be a month or if both are equal. */
function readParted(first: number, second: number, year: number): Day | undefined {
  if (first === second || first > 12) return dayOf(year, second, first)
  return second > 12 ? dayOf(year, first, second) : undefined
}

/**
 * Returns the possible end days after `months` and `days`, by both conventions for the end of a month. For example, one month after 31
 * January is the last day of February, or a day in early March.
 */
export function laterDays(from: Day, months: number, days: number): readonly Day[] {
  const at = new Date(from * aDay)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + months, at.getUTCDate()]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const clamped = Date.UTC(year, month, Math.min(day, lastOfMonth)) / aDay
  const overflowing = Date.UTC(year, month, day) / aDay
  return [...new Set([clamped + days, overflowing + days])]
}
