import { ArrowLeft, Printer, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import type { JobDetail, AttemptView, ChoiceView, ReadingView, StepView } from '../../../../shared/domain/job.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { useJobDetail } from '../../state/use-jobs.ts'
import { useNow } from '../../state/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { formatWhen, formatExactly } from '../../ui/format-time.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { Handout, hasHandout, handoutOfJob, SavePdfButton } from '../ticket/handout.tsx'
import { ticketOfJob } from '../ticket/ticket-model.ts'
import { Ticket } from '../ticket/ticket.tsx'
import { JobActions } from './job-actions.tsx'
import { KnownFacts } from './known-facts.tsx'
import { sayWhy } from './say-why.ts'
import { sayFinding } from './say-finding.ts'
import { joinClasses } from '../../ui/join-classes.ts'

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

interface HappeningProps {
  readonly says: string
  readonly status: number | undefined
  readonly message: string | undefined
  readonly raw: string | undefined
}

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
          <JobStatus detail={detail} />
          <JobPaper detail={detail} />
          <JobHistory detail={detail} />
        </>
      )}
    </div>
  )
}

function JobStatus({ detail }: { readonly detail: JobDetail }) {
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
      <JobActions detail={detail} />
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
  const { view } = useServices()
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const connection = useSnapshot(({ connections }) =>
    connections.find(({ settings }) => settings.id === detail.summary.connectionId),
  )
  const isPrinted = hasHandout(detail)
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
          <Handout handout={handoutOfJob(detail, connection, preferences)} />
        </>
      )}
    </div>
  )
}

function printPage(): void {
  window.print()
}

/** The steps of a job with every attempt and every read, in words, and with the raw answers if there are any. */
export function JobHistory({ detail }: { readonly detail: JobDetail }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="job-history" className="grid gap-3 print:hidden">
      <h3 id="job-history" className="text-lead font-semibold">
        {t('queue.history')}
      </h3>
      <ol className="grid gap-4">
        {detail.steps.map((step) => (
          <Step key={step.kind} step={step} isAlone={detail.intent.kind === 'customer-alone'} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step, isAlone }: { readonly step: StepView; readonly isAlone: boolean }) {
  const { t } = useTranslation()
  const happenings = [
    ...step.attempts.map((attempt) => ({ at: attempt.startedAt, line: <Attempt attempt={attempt} /> })),
    ...step.readings.map((reading) => ({ at: reading.at, line: <Reading step={step.kind} reading={reading} /> })),
    ...step.choices.map((choice) => ({ at: choice.at, line: <Choice choice={choice} /> })),
  ].sort((one, other) => one.at - other.at)
  return (
    <li className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3">
      <span aria-hidden data-block className={joinClasses('mt-1 size-3 rounded-full', dots[step.state])} />
      <div>
        <p>
          <span className="font-semibold">
            {t(isAlone && step.kind === 'create-customer' ? 'queue.steps.create-alone' : `queue.steps.${step.kind}`)}
          </span>
          <span className="text-soft"> · {t(`queue.stepStates.${step.state}`)}</span>
        </p>
        <p className="font-figures text-small text-soft [overflow-wrap:anywhere]">{step.operation}</p>
        {happenings.length === 0 ? undefined : (
          <ul className="mt-2 grid gap-2 border-l border-line pl-3">
            {happenings.map(({ at, line }, index) => (
              // Entries are only ever added at the end, so the index identifies them.
              <li key={`${String(at)} ${String(index)}`} className="text-small">
                <time dateTime={new Date(at).toISOString()} className="text-soft tabular-nums">
                  {formatExactly(at)}
                </time>
                {line}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

function Attempt({ attempt }: { readonly attempt: AttemptView }) {
  const { t } = useTranslation()
  return (
    <Happening
      says={
        attempt.isAssumed === true
          ? t('queue.assumed')
          : `${t('queue.attempt', { number: attempt.number })}: ${t(`queue.outcomes.${attempt.outcome ?? 'open'}`)}`
      }
      status={attempt.status}
      message={attempt.message}
      raw={attempt.raw}
    />
  )
}

function Choice({ choice: { action, by, reason } }: { readonly choice: ChoiceView }) {
  const { t } = useTranslation()
  const says = t(`queue.choices.${action}`)
  return (
    <Happening
      says={by === '' ? says : t('queue.chosenBy', { says, by })}
      status={undefined}
      message={reason}
      raw={undefined}
    />
  )
}

function Reading({ step, reading }: { readonly step: StepView['kind']; readonly reading: ReadingView }) {
  const { t } = useTranslation()
  return (
    <Happening
      says={`${t('queue.reading', { operation: reading.operation })}: ${sayFinding(t, step, reading.finding)}`}
      status={reading.status}
      message={reading.message}
      raw={reading.raw}
    />
  )
}

function Happening({ says, status, message, raw }: HappeningProps) {
  const { t } = useTranslation()
  return (
    <div>
      <p className="[overflow-wrap:anywhere]">
        {says}
        {status === undefined ? undefined : (
          <span className="ml-2 font-figures text-soft">{t('queue.status', { status })}</span>
        )}
      </p>
      {message === undefined ? undefined : <q className="font-figures text-soft [overflow-wrap:anywhere]">{message}</q>}
      {raw === undefined ? undefined : (
        <details className="group mt-1">
          <summary className="flex w-fit cursor-pointer list-none items-center gap-1 font-semibold text-accent">
            <ChevronRight aria-hidden size="0.875rem" className="transition-transform group-open:rotate-90" />
            {t('queue.raw')}
          </summary>
          <textarea
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
