import { useState } from 'react'
import type { Draft, DraftIntent } from '../../../../shared/domain/activation.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { fail, succeed, type Result } from '../../../../shared/result.ts'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import { useServices } from '../../state/services.tsx'

/** Saves a draft as a job. */
export interface Save {
  /** Resolves to the job's id; undefined if saving failed. */
  readonly save: (draft: Draft, intent: DraftIntent, evenIfKnown: boolean) => Promise<string | undefined>
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
  readonly clear: () => void
}

/** Saves a draft as a new job, or as a correction of the job it came from. On an error nothing changes. */
export function useSave(): Save {
  const { bridge } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<BridgeError>()
  return {
    isBusy,
    error,
    clear: () => setError(undefined),
    save: async (draft, intent, evenIfKnown) => {
      setBusy(true)
      setError(undefined)
      const saved =
        draft.correcting === undefined
          ? await create(bridge, draft.id, intent, evenIfKnown)
          : await correct(bridge, draft.correcting, draft.correctingRevision, intent)
      setBusy(false)
      if (saved.ok) return saved.value
      setError(saved.error)
      return undefined
    },
  }
}

async function create(
  bridge: Bridge,
  draftId: string,
  intent: DraftIntent,
  evenIfKnown: boolean,
): Promise<Result<string, BridgeError>> {
  const reply = await bridge.call('job.save', { draftId, intent, evenIfKnown })
  return reply.ok ? succeed(reply.value.id) : fail(reply.error)
}

/** Sends the revision the form began with, so that a job corrected elsewhere meanwhile is not overwritten. */
async function correct(
  bridge: Bridge,
  id: string,
  revision: number | undefined,
  intent: DraftIntent,
): Promise<Result<string, BridgeError>> {
  const reply = await bridge.call('job.correct', { id, intent, revision: revision ?? 0 })
  return reply.ok ? succeed(id) : fail(reply.error)
}
