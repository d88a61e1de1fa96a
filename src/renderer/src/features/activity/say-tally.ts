import type { Tally } from '../../../../shared/domain/activity/job-statistics.ts'
import { shownFormatTag, t } from '../../locale.ts'
import { sayCount } from './say-part.ts'

/** The outcomes in the order in which they are told and stacked. */
export const outcomes = ['done', 'underWay', 'needsYou', 'refused', 'dropped'] as const
export type TallyPart = (typeof outcomes)[number]

/** `14 jobs: 12 done, 1 for you to decide, 1 refused`. Outcomes that no job has are left out. */
export function sayTally(tally: Tally): string {
  const parts = outcomes
    .filter((outcome) => tally[outcome] > 0)
    .map((outcome) => t(`activity.work.tally.${outcome}`, { number: sayCount(tally[outcome]) }))
  const list = new Intl.ListFormat(shownFormatTag(), { type: 'unit', style: 'short' }).format(parts)
  const jobs = t('activity.work.jobs', { count: tally.jobs })
  return tally.jobs === 0 ? jobs : t('activity.work.total', { jobs, list })
}
