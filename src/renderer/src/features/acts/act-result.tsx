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
import { actStandings } from './act-standings.ts'
import { BeforeAfter, type BeforeAfterRow } from './before-after.tsx'
import { ServiceHint } from './service-hint.tsx'

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
      <ServiceHint detail={detail} />
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
