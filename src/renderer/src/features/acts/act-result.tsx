import { useTranslation } from 'react-i18next'
import type { JobDetail, Standing } from '../../../../shared/domain/job.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { queuePath } from '../../routes.ts'
import { useSnapshot } from '../../state/desk.tsx'
import { useJobDetail } from '../../state/use-jobs.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { sayWhy } from '../queue/say-why.ts'
import { Lights } from '../ticket/lights.tsx'
import { OrderLines } from '../ticket/order-lines.tsx'
import { hasBindings, ticketOfJob } from '../ticket/ticket-model.ts'
import type { ActCustomer } from './act-customer.ts'
import { BeforeAfter, type BeforeAfterRow } from './before-after.tsx'

/** What came of an act, as it comes: its state in words, and its effect beside what was there before. */
export function ActResult({ id, customer }: { readonly id: string; readonly customer: ActCustomer }) {
  const { t } = useTranslation()
  const { detail, error } = useJobDetail(id)
  if (error !== undefined) return <ErrorNotice error={error} />
  if (detail === undefined) return undefined
  const { summary } = detail
  return (
    <div className="grid gap-4">
      <div aria-live="polite" className="grid gap-2">
        <div>
          <StateChip state={summary.state} size="large" />
        </div>
        <p>
          {sayWhy(t, summary) ?? t(`states.${summary.state}.means`)}{' '}
          {summary.why === undefined ? undefined : (
            <span className="text-soft">{t(`why.${summary.why.code}.next`)}</span>
          )}
        </p>
      </div>
      <Effect detail={detail} customer={customer} />
      {'replaces' in detail.intent && detail.intent.replaces !== undefined ? (
        <Notice tone="warning" announce="off">
          {t('acts.swap.left', { box: detail.intent.replaces.id })}
        </Notice>
      ) : undefined}
      <div>
        <LinkButton to={queuePath('all', id)} variant="quiet">
          {t('acts.result.open')}
        </LinkButton>
      </div>
    </div>
  )
}

function Effect({ detail, customer }: { readonly detail: JobDetail; readonly customer: ActCustomer }) {
  const { t } = useTranslation()
  const connection = useSnapshot(({ connections }) =>
    connections.find(({ settings }) => settings.id === detail.summary.connectionId),
  )
  const ticket = ticketOfJob(detail, connection?.settings.products ?? [])
  if (hasBindings(ticket.kind))
    return <Lights customer={ticket.customerLight} operator={ticket.operatorLight} hostname={ticket.hostname} />
  const { before, now } = actStandings(detail, customer)
  const row = (id: keyof Standing, name: string): readonly BeforeAfterRow[] =>
    before[id] === undefined && now?.[id] === undefined
      ? []
      : [{ id, name, before: before[id], after: now === undefined ? t('acts.result.notYet') : now[id] }]
  return (
    <>
      {ticket.order === undefined ? undefined : (
        <p>
          <OrderLines order={ticket.order} />
        </p>
      )}
      <BeforeAfter
        heads={[t('acts.result.before'), t('acts.result.now')]}
        rows={[
          ...row('status', t('ticket.status')),
          ...row('endDate', t('ticket.endDate')),
          ...row('product', t('acts.product')),
        ]}
      />
    </>
  )
}

/**
 * How the customer stood before an act and how the platform shows them since; `now` is absent until it was asked after the
 * act. What the job did not read is as it was shown before the act was asked for.
 */
export function actStandings(
  { steps }: Pick<JobDetail, 'steps'>,
  customer: Pick<ActCustomer, 'status' | 'endDate' | 'product'>,
): { readonly before: Standing; readonly now?: Standing } {
  const [step] = steps
  const attempt = step?.attempts.at(-1)
  const told = step?.readings.filter(({ standing }) => standing !== undefined) ?? []
  const shown: Standing = {
    ...(customer.status !== undefined && { status: customer.status }),
    ...(customer.endDate !== undefined && { endDate: customer.endDate }),
    ...(customer.product !== undefined && { product: customer.product }),
  }
  const before = { ...shown, ...(attempt?.before ?? told[0]?.standing) }
  const isOver = step?.state === 'done' || step?.state === 'unconfirmed'
  const after =
    attempt === undefined ? (isOver ? told.at(-1) : undefined) : told.findLast(({ at }) => at >= attempt.startedAt)
  return after?.standing === undefined ? { before } : { before, now: after.standing }
}
