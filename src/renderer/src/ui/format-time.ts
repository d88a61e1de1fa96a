import { readDay } from '../../../shared/domain/day.ts'

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const onPaper = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })

/** `11:42` by this computer's clock. `at` is in milliseconds since 1970. */
export const formatTime = (at: number): string => time.format(at)

/** `11:42` for today, otherwise `20 Nov, 11:42`. */
export function formatWhen(at: number, now: number): string {
  return isSameDay(at, now) ? time.format(at) : `${day.format(at)}, ${time.format(at)}`
}

/** `20 Nov 2026`, by this computer's calendar. */
export const formatDay = (at: number): string => date.format(at)

/** `20 November 2026` for a date as the platform writes it; the text unchanged if the date is ambiguous. */
export function formatToldDay(text: string): string {
  const told = readDay(text)
  return told === undefined ? text : onPaper.format(told * 86_400_000)
}

/** Date and time, to the second. */
export const formatExactly = (at: number): string => exact.format(at)

/** Whether two times are on the same day of this computer's calendar. */
export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}
