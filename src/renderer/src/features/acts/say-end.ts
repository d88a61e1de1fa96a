import type { TFunction } from 'i18next'
import type { AskedLength, EndAfter } from './end-after.ts'

/** The date that a length leads to, in words; or why it cannot be told. */
export function sayEnd(t: TFunction, end: EndAfter | undefined, { count, from }: AskedLength): string {
  if (end === undefined) return t(count.trim() === '' || from === 'today' ? 'acts.noLength' : 'acts.endNotKnown')
  const day = end.days.join(t('acts.or'))
  return end.orFromToday === undefined ? day : t('acts.endOfLapsed', { day, other: end.orFromToday.join(t('acts.or')) })
}
