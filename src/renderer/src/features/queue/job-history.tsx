import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AttemptView, ChoiceView, JobDetail, ReadingView, StepView } from '../../../../shared/domain/job.ts'
import { formatExactly } from '../../ui/format-time.ts'
import { sayFinding } from './say-finding.ts'
import { joinClasses } from '../../ui/join-classes.ts'

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

function Choice({ choice: { act, by, reason } }: { readonly choice: ChoiceView }) {
  const { t } = useTranslation()
  const says = t(`queue.choices.${act}`)
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

interface HappeningProps {
  readonly says: string
  readonly status: number | undefined
  readonly message: string | undefined
  readonly raw: string | undefined
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
