import { ListChecks, Network, PackagePlus, Printer, RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { JobDetail, JobState } from '../../../../shared/domain/job.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { t } from '../../locale.ts'
import { paths, queuePath } from '../../routes.ts'
import { useConnection, useServices, useSnapshot } from '../../state/services.tsx'
import { findSendingStop } from '../../state/snapshot-store.ts'
import { useJobDetail } from '../../state/use-jobs.ts'
import { useRead } from '../../state/use-read.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { formatToldDay, useNow } from '../../ui/format-time.ts'
import { stateLooks } from '../../ui/state-chip.tsx'
import { SaveProblem } from './activate-bar.tsx'
import { FleetMark, sayOutcome, isUnsent } from '../queue/say-job.tsx'
import { JobActions } from '../queue/job-actions.tsx'
import { KnownFacts } from '../queue/known-facts.tsx'
import { useLabels, useBeginActivation } from '../scan/use-labels.ts'
import { Handout, SavePdfButton } from '../ticket/paper/handout.tsx'
import { LogInCard } from '../ticket/log-in-card.tsx'
import { PaperButton } from '../ticket/paper/paper-dialog.tsx'
import { handoutOfJob, hasHandout, ticketOfJob } from '../ticket/ticket-model.ts'
import { sayUnread, writeBox } from '../scan/box-text.ts'
import { keepArrivingBox, readArrivingBox } from './draft/stored-draft.ts'
import { useFocusAfterDecision } from '../queue/job-panel.tsx'
import { BindingStatuses, Ticket } from '../ticket/ticket.tsx'
import { hasBindings, sayWithoutHostname, useHostnames } from '../ticket/job-chip.tsx'

/** States in which the technician must look at this job before the next customer. */
const asking: ReadonlySet<JobState> = new Set(['needs-you', 'refused', 'unconfirmed'])

export function ResultScreen({ id }: { readonly id: string }) {
  const { detail, error } = useJobDetail(id)
  const begin = useBeginActivation()
  const { view } = useServices()
  useLabels({ gathered: begin, unread: (text) => view.say(sayUnread(text)) })
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

/** `error`: why the job could not be reloaded. The earlier details stay on screen. */
function Result({ detail: read, error }: { readonly detail: JobDetail; readonly error: BridgeError | undefined }) {
  const detail = useStatus(read)
  const { view } = useServices()
  const { arrived, goOn } = useNext()
  const connection = useConnection(detail.summary.connectionId)
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const ticket = ticketOfJob(detail, connection?.settings.products ?? [])
  const isPrinted = hasHandout(detail)
  const handout = connection === undefined ? undefined : handoutOfJob(detail, connection, preferences)
  const { state } = detail.summary
  const isOver = handout?.outcome === 'not-done'
  const logIn = isOver ? undefined : handout?.logIn
  const isDone = state === 'done' || state === 'unconfirmed'
  const asksPerson = asking.has(state) && detail.actions.length > 0
  useEnterForNext(!asksPerson, goOn)
  useFocusAfterDecision(state)
  useEffect(() => (isPrinted ? view.offerPrint(() => window.print()) : undefined), [view, isPrinted])
  return (
    <div className="@container grid min-h-full">
      <div className="grid grid-cols-[minmax(0,1fr)] @min-[50rem]:grid-cols-[minmax(0,1fr)_20rem] @min-[80rem]:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="mx-auto grid w-full max-w-4xl content-start gap-5 px-5 pt-5 pb-5 wide:px-8">
          <ErrorNotice error={error} />
          {arrived === undefined ? undefined : (
            <Notice
              tone="info"
              title={t('activation.box.arrivedTitle', { code: writeBox(arrived) })}
              actions={<Button onPress={goOn}>{t('activation.box.startAnew')}</Button>}
            />
          )}
          <ResultStatus detail={detail} />
          {state === 'needs-you' ? <KnownFacts detail={detail} order={ticket.order} heading="h2" /> : undefined}
          {asksPerson ? <NewLogInButton detail={detail} /> : undefined}
          {asksPerson || isUnsent(detail) ? <JobActions detail={detail} /> : undefined}
          {hasBindings(ticket) ? <BindingStatuses ticket={ticket} size="large" /> : undefined}
          {logIn === undefined ? undefined : (
            <Panel title={t(isDone ? 'activation.result.credentials' : 'activation.result.credentialsPending')}>
              <LogInCard logIn={logIn} />
            </Panel>
          )}
          <div className="flex flex-wrap gap-2 border-line bg-ground roomy:@min-[30rem]:sticky roomy:@min-[30rem]:bottom-0 roomy:@min-[30rem]:z-10 @min-[30rem]:-mx-5 @min-[30rem]:border-t @min-[30rem]:px-5 @min-[30rem]:py-3 print:hidden">
            <Button variant={asksPerson ? 'plain' : 'primary'} size="large" onPress={goOn}>
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
            {isPrinted && handout !== undefined ? <PaperButton handouts={[handout]} size="large" /> : undefined}
          </div>
        </div>
        <aside className="border-line bg-sunken p-4 @min-[50rem]:border-s @min-[80rem]:p-6">
          <div className="sticky top-4 grid gap-2">
            <div className="justify-self-end">
              <LinkButton to={queuePath('all', detail.summary.id)} size="small" variant="quiet">
                <ListChecks aria-hidden size={14} />
                {t('activation.result.openQueue')}
              </LinkButton>
            </div>
            <Ticket ticket={ticket} withoutLogIn={logIn !== undefined} />
          </div>
        </aside>
      </div>
      {handout === undefined || !isPrinted ? undefined : <Handout handout={handout} />}
    </div>
  )
}

/** An Enter is ignored for this many milliseconds after the result appears, because it may still be the Enter that saved the form. */
const sameEnter = 700

/** The next activation, and the box that was scanned for it while this job was being saved. */
function useNext() {
  const [arrived] = useState(() => readArrivingBox(window.history))
  const begin = useBeginActivation()
  const [, navigate] = useLocation()
  const goOn = (): void => {
    if (arrived === undefined) return navigate(paths.activate)
    // Who comes back to this result is not offered the box again.
    keepArrivingBox(window.history, undefined)
    begin(arrived)
  }
  return { arrived, goOn }
}

/** Enter starts the next activation, unless a control has the focus or this job needs the technician first. */
function useEnterForNext(isOn: boolean, goOn: () => void): void {
  const shownAt = useRef(0)
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.key !== 'Enter' || event.repeat || event.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.timeStamp - shownAt.current < sameEnter) return
    if (!(event.target instanceof HTMLElement) || event.target.closest('a, button, input, summary, [role="dialog"]'))
      return
    event.preventDefault()
    goOn()
  })
  useEffect(() => {
    shownAt.current = performance.now()
    const listen = (event: KeyboardEvent): void => take(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/**
 * A button that sends the job again with another user ID, which Setdesk generates. Shown only if the job failed because its user ID is
 * taken.
 */
function NewLogInButton({ detail }: { readonly detail: JobDetail }) {
  const correct = useCall('job.correct')
  const { intent, revision, summary, actions } = detail
  const isTaken = summary.why?.code === 'log-in-taken' && actions.includes('correct')
  if (!isTaken || intent.kind !== 'new-customer') return undefined
  const { made: _, ...asked } = intent
  const sendAgain = (evenIfKnown: boolean): void =>
    void correct.run({ id: summary.id, revision, intent: { ...asked, logIn: {} }, evenIfKnown })
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="primary" size="large" isBusy={correct.isBusy} onPress={() => sendAgain(false)}>
        <RotateCcw aria-hidden size="1rem" />
        {t('activation.result.newUserid')}
      </Button>
      <SaveProblem error={correct.error} onAnyway={() => sendAgain(true)} />
    </div>
  )
}

function ResultStatus({ detail }: { readonly detail: JobDetail }) {
  const now = useNow()
  const { summary } = detail
  const hostnames = useHostnames(summary.connectionId)
  const stop = useSnapshot(findSendingStop)
  const { says, next } = sayOutcome(summary, hostnames, stop, sayState(summary.state))
  const word = sayWithoutHostname(summary, hostnames)
  const isDark = word !== undefined
  const { icon: Icon, colour } = stateLooks[isDark ? 'needs-you' : summary.state]
  return (
    <section aria-live="polite" className="grid gap-2">
      <div data-state={summary.state} className="flex items-center gap-3">
        <Icon aria-hidden size="2rem" strokeWidth={2.2} className={`shrink-0 ${colour}`} />
        <h1 ref={focusOnce} tabIndex={-1} className="text-display font-semibold outline-none">
          {isDark && summary.state !== 'done'
            ? word
            : t(isDark ? 'activation.result.dark' : `activation.result.title.${summary.state}`)}
        </h1>
      </div>
      <p className="max-w-2xl text-lead">
        {says}{' '}
        {next === undefined || summary.state === 'needs-you' ? undefined : <span className="text-soft">{next}</span>}
      </p>
      {isDark ? (
        <div>
          <LinkButton to={paths.hostnames}>
            <Network aria-hidden size="1rem" />
            {t('activation.result.bindHostname')}
          </LinkButton>
        </div>
      ) : undefined}
      <FleetMark job={summary} now={now} />
      <Facts detail={detail} />
    </section>
  )
}

/** Explains a job's state. This screen has its own text for a saved job, because the next box may be waiting. */
function sayState(state: JobState): string {
  return state === 'saved' ? t('activation.result.savedMeans') : t(`states.${state}.means`)
}

/** Focuses the heading, so that a screen reader starts at the heading. */
function focusOnce(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}

function Facts({ detail }: { readonly detail: JobDetail }) {
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
          <dd className="font-semibold tabular-nums">{formatToldDay(detail.endDate)}</dd>
        </div>
      )}
    </dl>
  )
}

/** Returns the job with the customer's status and end date. Asks the platform once if the job's own reads did not return both. */
function useStatus(detail: JobDetail): JobDetail {
  const { id, state, kind } = detail.summary
  const isToldAlready = detail.customerStatus !== undefined && detail.endDate !== undefined
  const isWanted = state === 'done' && kind !== 'hostname' && !isToldAlready
  // The error of this read is not shown, because the job is done even if the customer's status is unknown.
  const { value: told = {} } = useRead('job.subscription-status', isWanted ? { id } : undefined)
  return {
    ...detail,
    customerStatus: detail.customerStatus ?? told.status,
    endDate: detail.endDate ?? told.endDate,
  }
}
