import { instantOf, readDay } from '../../../shared/domain/day.ts'
import { shownFormatTag } from '../locale.ts'
import { useEffect, useState } from 'react'
import { aDay, aMinute, anHour } from '../../../shared/durations.ts'

/** The format of each language is created only once. */
function createFormat(options: Intl.DateTimeFormatOptions): (at: number, tag?: string) => string {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (at, tag = shownFormatTag()) => {
    const format = made.get(tag) ?? new Intl.DateTimeFormat(tag, options)
    made.set(tag, format)
    return format.format(at)
  }
}

const time = createFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = createFormat({ day: 'numeric', month: 'short' })
const date = createFormat({ dateStyle: 'medium' })
const told = createFormat({ dateStyle: 'medium', timeZone: 'UTC' })
const onPaper = createFormat({ dateStyle: 'long', timeZone: 'UTC' })
const weekday = createFormat({ weekday: 'short', day: 'numeric', month: 'short' })
const month = createFormat({ month: 'long', year: 'numeric' })
const hour = createFormat({ hour: 'numeric', hourCycle: 'h23' })
const exact = createFormat({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })

/** `11:42` by this computer's clock. `at` is in milliseconds since 1970. */
export const formatTime = (at: number): string => time(at)

/** The hour alone, such as `11`, by this computer's clock. */
export const formatHour = (at: number): string => hour(at)

/** `11:42` for today, otherwise `20 Nov, 11:42`. */
export function formatWhen(at: number, now: number): string {
  return isSameDay(at, now) ? time(at) : `${day(at)}, ${time(at)}`
}

/** `20 Nov 2026`, by this computer's calendar. */
export const formatDay = (at: number): string => date(at)

/** `20 Nov 2026` for a date in the platform's notation. An ambiguous text stays unchanged. */
export function formatToldDay(text: string): string {
  const known = readDay(text)
  return known === undefined ? text : told(instantOf(known))
}

/** Like `formatToldDay`, but for a handout: `20 November 2026`. `tag`: the language tag of the handout. */
export function formatDayOnPaper(text: string, tag: string): string {
  const known = readDay(text)
  return known === undefined ? text : onPaper(instantOf(known), tag)
}

/** `Fri, 20 Nov`, by this computer's calendar. */
export const formatWeekday = (at: number): string => weekday(at)

/** `20 Nov`, by this computer's calendar. */
export const formatShortDay = (at: number): string => day(at)

/** `November 2026`, by this computer's calendar. */
export const formatMonth = (at: number): string => month(at)

/** Date and time, to the second. */
export const formatExactly = (at: number): string => exact(at)

/** Returns a span of milliseconds in its largest suitable unit, for example 90 minutes, 47 hours or 3 days. */
const unitOf = (ms: number): readonly [count: number, unit: 'minute' | 'hour' | 'day'] =>
  ms < 2 * anHour
    ? [Math.floor(ms / aMinute), 'minute']
    : ms < 2 * aDay
      ? [Math.floor(ms / anHour), 'hour']
      : [Math.floor(ms / aDay), 'day']

/** `2 minutes ago`, in the language on screen. Undefined for less than a minute ago, and for the future. */
export function formatAgo(at: number, now: number, style: 'long' | 'short' = 'long'): string | undefined {
  const [count, unit] = unitOf(Math.max(0, now - at))
  return count === 0 ? undefined : new Intl.RelativeTimeFormat(shownFormatTag(), { style }).format(-count, unit)
}

/** `3 days`, in the language on screen. `ms` is in milliseconds. A span below one minute is shown as one minute. */
export function formatSpan(ms: number): string {
  const [count, unit] = unitOf(Math.max(aMinute, ms))
  return new Intl.NumberFormat(shownFormatTag(), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** Whether two times are on the same day of this computer's calendar. */
export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}

/** Returns the current time in milliseconds since 1970, updated once a minute. Used for "today" and for times on screen. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), aMinute)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Whether something has been under way for `ms` milliseconds. */
export function useLate(isBusy: boolean, ms: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isBusy, ms])
  return isLate
}
