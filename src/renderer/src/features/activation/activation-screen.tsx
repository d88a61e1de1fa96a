import { useLocation, useParams } from 'wouter'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { paths, queuePath, takenBack, withoutBox } from '../../routes.ts'
import { useActiveConnection, useServices } from '../../state/services.tsx'
import { type BoxText, sayUnread } from '../scan/box-text.ts'
import { useLabels } from '../scan/use-labels.ts'
import { ActivationForm } from './activation-form.tsx'
import { fromQueue, ofOtherConnection, useOpenedDraft } from './draft/stored-draft.ts'
import { ResultScreen } from './result-screen.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { putAside } from '../../../../shared/domain/activation.ts'
import { t } from '../../locale.ts'
import { LinkButton } from '../../ui/button.tsx'
import { isDraftedJob, isUnsent } from '../queue/say-job.tsx'
import { draftOf } from './draft/make-draft.ts'

/**
 * The activation screen. `#/activate` is the form, and `#/activate/without-box` is the form without a box.
 * `#/activate/<job>` corrects a job, `#/activate/edit/<job>` turns an unsent job back into a draft, and
 * `#/activate/result/<job>` shows the result.
 */
export function ActivationScreen() {
  const rest = useParams()['*'] ?? ''
  const [first, second] = rest.split('/').map(decodeURIComponent)
  const connection = useActiveConnection()
  if (first === 'result' && second !== undefined) return <ResultScreen key={second} id={second} />
  if (connection === undefined) return undefined
  if (first === takenBack && second !== undefined) return <TakeBack key={second} id={second} connection={connection} />
  const isAlone = first === withoutBox
  const jobId = first === '' || first === 'result' || isAlone ? undefined : first
  return (
    <Opened key={`${connection.settings.id} ${first ?? ''}`} jobId={jobId} isAlone={isAlone} connection={connection} />
  )
}

/** If a box is scanned before the form is loaded, passes the box to `onBox`. */
function EarlyScans({ onBox }: { readonly onBox: (box: BoxText) => void }) {
  const { view } = useServices()
  useLabels({ gathered: onBox, unread: (text) => view.say(sayUnread(text)) })
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

interface TakeBackProps {
  readonly id: string
  readonly connection: ConnectionView
}

function TakeBack({ id, connection }: TakeBackProps) {
  const { bridge } = useServices()
  const [, navigate] = useLocation()
  const [error, setError] = useState<BridgeError>()
  const isBegun = useRef(false)
  const end = useEffectEvent((failure: BridgeError | undefined) => {
    if (failure === undefined) navigate(paths.activate, { replace: true, state: fromQueue })
    else setError(failure)
  })
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void takeBack(bridge, id, connection).then((failure) => end(failure))
  }, [bridge, id, connection])
  if (error === undefined) return undefined
  return (
    <div className="p-5 wide:p-8">
      <ErrorNotice
        error={error}
        actions={<LinkButton to={queuePath('all', id)}>{t('activation.save.openOther')}</LinkButton>}
      />
    </div>
  )
}

const notUnsent: BridgeError = {
  code: 'changed-meanwhile',
  message: 'Something of this job was sent already, or it is not made in this form',
  retryable: false,
}

/**
 * Turns an unsent job into a draft. Stores the draft before it drops the job, so that a crash in between loses nothing.
 * Returns the error, or undefined on success.
 */
async function takeBack(bridge: Bridge, id: string, { settings }: ConnectionView): Promise<BridgeError | undefined> {
  const [read, kept] = await Promise.all([bridge.call('job.read', { id }), bridge.call('draft.read', {})])
  if (!read.ok) return read.error
  if (!kept.ok) return kept.error
  const job = read.value
  if (job.summary.connectionId !== settings.id) return ofOtherConnection
  if (!isDraftedJob(job) || !isUnsent(job)) return notUnsent
  const before = kept.value.draft
  const { correcting: _, correctingRevision: __, ...values } = draftOf(crypto.randomUUID(), job, settings)
  const saved = await bridge.call('draft.save', { draft: before === undefined ? values : putAside(values, before) })
  if (!saved.ok) return saved.error
  const dropped = await bridge.call('job.drop', { id, reason: t('activation.edit.reason') })
  if (dropped.ok) return undefined
  // The job may have started in the meantime. The new draft would then repeat the job's work, so the previous draft is restored.
  await (before === undefined ? bridge.call('draft.discard', {}) : bridge.call('draft.save', { draft: before }))
  return dropped.error
}
