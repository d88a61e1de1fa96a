import type { CountsFrom } from '../../../../shared/domain/act.ts'
import { laterDays, readDay, type Day } from '../../../../shared/domain/day.ts'

/** Where a length leads, before it is asked for; days as `yyyy-MM-dd`. */
export interface EndAfter {
  /** One day, or two where the conventions for the end of a month differ. */
  readonly days: readonly string[]
  /** The subscription had ended: platforms that count from today come to these instead. */
  readonly orFromToday?: readonly string[]
  /** It ends before what is paid for now. */
  readonly isEarlier: boolean
  /** Even so the subscription is over already. */
  readonly isPast: boolean
}

/** What is asked for: one length, and from when it counts. */
export interface AskedLength {
  readonly count: string
  readonly unit: 'months' | 'days'
  readonly from: CountsFrom
}

/** Nothing while there is no length, or where the end date is needed and not known. */
export function endAfter(
  { count, unit, from }: AskedLength,
  endDate: string | undefined,
  today: Day,
): EndAfter | undefined {
  const text = count.trim()
  if (!/^[0-9]{1,4}$/.test(text) || Number(text) === 0) return undefined
  const later = (day: Day): readonly Day[] =>
    unit === 'months' ? laterDays(day, Number(text), 0) : laterDays(day, 0, Number(text))
  const start = from === 'today' ? today : readDay(endDate ?? '')
  if (start === undefined) return undefined
  const ends = later(start)
  return {
    days: ends.map(writeDay),
    ...(start < today && { orFromToday: later(today).map(writeDay) }),
    isEarlier: ends.every((end) => end < (readDay(endDate ?? '') ?? 0)),
    isPast: ends.every((end) => end < today),
  }
}

const writeDay = (day: Day): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
