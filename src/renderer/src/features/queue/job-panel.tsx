import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useDesk, useSnapshot } from '../../state/desk.tsx'
import { useJobDetail } from '../../state/use-jobs.ts'
import { useNow } from '../../state/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { formatWhen } from '../../ui/format-time.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { SavePdfButton } from '../ticket/save-pdf-button.tsx'
import { Slip } from '../ticket/slip.tsx'
import { hasSlip, slipOfJob } from '../ticket/slip-model.ts'
import { ticketOfJob } from '../ticket/ticket-model.ts'
import { Ticket } from '../ticket/ticket.tsx'
import { JobActs } from './job-acts.tsx'
import { JobHistory } from './job-history.tsx'
import { KnownFacts } from './known-facts.tsx'
import { sayWhy } from './say-why.ts'

/** One job: its state with the reason, the available actions, its ticket and its history. */
export function JobPanel({ id, backPath }: { readonly id: string; readonly backPath: string }) {
  const { t } = useTranslation()
  const { detail, error } = useJobDetail(id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-5">
      <Link
        href={backPath}
        className="flex w-fit items-center gap-1.5 font-semibold text-accent no-underline wide:sr-only wide:focus:not-sr-only print:hidden"
      >
        <ArrowLeft aria-hidden size="1rem" />
        {t('queue.backToList')}
      </Link>
      <ErrorNotice error={error} />
      {detail === undefined ? undefined : (
        <>
          <JobStanding detail={detail} />
          <JobPaper detail={detail} />
          <JobHistory detail={detail} />
        </>
      )}
    </div>
  )
}

function JobStanding({ detail }: { readonly detail: JobDetail }) {
  const { t } = useTranslation()
  const now = useNow()
  const { summary } = detail
  const why = sayWhy(t, summary)
  const isUndecided = summary.state === 'needs-you'
  const products = useProducts(summary.connectionId)
  return (
    <section className="grid gap-4 print:hidden">
      <div aria-live="polite" className="grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <div>
            <h2 className="text-title font-semibold [overflow-wrap:anywhere]">
              {summary.customerName ?? summary.userid ?? summary.hostname}
            </h2>
            <p className="text-small text-soft">
              {t(`queue.kinds.${summary.kind}`)} ·{' '}
              {[summary.technician, formatWhen(summary.createdAt, now)].filter((part) => part !== '').join(', ')}
            </p>
            {summary.origin === undefined ? undefined : (
              <p className="text-small text-soft">{t(`queue.origins.${summary.origin}`)}</p>
            )}
          </div>
          <StateChip state={summary.state} size="large" />
        </div>
        <div>
          <p>{why ?? t(`states.${summary.state}.means`)}</p>
          {summary.why === undefined || isUndecided ? undefined : (
            <p className="text-soft">{t(`why.${summary.why.code}.next`)}</p>
          )}
        </div>
        {isUndecided ? <KnownFacts detail={detail} order={ticketOfJob(detail, products).order} /> : undefined}
      </div>
      <JobActs detail={detail} />
    </section>
  )
}

const none: Connection['products'] = []

function useProducts(connectionId: string): Connection['products'] {
  return useSnapshot(
    ({ connections }) => connections.find(({ settings }) => settings.id === connectionId)?.settings.products ?? none,
  )
}

/** The job's ticket on screen, and its handout for the printer. */
function JobPaper({ detail }: { readonly detail: JobDetail }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const connection = useSnapshot(({ connections }) =>
    connections.find(({ settings }) => settings.id === detail.summary.connectionId),
  )
  const isPrinted = hasSlip(detail)
  useEffect(() => (isPrinted ? view.offerPrint(printPage) : undefined), [view, isPrinted])
  return (
    <div className="@container grid gap-3">
      <Ticket detail="full" ticket={ticketOfJob(detail, connection?.settings.products ?? [])} />
      {connection === undefined || !isPrinted ? undefined : (
        <>
          <div className="flex flex-wrap gap-2">
            <Button onPress={printPage}>
              <Printer aria-hidden size="1rem" />
              {t('queue.print')}
            </Button>
            <SavePdfButton name={`Setdesk ${detail.summary.id.slice(-6)}`} />
          </div>
          <Slip slip={slipOfJob(detail, connection, preferences)} />
        </>
      )}
    </div>
  )
}

function printPage(): void {
  window.print()
}
