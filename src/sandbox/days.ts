import { aDay } from '../shared/durations.ts'

/** A calendar day as yyyy-MM-dd; the platform's days change at midnight UTC. */
export type PlatformDay = string

/** The last day that has four digits for its year. */
const lastDay = Date.UTC(9999, 11, 31)

/** The day of a moment (milliseconds since 1970), but at the latest the last day. */
export const dayOf = (moment: number): PlatformDay => new Date(Math.min(moment, lastDay)).toISOString().slice(0, 10)

export const addDays = (day: PlatformDay, count: number): PlatformDay => dayOf(Date.parse(day) + count * aDay)

/** The same day `count` months later. If that month has no such day, the last day of that month. */
export function addMonths(day: PlatformDay, count: number): PlatformDay {
  const from = new Date(day)
  const firstOfMonth = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count, 1)
  const lastOfMonth = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count + 1, 0)
  return dayOf(Math.min(firstOfMonth + (from.getUTCDate() - 1) * aDay, lastOfMonth))
}

/** The length of a subscription. Either `months` or `days` is 0 (Limits). */
export interface Length {
  readonly months: number
  readonly days: number
}

export const addLength = (day: PlatformDay, { months, days }: Length): PlatformDay =>
  addDays(addMonths(day, months), days)
