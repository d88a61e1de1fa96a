import { laterDays, readDay, type Day } from '../../../shared/domain/day.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { Attempted } from './step-rule.ts'

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
export const hasMovedAsAsked = (asked: AskedLength, before: Day, now: Day, sentOn: Day): boolean =>
  now !== before && isAsked(asked, before, now, sentOn)

/**
 * Whether the end date may stay where it is although all is done, so that an end date that has not moved tells nothing. From
 * today that is so where it was about that day already: the customer was renewed earlier on the same day.
 */
export const mayStay = ({ months, days, from }: AskedLength, before: Day, sentOn: Day): boolean =>
  from === 'today'
    ? laterDays(sentOn, months, days).some((expected) => Math.abs(expected - before) <= 1)
    : laterDays(before, months, days).includes(before)

function isAsked({ months, days, from }: AskedLength, before: Day, end: Day, sentOn: Day): boolean {
  const starts = from === 'today' ? [sentOn] : before < sentOn ? [before, sentOn] : [before]
  return starts.flatMap((start) => laterDays(start, months, days)).some((expected) => Math.abs(end - expected) <= 1)
}

/** Whether the subscription begins anew since an attempt: where the end stays the same day, the start tells. */
export const hasStartedAnew = ({ startDate = '' }: CustomerRecord, tries: readonly Attempted[]): boolean => {
  const start = readDay(startDate)
  return tries.every(({ before, sentOn }) => {
    const earlier = readDay(before?.startDate ?? '')
    return start !== undefined && earlier !== undefined && start > earlier && Math.abs(start - sentOn) <= 1
  })
}
