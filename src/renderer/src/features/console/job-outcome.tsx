import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { queuePath } from '../../routes.ts'
import { useJobDetail } from '../../state/use-jobs.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { sayWhy } from '../queue/say-why.ts'
import { RawText } from './answer-panel.tsx'
import { TeachButton } from './teach/teach-button.tsx'

/** What became of an operation that was sent through the queue: its state, and what the platform answered last. */
export function JobOutcome({ id, operation }: { readonly id: string; readonly operation: string }) {
  const { t } = useTranslation()
  const { detail, error } = useJobDetail(id)
  const attempt = detail?.steps.flatMap(({ attempts }) => attempts).findLast(({ raw }) => raw !== undefined)
  return (
    <Panel
      title={t('console.answer.job')}
      aside={
        <div className="flex flex-wrap gap-2">
          {attempt?.raw === undefined ? undefined : (
            <TeachButton source={{ operation, status: String(attempt.status ?? 200), text: attempt.raw }} />
          )}
          <LinkButton to={queuePath('all', id)}>
            <ListChecks aria-hidden size="1rem" />
            {t('console.acts.queue')}
          </LinkButton>
        </div>
      }
    >
      <ErrorNotice error={error} />
      {detail === undefined ? undefined : (
        <div className="grid gap-4">
          <div aria-live="polite" className="grid justify-items-start gap-2">
            <StateChip state={detail.summary.state} size="large" />
            <p>{sayWhy(t, detail.summary) ?? t(`states.${detail.summary.state}.means`)}</p>
          </div>
          {attempt?.raw === undefined ? undefined : <RawText raw={attempt.raw} />}
        </div>
      )}
    </Panel>
  )
}
