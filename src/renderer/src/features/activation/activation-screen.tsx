import { useParams, useLocation } from 'wouter'
import { useActiveConnection, useServices, useSnapshot } from '../../state/services.tsx'
import { withoutBox, paths, queuePath } from '../../routes.ts'
import type { BoxText } from '../scan/box-text.ts'
import { useLabels } from '../scan/use-labels.ts'
import { ActivationForm } from './activation-form.tsx'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useOpenedDraft } from './draft/use-opened-draft.ts'
import { ListChecks, PackagePlus, Printer } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import type { JobDetail, JobState } from '../../../../shared/domain/job.ts'
import { useJobDetail } from '../../state/use-jobs.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { JobActions } from '../queue/job-actions.tsx'
import { KnownFacts } from '../queue/known-facts.tsx'
import { sayWhy } from '../queue/say-why.ts'
import { BindingStatuses } from '../ticket/binding-statuses.tsx'
import { LogInCard } from '../ticket/log-in-card.tsx'
import { Handout, hasHandout, handoutOfJob, SavePdfButton } from '../ticket/handout.tsx'
import { Ticket } from '../ticket/ticket.tsx'
import { hasBindings, ticketOfJob } from '../ticket/ticket-model.ts'
import { useBeginActivation } from './draft/arriving-box.ts'
import { isDrafted } from '../queue/is-drafted.ts'
import { StepBar } from './step-bar.tsx'
import { stepsOf } from './draft/steps.ts'
import { useRead } from '../../state/use-read.ts'

/** States in which the technician must deal with this job before the next customer. */
const asking: ReadonlySet<JobState> = new Set(['needs-you', 'refused', 'unconfirmed'])

/**
 * The activation screen. `#/activate`: the form; `#/activate/without-box`: the form without a box; `#/activate/<job>`:
 * a correction; `#/activate/result/<job>`: the result.
 */
export function ActivationScreen() {
  const rest = useParams()['*'] ?? ''
  const [first, second] = rest.split('/').map(decodeURIComponent)
  const connection = useActiveConnection()
  if (first === 'result' && second !== undefined) return <ResultScreen key={second} id={second} />
  if (connection === undefined) return undefined
  const isAlone = first === withoutBox
  const jobId = first === '' || first === 'result' || isAlone ? undefined : first
  return (
    <Opened key={`${connection.settings.id} ${first ?? ''}`} jobId={jobId} isAlone={isAlone} connection={connection} />
  )
}

/** Catches scans until the form is loaded. */
function EarlyScans({ onBox }: { readonly onBox: (box: BoxText) => void }) {
  useLabels({ gathered: onBox, unread: () => undefined })
  return undefined
}

function Opened(props: {
  readonly jobId: string | undefined
  readonly isAlone: boolean
  readonly connection: ConnectionView
}) {
  const { connection } = props
  const opened = useOpenedDraft(connection.settings, props.jobId, props.isAlone)
  if (opened.error !== undefined)
    return (
      <div className="p-8">
        <ErrorNotice error={opened.error} />
      </div>
    )
  if (opened.draft === undefined) return <EarlyScans onBox={opened.catchBox} />
  return <ActivationForm key={opened.draft.id} start={opened.draft} opened={opened} connection={connection} />
}

/** The result of a job, kept up to date: its state, both status lights, the credentials to hand over, and what to do next. */
function ResultScreen({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { detail, error } = useJobDetail(id)
  const begin = useBeginActivation()
  useLabels({ gathered: begin, unread: () => undefined })
  if (detail === undefined)
    return error === undefined ? undefined : (
      <div className="p-5 wide:p-8">
        <ErrorNotice
          error={error}
          actions={<LinkButton to={paths.queue}>{t('activation.result.openQueue')}</LinkButton>}
        />
      </div>
    )
  return <Result detail={detail} error={error} />
}

/** `error`: why the job could not be reloaded. The details read before stay on screen. */
function Result({ detail: read, error }: { readonly detail: JobDetail; readonly error: BridgeError | undefined }) {
  const { t } = useTranslation()
  const detail = useStatus(read)
  const { view } = useServices()
  const [, navigate] = useLocation()
  const connection = useSnapshot(({ connections }) =>
    connections.find(({ settings }) => settings.id === detail.summary.connectionId),
  )
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const ticket = ticketOfJob(detail, connection?.settings.products ?? [])
  const isPrinted = hasHandout(detail)
  const handout = connection === undefined ? undefined : handoutOfJob(detail, connection, preferences)
  const { state } = detail.summary
  const isOver = handout?.outcome === 'not-done'
  const logIn = isOver ? undefined : handout?.logIn
  const isDone = state === 'done' || state === 'unconfirmed'
  const asksPerson = asking.has(state) && detail.actions.length > 0
  useEffect(() => (isPrinted ? view.offerPrint(() => window.print()) : undefined), [view, isPrinted])
  return (
    <div className="@container grid min-h-full">
      <div className="grid grid-cols-[minmax(0,1fr)] @min-[50rem]:grid-cols-[minmax(0,1fr)_20rem] @min-[80rem]:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="mx-auto grid w-full max-w-4xl content-start gap-5 px-5 pt-5 pb-5 wide:px-8">
          {isDrafted(detail.intent) ? (
            <StepBar steps={stepsOf(detail.intent.kind)} current="result" isOpen={() => false} />
          ) : undefined}
          <ErrorNotice error={error} />
          <ResultStatus detail={detail} />
          {state === 'needs-you' ? <KnownFacts detail={detail} order={ticket.order} heading="h2" /> : undefined}
          {asksPerson ? <JobActions detail={detail} /> : undefined}
          {hasBindings(ticket.kind) ? <BindingStatuses ticket={ticket} size="large" /> : undefined}
          {logIn === undefined ? undefined : (
            <Panel title={t(isDone ? 'activation.result.credentials' : 'activation.result.credentialsPending')}>
              <LogInCard logIn={logIn} />
            </Panel>
          )}
          <div className="flex flex-wrap gap-2 border-line bg-ground roomy:@min-[30rem]:sticky roomy:@min-[30rem]:bottom-0 roomy:@min-[30rem]:z-10 @min-[30rem]:-mx-5 @min-[30rem]:border-t @min-[30rem]:px-5 @min-[30rem]:py-3 print:hidden">
            <Button variant={asksPerson ? 'plain' : 'primary'} size="large" onPress={() => navigate(paths.activate)}>
              <PackagePlus aria-hidden size={16} />
              {t('activation.result.again')}
            </Button>
            {isPrinted ? (
              <Button size="large" onPress={() => window.print()}>
                <Printer aria-hidden size={16} />
                {t(`activation.result.${isDone ? 'print' : isOver ? 'printNotDone' : 'printPending'}`)}
              </Button>
            ) : undefined}
            {isPrinted ? <SavePdfButton name={`Setdesk ${detail.summary.id.slice(-6)}`} size="large" /> : undefined}
            <LinkButton to={queuePath('all', detail.summary.id)} size="large" variant="quiet">
              <ListChecks aria-hidden size={16} />
              {t('activation.result.openQueue')}
            </LinkButton>
          </div>
        </div>
        <aside className="border-line bg-sunken p-4 @min-[50rem]:border-l @min-[80rem]:p-6">
          <div className="sticky top-4">
            <Ticket ticket={ticket} withoutLogIn={logIn !== undefined} />
          </div>
        </aside>
      </div>
      {handout === undefined || !isPrinted ? undefined : <Handout handout={handout} />}
    </div>
  )
}

function ResultStatus({ detail }: { readonly detail: JobDetail }) {
  const { t } = useTranslation()
  const { summary } = detail
  return (
    <section aria-live="polite" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={focusOnce} tabIndex={-1} className="text-display font-semibold outline-none">
          {t(`activation.result.title.${summary.state}`)}
        </h1>
        <StateChip state={summary.state} size="large" />
      </div>
      <p className="max-w-2xl text-lead">
        {sayWhy(t, summary) ?? sayState(t, summary.state)}{' '}
        {summary.why === undefined || summary.state === 'needs-you' ? undefined : (
          <span className="text-soft">{t(`why.${summary.why.code}.next`)}</span>
        )}
      </p>
      <Facts detail={detail} />
    </section>
  )
}

/** What a state means on this screen, where the next box may be waiting. */
function sayState(t: TFunction, state: JobState): string {
  return state === 'saved' ? t('activation.result.savedMeans') : t(`states.${state}.means`)
}

/** Focuses the heading, so that a screen reader begins there. */
function focusOnce(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}

function Facts({ detail }: { readonly detail: JobDetail }) {
  const { t } = useTranslation()
  if (detail.customerStatus === undefined && detail.endDate === undefined) return undefined
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-body">
      {detail.customerStatus === undefined ? undefined : (
        <div>
          <dt className="text-small text-soft">{t('ticket.status')}</dt>
          <dd>
            <span className="font-semibold">{detail.customerStatus}</span>
            {detail.customerStatus === 'Pending' ? (
              <span className="text-soft"> · {t('activation.result.pendingStatus')}</span>
            ) : undefined}
          </dd>
        </div>
      )}
      {detail.endDate === undefined ? undefined : (
        <div>
          <dt className="text-small text-soft">{t('ticket.endDate')}</dt>
          <dd className="font-semibold tabular-nums">{detail.endDate}</dd>
        </div>
      )}
    </dl>
  )
}

/** The job with the customer's status and end date. Asks the platform once if the job's own reads did not contain them. */
function useStatus(detail: JobDetail): JobDetail {
  const { id, state, kind } = detail.summary
  const isToldAlready = detail.customerStatus !== undefined && detail.endDate !== undefined
  const isWanted = state === 'done' && kind !== 'hostname' && !isToldAlready
  // An error is not shown: the job is done all the same.
  const { value: told = {} } = useRead('job.subscription-status', isWanted ? { id } : undefined)
  return {
    ...detail,
    customerStatus: detail.customerStatus ?? told.status,
    endDate: detail.endDate ?? told.endDate,
  }
}
