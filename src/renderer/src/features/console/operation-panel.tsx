import { ArrowLeft, Send, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { ConsoleAnswer, OperationView } from '../../../../shared/bridge/console-channels.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { consolePath } from '../../routes.ts'
import { useDesk } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { CodeName } from './code-name.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { EffectMark } from './effect-mark.tsx'
import { JobOutcome } from './job-outcome.tsx'
import { RequestPanel } from './request-panel.tsx'
import { useConsoleForm } from './use-console-form.ts'
import { ValuesForm } from './values-form.tsx'

interface OperationPanelProps {
  readonly call: OperationView
  /** The refused job that is being corrected. */
  readonly jobId: string | undefined
}

/** One operation: what it does, its form, its request, and what came of it. */
export function OperationPanel({ call, jobId }: OperationPanelProps) {
  const { t } = useTranslation()
  const form = useConsoleForm(call)
  const ask = useCall('console.ask')
  const cancel = useCancel()
  const [answer, setAnswer] = useState<ConsoleAnswer | undefined>()
  const [tries, setTries] = useState(0)
  const fields = useFirstFault(tries)
  const [isConfirming, setConfirming] = useState(false)
  const [savedId, setSavedId] = useState<string | undefined>()
  const revision = useRefusedJob(jobId, call.id, form.fill)
  const problems = form.request?.problems ?? {}

  const send = async (): Promise<void> => {
    if (ask.isBusy) return
    const request = await form.look()
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
  const act = call.effect === 'read' ? 'ask' : revision === undefined ? 'change' : 'correct'

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <header>
        <Link
          href={consolePath()}
          className="mb-2 flex w-fit items-center gap-1.5 font-semibold text-accent no-underline narrow:hidden"
        >
          <ArrowLeft aria-hidden size="1rem" />
          {t('console.back')}
        </Link>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-title font-semibold [overflow-wrap:anywhere]">
            <CodeName name={call.id} />
          </h2>
          <EffectMark effect={call.effect} />
        </div>
        <p className="font-figures text-small text-soft [overflow-wrap:anywhere]">
          {call.method} {call.path}
        </p>
        <p>{call.summary}</p>
      </header>
      {revision === undefined ? undefined : <Notice tone="info">{t('console.correcting')}</Notice>}
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
        <form
          ref={fields}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <ValuesForm call={call} form={form} problems={tries > 0 ? problems : {}} />
          <ErrorNotice error={ask.error ?? form.error} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" isDisabled={ask.isBusy}>
              <Send aria-hidden size="1rem" />
              {t(ask.isBusy ? 'console.acts.asking' : `console.acts.${act}`)}
            </Button>
            {ask.isBusy ? (
              <Button onPress={cancel}>
                <X aria-hidden size="1rem" />
                {t('ui.cancel')}
              </Button>
            ) : undefined}
          </div>
        </form>
      </Panel>
      {form.request === undefined ? undefined : <RequestPanel request={form.request} call={call} />}
      {answer === undefined ? undefined : <AnswerPanel operation={call.id} answer={answer} />}
      {savedId === undefined ? undefined : <JobOutcome key={savedId} id={savedId} operation={call.id} />}
      {isConfirming && form.request !== undefined ? (
        <ChangeDialog
          call={call}
          values={form.values}
          request={form.request}
          correcting={jobId === undefined || revision === undefined ? undefined : { id: jobId, revision }}
          onSaved={setSavedId}
          onClose={() => {
            setConfirming(false)
          }}
        />
      ) : undefined}
    </div>
  )
}

const slot = 'console'

/** Takes a question back, down to the network; so does leaving the operation. */
function useCancel(): () => void {
  const { bridge } = useDesk()
  const cancel = useCallback(() => void bridge.call('console.cancel', { slot }), [bridge])
  useEffect(() => cancel, [cancel])
  return cancel
}

/** After each try that could not be sent the focus is in the first field at fault. */
function useFirstFault(tries: number) {
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus()
  }, [tries])
  return fields
}

/** Fills the form with a refused job's values; gives its revision once they are there. */
function useRefusedJob(
  jobId: string | undefined,
  operation: string,
  fill: ReturnType<typeof useConsoleForm>['fill'],
): number | undefined {
  const { run } = useCall('job.read')
  const [revision, setRevision] = useState<number | undefined>()
  useEffect(() => {
    const read = async (id: string): Promise<void> => {
      const reply = await run({ id })
      if (!reply.ok) return
      const { intent, summary } = reply.value
      if (intent.kind !== 'console' || intent.operation !== operation || summary.state !== 'refused') return
      fill(intent.values)
      setRevision(reply.value.revision)
    }
    if (jobId !== undefined) void read(jobId)
  }, [run, jobId, operation, fill])
  return revision
}
