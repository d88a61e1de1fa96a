import { Printer, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import type { JobDetail, JobState, StepView } from '../../../../shared/domain/job.ts'
import { joinWords, t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { useConnection, useServices, useSnapshot } from '../../state/services.tsx'
import { findSendingStop } from '../../state/snapshot-store.ts'
import { useJobDetail } from '../../state/use-jobs.ts'
import { BackLink, Button } from '../../ui/button.tsx'
import { formatWhen, formatExactly, useNow } from '../../ui/format-time.ts'
import { JobChip, useHostnames } from '../ticket/job-chip.tsx'
import { Handout, SavePdfButton } from '../ticket/paper/handout.tsx'
import { PaperButton } from '../ticket/paper/paper-dialog.tsx'
import { handoutOfJob, hasHandout, type TicketModel, ticketOfJob } from '../ticket/ticket-model.ts'
import { Ticket } from '../ticket/ticket.tsx'
import { JobActions } from './job-actions.tsx'
import { FleetMark, isChange, sayOutcome } from './say-job.tsx'
import { KnownFacts, sayFinding } from './known-facts.tsx'
import { clsx } from 'clsx'

const dots: Readonly<Record<StepView['state'], string>> = {
  open: 'border-2 border-edge bg-surface',
  'in-flight': 'bg-sending',
  'read-back': 'bg-checking',
  accepted: 'border-2 border-done bg-surface',
  done: 'bg-done',
  unconfirmed: 'bg-unconfirmed',
  undecided: 'bg-needs-you',
  refused: 'bg-refused',
  skipped: 'border-2 border-dotted border-edge bg-surface',
}

interface HistoryEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly says: string
  readonly status?: number | undefined
  readonly message?: string | undefined
  readonly raw?: string | undefined
  readonly isFromBetween?: true | undefined
}

export function JobPanel({ id, backPath }: { readonly id: string; readonly backPath: string }) {
  const { detail, error } = useJobDetail(id)
  const connection = useConnection(detail?.summary.connectionId)
  const ticket = detail && ticketOfJob(detail, connection?.settings.products ?? [])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-5">
      <BackLink to={backPath} className="wide:sr-only wide:focus:not-sr-only print:hidden">
        {t('queue.backToList')}
      </BackLink>
      <ErrorNotice error={error} />
      {detail === undefined || ticket === undefined ? undefined : (
        <>
          <JobStatus detail={detail} ticket={ticket} />
          <JobPaper detail={detail} ticket={ticket} connection={connection} />
          <JobHistory detail={detail} />
        </>
      )}
    </div>
  )
}

interface JobPartProps {
  readonly detail: JobDetail
  readonly ticket: TicketModel
}

function JobStatus({ detail, ticket }: JobPartProps) {
  const now = useNow()
  const { summary } = detail
  const { says, next } = sayOutcome(summary, useHostnames(summary.connectionId), useSnapshot(findSendingStop))
  const isUndecided = summary.state === 'needs-you'
  const title = useFocusAfterDecision(summary.state)
  return (
    <section className="grid gap-4 print:hidden">
      <div aria-live="polite" className="grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <div>
            <h2 ref={title} tabIndex={-1} className="text-title font-semibold [overflow-wrap:anywhere] outline-none">
              {summary.customerName ?? summary.userid ?? summary.hostname}
            </h2>
            <p className="text-small text-soft">
              {joinWords([t(`queue.kinds.${summary.kind}`), summary.technician, formatWhen(summary.createdAt, now)])}
            </p>
            {summary.origin === undefined ? undefined : (
              <p className="text-small text-soft">{t(`queue.origins.${summary.origin}`)}</p>
            )}
            <FleetMark job={summary} now={now} />
          </div>
          <JobChip job={summary} size="large" />
        </div>
        <div>
          <p>{says}</p>
          {next === undefined || isUndecided ? undefined : <p className="text-soft">{next}</p>}
        </div>
        {isUndecided ? <KnownFacts detail={detail} order={ticket.order} /> : undefined}
      </div>
      <JobActions detail={detail} onCorrected={() => title.current?.focus({ preventScroll: true })} />
    </section>
  )
}

/** Focuses the title if a change of the state has removed the button that had the focus. */
export function useFocusAfterDecision(state: JobState) {
  const title = useRef<HTMLHeadingElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (document.activeElement === document.body)
      (title.current ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }, [state])
  return title
}

function JobPaper({ detail, ticket, connection }: JobPartProps & { readonly connection: ConnectionView | undefined }) {
  const { view } = useServices()
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const isPrinted = hasHandout(detail)
  useEffect(() => (isPrinted ? view.offerPrint(printPage) : undefined), [view, isPrinted])
  return (
    <div className="@container grid gap-3">
      <Ticket detail="full" ticket={ticket} />
      {connection === undefined || !isPrinted ? undefined : (
        <>
          <div className="flex flex-wrap gap-2">
            <Button onPress={printPage}>
              <Printer aria-hidden size="1rem" />
              {t('queue.print')}
            </Button>
            <SavePdfButton name={`Setdesk ${detail.summary.id.slice(-6)}`} />
            <PaperButton handouts={[handoutOfJob(detail, connection, preferences)]} />
          </div>
          <Handout handout={handoutOfJob(detail, connection, preferences)} />
        </>
      )}
    </div>
  )
}

function printPage(): void {
  window.print()
}

export function JobHistory({ detail }: { readonly detail: JobDetail }) {
  return (
    <section aria-labelledby="job-history" className="grid gap-3 print:hidden">
      <h3 id="job-history" className="text-lead font-semibold">
        {t('queue.history')}
      </h3>
      <JobSteps detail={detail} />
    </section>
  )
}

/** The steps without a heading, for a page that has its own heading. */
export function JobSteps({ detail }: { readonly detail: JobDetail }) {
  return (
    <ol className="grid gap-4">
      {detail.steps.map((step) => (
        <Step
          key={step.kind}
          step={step}
          isAlone={detail.intent.kind === 'new-customer' && detail.intent.box === undefined}
        />
      ))}
    </ol>
  )
}

function Step({ step, isAlone }: { readonly step: StepView; readonly isAlone: boolean }) {
  const entries = historyOf(step)
  return (
    <li className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3">
      <span aria-hidden data-block className={clsx('mt-1 size-3 rounded-full', dots[step.state])} />
      <div>
        <p>
          <span className="font-semibold">
            {t(isAlone && step.kind === 'create-customer' ? 'queue.steps.create-alone' : `queue.steps.${step.kind}`)}
          </span>
          <span className="text-soft"> · {t(`queue.stepStates.${step.state}`)}</span>
        </p>
        <p className="font-figures text-small text-soft [overflow-wrap:anywhere]">{step.operation}</p>
        {entries.length === 0 ? undefined : (
          <ul className="mt-2 grid gap-2 border-s border-line ps-3">
            {entries.map((entry, index) => (
              // Entries are only added at the end, so the index identifies an entry.
              <li key={`${String(entry.at)} ${String(index)}`} className="text-small">
                <time dateTime={new Date(entry.at).toISOString()} className="text-soft tabular-nums">
                  {formatExactly(entry.at)}
                </time>
                <HistoryLine entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** Returns the attempts, reads and decisions of a step in the order of their times. */
function historyOf({ kind, attempts, readings, choices }: StepView): readonly HistoryEntry[] {
  return [
    ...attempts.map(({ startedAt, isAssumed, number, outcome, ...answer }) => {
      const says = `${t('queue.attempt', { number })}: ${t(`queue.outcomes.${outcome ?? 'open'}`)}`
      return { ...answer, at: startedAt, says: isAssumed === true ? t('queue.assumed') : says }
    }),
    ...readings.map(({ operation, finding, ...answer }) => ({
      ...answer,
      says: `${t('queue.reading', { operation })}: ${sayFinding(kind, finding)}`,
    })),
    ...choices.map(({ at, action, by, reason, to }) => {
      const says =
        to === undefined
          ? t(`queue.choices.${action === 'it-is-there' && isChange[kind] ? 'it-is-there-effect' : action}`)
          : t('queue.movedTo', { computer: to })
      return { at, says: by === '' ? says : t('queue.chosenBy', { says, by }), message: reason }
    }),
  ].sort((one, other) => one.at - other.at)
}

function HistoryLine({ entry: { says, status, message, raw, isFromBetween } }: { readonly entry: HistoryEntry }) {
  return (
    <div>
      <p className="[overflow-wrap:anywhere]">
        {says}
        {status === undefined ? undefined : (
          <span className="ms-2 text-soft">
            <span className="font-figures">{t('queue.status', { status })}</span>
          </span>
        )}
      </p>
      {isFromBetween === true ? <p>{t('queue.fromBetween')}</p> : undefined}
      {message === undefined ? undefined : <q className="font-figures text-soft [overflow-wrap:anywhere]">{message}</q>}
      {raw === undefined ? undefined : (
        <details className="group mt-1">
          <summary className="flex w-fit cursor-pointer list-none items-center gap-1 font-semibold text-accent">
            <ChevronRight
              aria-hidden
              size="0.875rem"
              className="transition-transform group-open:rotate-90 rtl:group-open:-rotate-90"
            />
            {t('queue.raw')}
          </summary>
          <textarea
            autoComplete="off"
            readOnly
            aria-label={t('queue.raw')}
            rows={6}
            value={raw}
            className="mt-1 w-full rounded-small border border-line bg-sunken p-2 font-figures"
          />
        </details>
      )}
    </div>
  )
}
