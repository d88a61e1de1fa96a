import { laterDays, type Day } from '../../../shared/domain/day.ts'

/** What a renewal or a product change asks of the end date. */
interface AskedLength {
  readonly months: number
  readonly days: number
  readonly from: 'end-date' | 'today'
}

/**
 * Whether the end date moved as it was asked to: to within a day, by either convention for the end of a month. A lapsed
 * subscription counts from its end date or from the day of sending, as platforms differ.
 */
export function hasMovedAsAsked({ months, days, from }: AskedLength, before: Day, now: Day, sentOn: Day): boolean {
  if (now === before) return false
  const starts = from === 'today' ? [sentOn] : before < sentOn ? [before, sentOn] : [before]
  return starts.flatMap((start) => laterDays(start, months, days)).some((expected) => Math.abs(now - expected) <= 1)
}
