import type { TFunction } from 'i18next'
import type { ActivityRow } from '../../../../shared/domain/activity.ts'

/** What was done, in words. */
export function sayAct(t: TFunction, row: ActivityRow): string {
  if (row.act === 'sent') return row.step === undefined ? t('activity.acts.sent') : t(`queue.steps.${row.step}`)
  return t(`activity.acts.${row.act}`)
}

/** What it came to: what the platform answered, a person's reason, or how many jobs went where. */
export function sayOutcome(t: TFunction, row: ActivityRow): string | undefined {
  const { act, outcome, isAssumed, jobs, other, words } = row
  if (act === 'sent' && outcome !== undefined)
    return isAssumed === true ? t('activity.assumed') : t(`activity.outcomes.${outcome}`)
  if (act === 'drop' && words !== undefined) return t('queue.reason', { detail: words })
  if (jobs !== undefined) return t('activity.several', { count: jobs, other: other ?? '' })
  return undefined
}

/** What stands under it: the platform's own words, and the code of an answer that was no yes. */
export function sayAnswer(t: TFunction, { act, outcome, words, status }: ActivityRow): string | undefined {
  if (act !== 'sent') return undefined
  const parts = [
    words === undefined ? undefined : t('queue.platformSaid', { detail: words }),
    status === undefined || outcome === 'accepted' ? undefined : t('queue.status', { status }),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' ')
}
