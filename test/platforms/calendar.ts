import type { DateForm, MonthEnd } from './description.ts'

const msPerDay = 86_400_000
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The day (since 1970) of an instant, in a zone that is `zoneMinutes` ahead of UTC. */
export function dayOf(ms: number, zoneMinutes: number): number {
  return Math.floor((ms + zoneMinutes * 60_000) / msPerDay)
}

/** The day of a date written `yyyy-MM-dd`, or null. */
export function readIsoDay(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) ? null : ms / msPerDay
}

/** The day `months` later, by the platform's convention for short months. */
export function addMonths(day: number, months: number, convention: MonthEnd): number {
  if (convention === 'thirty-days') return day + 30 * months
  const { year, month, dayOfMonth } = partsOf(day)
  if (convention === 'overflow') return Date.UTC(year, month + months, dayOfMonth) / msPerDay
  const last = daysIn(year, month + months)
  const isAtEnd = convention === 'end-stays-end' && dayOfMonth === daysIn(year, month)
  return Date.UTC(year, month + months, isAtEnd ? last : Math.min(dayOfMonth, last)) / msPerDay
}

/** How a platform writes days. */
export interface DayManner {
  readonly dateForm: DateForm
  readonly zoneMinutes: number
  /** Seconds after midnight at which a day ends, in the platform's zone. */
  readonly secondOfDay: number
}

/** The day in the platform's notation; a number if the form is a count. */
export function writeDay(day: number, { dateForm, zoneMinutes, secondOfDay }: DayManner): string | number {
  const { year, month, dayOfMonth } = partsOf(day)
  const [yyyy, mm, dd] = [String(year), two(month + 1), two(dayOfMonth)]
  const name = monthNames[month] as string
  const time = [secondOfDay / 3600, (secondOfDay / 60) % 60, secondOfDay % 60].map((part) => two(Math.floor(part)))
  const seconds = day * 86_400 + secondOfDay - zoneMinutes * 60
  switch (dateForm) {
    case 'yyyy-MM-dd':
      return `${yyyy}-${mm}-${dd}`
    case 'yyyy/MM/dd':
      return `${yyyy}/${mm}/${dd}`
    case 'dd/MM/yyyy':
      return `${dd}/${mm}/${yyyy}`
    case 'MM/dd/yyyy':
      return `${mm}/${dd}/${yyyy}`
    case 'dd.MM.yyyy':
      return `${dd}.${mm}.${yyyy}`
    case 'dd-MM-yyyy':
      return `${dd}-${mm}-${yyyy}`
    case 'yyyyMMdd':
      return `${yyyy}${mm}${dd}`
    case 'iso-with-zone':
      return `${yyyy}-${mm}-${dd}T${time.join(':')}${writeZone(zoneMinutes)}`
    case 'yyyy-MM-dd HH:mm:ss':
      return `${yyyy}-${mm}-${dd} ${time.join(':')}`
    case 'dd/MM/yyyy HH:mm':
      return `${dd}/${mm}/${yyyy} ${time.slice(0, 2).join(':')}`
    case 'unix-seconds':
      return seconds
    case 'unix-ms':
      return seconds * 1000
    case 'json-date':
      return `/Date(${seconds * 1000})/`
    case 'd Mon yyyy':
      return `${dayOfMonth} ${name} ${yyyy}`
    case 'Mon dd, yyyy':
      return `${name} ${dd}, ${yyyy}`
    case 'dd-MON-yy':
      return `${dd}-${name.toUpperCase()}-${yyyy.slice(2)}`
  }
}

function writeZone(minutes: number): string {
  if (minutes === 0) return 'Z'
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function partsOf(day: number): { year: number; month: number; dayOfMonth: number } {
  const date = new Date(day * msPerDay)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), dayOfMonth: date.getUTCDate() }
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
