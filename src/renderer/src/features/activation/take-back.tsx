import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { putAside } from '../../../../shared/domain/drafts-aside.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { t } from '../../locale.ts'
import { paths, queuePath } from '../../routes.ts'
import { useServices } from '../../state/services.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { isDraftedJob, isUnsent } from '../queue/is-drafted.ts'
import { draftOf } from './draft/make-draft.ts'

interface TakeBackProps {
  readonly id: string
  readonly connection: ConnectionView
}

/** Takes a job back of which nothing was sent: it is dropped from the queue, and its values become the open draft. */
export function TakeBack({ id, connection }: TakeBackProps) {
  const { bridge } = useServices()
  const [, navigate] = useLocation()
  const [error, setError] = useState<BridgeError>()
  const isBegun = useRef(false)
  const end = useEffectEvent((failure: BridgeError | undefined) => {
    if (failure === undefined) navigate(paths.activate, { replace: true })
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

/** The draft is stored first: a crash in between leaves the work twice here, and nothing is lost. Undefined: it is done. */
async function takeBack(bridge: Bridge, id: string, { settings }: ConnectionView): Promise<BridgeError | undefined> {
  const [read, kept] = await Promise.all([bridge.call('job.read', { id }), bridge.call('draft.read', {})])
  if (!read.ok) return read.error
  if (!kept.ok) return kept.error
  const job = read.value
  if (!isDraftedJob(job) || !isUnsent(job)) return notUnsent
  const before = kept.value.draft
  const { correcting: _, correctingRevision: __, ...values } = draftOf(crypto.randomUUID(), job, settings)
  const saved = await bridge.call('draft.save', { draft: before === undefined ? values : putAside(values, before) })
  if (!saved.ok) return saved.error
  const dropped = await bridge.call('job.drop', { id, reason: t('activation.edit.reason') })
  if (dropped.ok) return undefined
  // It has begun to be sent meanwhile, so the draft would be the same work again.
  await (before === undefined ? bridge.call('draft.discard', {}) : bridge.call('draft.save', { draft: before }))
  return dropped.error
}
