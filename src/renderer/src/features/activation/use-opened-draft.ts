import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../shared/domain/connection.ts'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { useDesk } from '../../state/desk.tsx'
import { isMeant } from '../scan/box-of-codes.ts'
import { readBox, type BoxText } from '../scan/box-reading.tsx'
import { keepArrivingBox, readArrivingBox } from './arriving-box.ts'
import { isDraftedJob } from './is-drafted.ts'
import { draftBox, draftOf, isWorthKeeping, makeDraft } from './make-draft.ts'

/** The draft that the form opens with. */
interface Opening {
  readonly draft?: Draft
  readonly isRestored: boolean
  readonly isUnwritten: boolean
  readonly arriving?: BoxText | undefined
  /** The box that it opens with, as its label said it. */
  readonly label?: BoxText
  readonly error?: BridgeError
  /** What was given up a moment ago. */
  readonly discarded?: Draft
}

export interface OpenedDraft extends Opening {
  readonly discard: (draft: Draft) => void
  readonly undoDiscard: () => void
  /** Puts this draft aside for a new one with this box; it can be had back. */
  readonly startAnew: (draft: Draft, box: BoxText) => void
  /** A person has said what the box that arrived is for. */
  readonly forgetArriving: () => void
  /** A box was scanned before there was a form to hear of it. */
  readonly catchBox: (box: BoxText) => void
}

const fresh = { isRestored: false, isUnwritten: false } as const

/** Opens what was begun and kept, a job to be corrected, or a form that nobody touched; a box may come along. */
export function useOpenedDraft(connection: Connection, jobId: string | undefined, isAlone: boolean): OpenedDraft {
  const { bridge } = useDesk()
  const [opening, setOpening] = useState<Opening>(fresh)
  const settled = useRef(connection)
  useEffect(() => {
    let isWanted = true
    const open = async (): Promise<void> => {
      const found = await openDraft(bridge, settled.current, jobId)
      if (!isWanted) return
      const arrived = readArrivingBox(window.history)
      setOpening(({ arriving: caught = arrived }) => {
        const opened = caught === undefined ? found : withArriving(found, caught)
        return isAlone ? withoutItsBox(opened) : opened
      })
    }
    void open()
    return () => {
      isWanted = false
    }
  }, [bridge, jobId, isAlone])
  const isOpen = opening.draft !== undefined
  useEffect(() => {
    if (isOpen) keepArrivingBox(window.history, opening.arriving)
  }, [isOpen, opening.arriving])

  const makeFresh = (): Draft => makeDraft(crypto.randomUUID(), connection)
  return {
    ...opening,
    discard: (draft) => {
      void bridge.call('draft.discard', {})
      setOpening({ ...fresh, draft: makeFresh(), discarded: draft })
    },
    undoDiscard: () => {
      const { discarded } = opening
      if (discarded !== undefined) setOpening({ ...fresh, draft: discarded, isRestored: true })
    },
    startAnew: (draft, box) => {
      setOpening({ ...fresh, draft: withBox(makeFresh(), box), label: box, discarded: draft })
    },
    forgetArriving: () => {
      setOpening((now) => (now.arriving === undefined ? now : { ...now, arriving: undefined }))
    },
    catchBox: (box) => {
      setOpening((now) => withArriving(now, box))
    },
  }
}

async function openDraft(bridge: Bridge, connection: Connection, jobId: string | undefined): Promise<Opening> {
  const reply = await bridge.call('draft.read', {})
  const kept = reply.ok ? reply.value.draft : undefined
  const worthy = kept !== undefined && isWorthKeeping(kept, connection) ? kept : undefined
  if (jobId !== undefined && worthy?.correcting !== jobId) return await openJob(bridge, connection, jobId, worthy)
  return worthy === undefined
    ? { ...fresh, draft: makeDraft(crypto.randomUUID(), connection) }
    : { draft: worthy, isRestored: true, isUnwritten: false }
}

/** The same with a box that came for it: taken up where the draft has none that can be read or this one, else asked about. */
function withArriving(opening: Opening, box: BoxText): Opening {
  const { draft } = opening
  if (draft === undefined) return { ...opening, arriving: box }
  const there = draft.box.raw.trim()
  return there === box.raw.trim() || !readBox(draft.box).ok
    ? { ...opening, draft: withBox(draft, box), label: box }
    : { ...opening, arriving: box }
}

const notOfThisForm: BridgeError = {
  code: 'not-found',
  message: 'This job is not made in this form, so it cannot correct it',
  retryable: false,
}

async function openJob(
  bridge: Bridge,
  connection: Connection,
  jobId: string,
  other: Draft | undefined,
): Promise<Opening> {
  const reply = await bridge.call('job.read', { id: jobId })
  if (!reply.ok) return { ...fresh, error: reply.error }
  if (!isDraftedJob(reply.value)) return { ...fresh, error: notOfThisForm }
  const draft = draftOf(crypto.randomUUID(), reply.value, connection)
  return { draft, isRestored: false, isUnwritten: other !== undefined }
}

/** A form for a customer without a box; what was begun with a box stays as it was. */
function withoutItsBox(opening: Opening): Opening {
  const { draft } = opening
  if (draft === undefined || draft.kind !== 'new-customer' || draft.box.raw.trim() !== '') return opening
  return {
    ...opening,
    draft: { ...draft, kind: 'customer-alone', step: draft.step === 'box' ? 'customer' : draft.step },
  }
}

/** A box that can be read has been chosen: the form goes on with the customer. */
function withBox(draft: Draft, box: BoxText): Draft {
  const isChosen = readBox(box).ok && isMeant(box)
  const step = draft.step === 'box' && isChosen ? 'customer' : draft.step
  return { ...draft, step, box: draftBox(box, draft.box.model) }
}
