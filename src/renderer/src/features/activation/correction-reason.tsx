import type { JobDetail } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { useJobDetail } from '../../state/use-jobs.ts'
import { Notice } from '../../ui/notice.tsx'
import { sayWhy } from '../queue/say-why.ts'

/** Why a job needs a correction, in the platform's own words, and which parts can no longer be changed. */
export function CorrectionReason({ jobId }: { readonly jobId: string }) {
  const { detail } = useJobDetail(jobId)
  if (detail === undefined) return undefined
  const why = sayWhy(detail.summary)
  return (
    <>
      {why === undefined ? undefined : (
        <Notice tone="warning" announce="off">
          {why}
        </Notice>
      )}
      {isCustomerMade(detail) ? (
        <Notice tone="info" announce="off">
          {t('activation.customerMade')}
        </Notice>
      ) : undefined}
    </>
  )
}

function isCustomerMade({ steps }: JobDetail): boolean {
  return steps.some(({ kind, state }) => kind === 'create-customer' && (state === 'done' || state === 'unconfirmed'))
}
