import { GraduationCap, ListChecks, Send, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { ConsoleAnswer, OperationView, RequestView } from '../../../../shared/bridge/console-channels.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { consolePath, fieldMappingPath, queuePath } from '../../routes.ts'
import { useActiveConnection, useServices } from '../../state/services.tsx'
import { BackLink, Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CodeName, type CorrectedJob, InterfaceWords, useConsoleForm, ValuesForm } from './values-form.tsx'
import { useJobDetail } from '../../state/use-jobs.ts'
import { useRead } from '../../state/use-read.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { sayWhy } from '../queue/say-job.tsx'
import { LongText } from './long-text.tsx'
import { UnderstoodView } from './field-mapping/understood-view.tsx'
import { keepSource, type MappedSource } from './field-mapping/map-screen.tsx'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import type { ConsoleValues } from '../../../../shared/domain/console.ts'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { clsx } from 'clsx'
import { Form } from '../../ui/form.tsx'

/** `jobId`: the refused job to correct. */
export function OperationPanel({ call, jobId }: { readonly call: OperationView; readonly jobId: string | undefined }) {
  return jobId === undefined ? <Operation call={call} /> : <Correction call={call} jobId={jobId} />
}

/** Reads the job once, so that a correction from elsewhere is refused and not overwritten. */
function Correction({ call, jobId }: { readonly call: OperationView; readonly jobId: string }) {
  const { value, error } = useRead('job.read', { id: jobId })
  const [job, setJob] = useState<JobDetail>()
  if (job === undefined && value !== undefined) setJob(value)
  if (job === undefined) return <ErrorNotice error={error} />
  const { intent, revision, actions } = job
  const canCorrect = actions.includes('correct') && intent.kind === 'console' && intent.operation === call.id
  return canCorrect ? (
    <Operation call={call} job={{ id: jobId, revision, values: intent.values }} />
  ) : (
    <Operation call={call} />
  )
}

/** `job`: the job to correct, as it was read. */
function Operation({ call, job }: { readonly call: OperationView; readonly job?: CorrectedJob }) {
  const [corrections, setCorrections] = useState(0)
  // Each correction counts the revision up by one. If another window corrects the job as well, the next correction is refused.
  const correcting = job && { ...job, revision: job.revision + corrections }
  const form = useConsoleForm(call, correcting)
  const ask = useCall('console.ask')
  const cancel = useCancel()
  const [answer, setAnswer] = useState<ConsoleAnswer | undefined>()
  const [tries, setTries] = useState(0)
  const fields = useFirstFault(tries)
  const [isConfirming, setConfirming] = useState(false)
  const [savedId, setSavedId] = useState<string | undefined>()
  const problems = form.request?.problems ?? {}

  const send = async (): Promise<void> => {
    if (ask.isBusy) return
    const request = await form.readRequest()
    if (request === undefined) return
    if (Object.keys(request.problems).length > 0) {
      setTries(tries + 1)
      return
    }
    if (call.effect !== 'read') {
      setConfirming(true)
      return
    }
    const reply = await ask.run({ slot, operation: call.id, values: form.values })
    setAnswer(reply.ok ? reply.value : undefined)
  }
  const action = call.effect === 'read' ? 'ask' : correcting === undefined ? 'change' : 'correct'

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <header>
        <BackLink to={consolePath()} className="mb-2 narrow:hidden">
          {t('console.back')}
        </BackLink>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-title font-semibold [overflow-wrap:anywhere]">
            <CodeName name={call.id} />
          </h2>
          <EffectMark effect={call.effect} />
        </div>
        <p translate="no" className="font-figures text-small text-soft [overflow-wrap:anywhere]">
          <InterfaceWords>
            {call.method} {call.path}
          </InterfaceWords>
        </p>
        <p>
          <InterfaceWords>{call.summary}</InterfaceWords>
        </p>
      </header>
      {correcting === undefined ? undefined : <Notice tone="info">{t('console.correcting')}</Notice>}
      <Panel
        title={t('console.form.title')}
        aside={
          Object.keys(form.values).length === 0 ? undefined : (
            <Button variant="quiet" size="small" onPress={form.clear}>
              {t('console.form.clear')}
            </Button>
          )
        }
      >
        <Form ref={fields} className="grid gap-4" onSubmit={send}>
          <ValuesForm call={call} form={form} problems={tries > 0 ? problems : {}} />
          <ErrorNotice error={ask.error ?? form.error} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" isDisabled={ask.isBusy}>
              <Send aria-hidden size="1rem" />
              {t(ask.isBusy ? 'console.actions.asking' : `console.actions.${action}`)}
            </Button>
            {ask.isBusy ? (
              <Button onPress={cancel}>
                <X aria-hidden size="1rem" />
                {t('ui.cancel')}
              </Button>
            ) : undefined}
          </div>
        </Form>
      </Panel>
      {form.request === undefined ? undefined : <RequestPanel request={form.request} call={call} />}
      {answer === undefined ? undefined : <AnswerPanel operation={call.id} answer={answer} />}
      {savedId === undefined ? undefined : <JobOutcome key={savedId} id={savedId} operation={call.id} />}
      {isConfirming && form.request !== undefined ? (
        <ChangeDialog
          call={call}
          values={form.values}
          request={form.request}
          correcting={correcting}
          onSaved={(id) => {
            setSavedId(id)
            form.forget()
            setCorrections(corrections + 1)
          }}
          onClose={() => setConfirming(false)}
        />
      ) : undefined}
    </div>
  )
}

const slot = 'console'

/** The request is also cancelled when the panel closes. */
function useCancel(): () => void {
  const { bridge } = useServices()
  const cancel = useCallback(() => void bridge.call('console.cancel', { slot }), [bridge])
  useEffect(() => cancel, [cancel])
  return cancel
}

/** Focuses the first invalid field after each attempt to send an invalid form. */
function useFirstFault(tries: number) {
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus()
  }, [tries])
  return fields
}

export function RequestPanel({ request, call }: { readonly request: RequestView; readonly call: OperationView }) {
  const { madeWhenSaved } = request
  return (
    <Panel title={t('console.request.title')} note={t('console.request.masked')}>
      <div className="grid gap-3">
        <RequestText request={request} />
        {madeWhenSaved.length === 0 ? undefined : (
          <p className="text-small text-soft">{t('console.request.made', { names: madeWhenSaved.join(', ') })}</p>
        )}
        {call.readBack.map(({ operation, decides }) => (
          <p key={operation} className="text-small text-soft">
            {t('console.request.readBack', { operation, decides })}
          </p>
        ))}
      </div>
    </Panel>
  )
}

function RequestText({ request: { method, url, body } }: { readonly request: RequestView }) {
  return (
    <dl className="grid gap-2 font-figures text-small">
      <div>
        <dt className="sr-only">{t('console.request.address')}</dt>
        <dd data-request dir="ltr" className="rounded-normal bg-sunken px-3 py-2 select-text [overflow-wrap:anywhere]">
          <b>{method}</b> {url}
        </dd>
      </div>
      {body === undefined ? undefined : (
        <div>
          <dt className="text-soft">{t('console.request.body')}</dt>
          <dd dir="ltr" className="rounded-normal bg-sunken px-3 py-2 select-text [overflow-wrap:anywhere]">
            {body}
          </dd>
        </div>
      )}
    </dl>
  )
}

function JobOutcome({ id, operation }: { readonly id: string; readonly operation: string }) {
  const { detail, error } = useJobDetail(id)
  const attempt = detail?.steps.flatMap(({ attempts }) => attempts).findLast(({ raw }) => raw !== undefined)
  return (
    <Panel
      title={t('console.answer.job')}
      aside={
        <div className="flex flex-wrap gap-2">
          {attempt?.raw === undefined ? undefined : (
            <MapButton source={{ operation, status: String(attempt.status ?? 200), text: attempt.raw }} />
          )}
          <LinkButton to={queuePath('all', id)}>
            <ListChecks aria-hidden size="1rem" />
            {t('console.actions.queue')}
          </LinkButton>
        </div>
      }
    >
      <ErrorNotice error={error} />
      {detail === undefined ? undefined : (
        <div className="grid gap-4">
          <div aria-live="polite" className="grid justify-items-start gap-2">
            <StateChip state={detail.summary.state} size="large" />
            <p>{sayWhy(detail.summary) ?? t(`states.${detail.summary.state}.means`)}</p>
          </div>
          {attempt?.raw === undefined ? undefined : <RawText raw={attempt.raw} />}
        </div>
      )}
    </Panel>
  )
}

function AnswerPanel({ operation, answer }: { readonly operation: string; readonly answer: ConsoleAnswer }) {
  const { reach, status = 0, failure = '', milliseconds, raw, understood } = answer
  if (reach !== 'answered')
    return (
      <Panel title={t('console.answer.title')}>
        {failure === 'cancelled' ? (
          <Notice tone="info">{t(`console.answer.cancelled.${reach}`)}</Notice>
        ) : (
          <Notice tone="warning">{t(`console.answer.reaches.${reach}`, { failure })}</Notice>
        )}
      </Panel>
    )
  return (
    <Panel
      title={t('console.answer.title')}
      note={t('console.answer.took', { status, milliseconds })}
      aside={raw === '' ? undefined : <MapButton source={{ operation, status: String(status), text: raw }} />}
    >
      <div className="grid items-start gap-5 wide:grid-cols-2">
        <section className="grid gap-2">
          <h3 className="text-small font-semibold text-soft">{t('console.answer.understood')}</h3>
          <UnderstoodView understood={understood} />
          <p className="text-small text-soft">{t('console.answer.reaches.answered')}</p>
        </section>
        <RawText raw={raw} />
      </div>
    </Panel>
  )
}

function RawText({ raw }: { readonly raw: string }) {
  if (raw === '') return <p className="text-soft">{t('console.answer.empty')}</p>
  return <LongText label={t('console.answer.raw')} text={raw} />
}

function MapButton({ source }: { readonly source: MappedSource }) {
  const { view } = useServices()
  const connectionId = useActiveConnection()?.settings.id
  const [, navigate] = useLocation()
  return (
    <Button
      onPress={() => {
        keepSource(view, connectionId, source)
        navigate(fieldMappingPath)
      }}
    >
      <GraduationCap aria-hidden size="1rem" />
      {t('console.answer.fieldMapping')}
    </Button>
  )
}

interface ChangeDialogProps {
  readonly call: OperationView
  readonly values: ConsoleValues
  readonly request: RequestView
  readonly correcting: CorrectedJob | undefined
  readonly onSaved: (jobId: string) => void
  readonly onClose: () => void
}

function ChangeDialog({ call, values, request, correcting, onSaved, onClose }: ChangeDialogProps) {
  const connection = useActiveConnection()?.settings.name ?? ''
  const change = useCall('job.save')
  const correct = useCall('job.correct')
  // The dialog has one id, so that pressing the button twice creates only one job.
  const [draftId] = useState(() => crypto.randomUUID())
  const operation = call.id
  const error = change.error ?? correct.error
  const confirm = async (evenIfKnown: boolean): Promise<void> => {
    const work = { intent: { kind: 'console' as const, operation, values }, evenIfKnown }
    const reply =
      correcting === undefined
        ? await change.run({ draftId, ...work })
        : await correct.run({ id: correcting.id, revision: correcting.revision, ...work })
    if (!reply.ok) return
    onSaved('id' in reply.value ? reply.value.id : (correcting?.id ?? ''))
    onClose()
  }
  const verb = correcting !== undefined ? 'correct' : call.effect === 'read' ? 'change' : call.effect
  return (
    <QuestionDialog
      role="alertdialog"
      size="large"
      title={t('console.confirm.title', { operation, connection })}
      onClose={onClose}
      action={t(`console.confirm.${verb}`)}
      onAction={() => void confirm(false)}
      isDisabled={change.isBusy || correct.isBusy}
    >
      <RequestText request={request} />
      <p>{t('console.confirm.text')}</p>
      <ErrorNotice
        error={error}
        actions={
          error?.code === 'box-in-job' ? (
            <Button onPress={() => void confirm(true)}>{t('activation.save.anyway')}</Button>
          ) : undefined
        }
      />
    </QuestionDialog>
  )
}

/** What an operation does to the platform, in one word. Operations that change something are highlighted. */
export function EffectMark({ effect }: { readonly effect: OperationView['effect'] }) {
  return (
    <span
      className={clsx(
        'shrink-0 rounded-small border border-transparent px-2 text-small font-normal',
        effect === 'read' ? 'bg-sunken text-soft' : 'bg-needs-you-tint text-needs-you',
      )}
    >
      {t(`console.effects.${effect}`)}
    </span>
  )
}
