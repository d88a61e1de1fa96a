import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import {
  begunAgain,
  type Draft,
  type DraftForm,
  draftsAside,
  formsIn,
  onlyAside,
  putAside,
  withOthers,
} from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import type { Bridge } from '../../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import { useServices } from '../../../state/services.tsx'
import { boxArrives } from '../../scan/use-labels.ts'
import {
  type BoxText,
  isMeant,
  isUnnamed,
  looksLikeSerial,
  modelAfter,
  namesSameBox,
  readBox,
} from '../../scan/box-text.ts'
import { isDraftedJob } from '../../queue/say-job.tsx'
import { draftOf, isWorthSaving, type LastCustomer, makeDraft, readLastCustomer, type Settled } from './make-draft.ts'
import { labelPartSchema } from '../../../../../shared/domain/label/label-schemas.ts'

interface Opening {
  readonly draft?: Draft
  /** The draft existed before this screen opened. */
  readonly isRestored: boolean
  /** The draft was a saved job a moment ago. */
  readonly isTakenBack?: boolean
  /** The draft is already stored on this computer, or does not have to be stored. */
  readonly isStored: boolean
  /** A box that was scanned outside the form and did not enter the draft. The technician is asked what the box is for. */
  readonly arriving?: BoxText | undefined
  /** The box that is in the form when the form opens, with the codes of the box's label. */
  readonly label?: BoxText
  readonly error?: BridgeError
  readonly last?: LastCustomer | undefined
  readonly discarded?: Draft
}

export type OpenedDraft = ReturnType<typeof useOpenedDraft>

const fresh = { isRestored: false, isStored: false } as const
const restored = { isRestored: true, isStored: true } as const

/**
 * Opens the stored draft, a job to correct, or an untouched form, optionally with a box that was scanned on another screen.
 * Reads only once, unlike `useRead`, because a later read would overwrite the technician's input.
 */
export function useOpenedDraft(connection: Connection, jobId: string | undefined, isAlone: boolean) {
  const { bridge } = useServices()
  const [opening, setOpening] = useState<Opening>(fresh)
  const settled = useRef(connection)
  useEffect(() => {
    let isWanted = true
    const open = async (): Promise<void> => {
      const found = await openDraft(bridge, settled.current, jobId)
      if (!isWanted) return
      const arrived = readArrivingBox(window.history)
      const isTakenBack = fromQueueSchema.safeParse(window.history.state).success
      setOpening(({ arriving: caught = arrived }) => {
        const opened = { ...(caught === undefined ? found : withArriving(found, caught)), isTakenBack }
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
    const look = (): void => {
      const arrived = readArrivingBox(window.history)
      if (arrived === undefined) return
      // The form on screen has its own values by now, so the technician is asked what the box is for.
      setOpening((now) => (now.draft === undefined ? withArriving(now, arrived) : { ...now, arriving: arrived }))
    }
    window.addEventListener(boxArrives, look)
    return () => window.removeEventListener(boxArrives, look)
  }, [])
  useEffect(() => {
    if (isOpen) keepArrivingBox(window.history, opening.arriving)
  }, [isOpen, opening.arriving])

  /** The forms that this window has shown or put aside, by id. */
  const known = useRef(new Set<string>())
  useEffect(() => {
    for (const { id } of formsIn(opening.draft)) known.current.add(id)
  }, [opening.draft])

  const { last } = opening
  const settledNow: Settled = { ...connection, last }
  const makeFresh = (): Draft => makeDraft(crypto.randomUUID(), settledNow)
  const isWorth = (draft: Draft): boolean => isWorthSaving(draft, settledNow)
  /**
   * Returns `draft` with `before` put aside. If `before` is not worth storing, `before` is dropped, and only the drafts that `before` had
   * put aside stay aside.
   */
  const beside = (draft: Draft, before: Draft): Draft =>
    isWorth(before) ? putAside(draft, before) : { ...draft, aside: before.aside }
  /**
   * Puts those forms aside, too, that another window has stored, so that they are not overwritten. `own`: the draft on screen. Undefined if
   * they cannot be read.
   */
  const keepOthers = async (draft: Draft, own: Draft): Promise<Draft | undefined> => {
    const reply = await bridge.call('draft.read', {})
    if (!reply.ok) return undefined
    const ids = new Set([...known.current, ...formsIn(own).map(({ id }) => id)])
    const others = formsIn(reply.value.draft).filter((form) => !ids.has(form.id) && isWorth(form))
    return withOthers(draft, others)
  }
  /** Opens another draft in place of `own`. The other draft is stored at once, because it contains the previous draft. */
  const change = async (opened: Opening & { readonly draft: Draft }, own: Draft): Promise<void> => {
    // What is scanned meanwhile waits for the other draft.
    setOpening({ ...fresh, last })
    const draft = (await keepOthers(opened.draft, own)) ?? opened.draft
    const isStored = await store(bridge, draft, isWorth(draft))
    const next = { ...opened, draft, last, isStored }
    setOpening(({ arriving: caught }) => (caught === undefined ? next : withArriving(next, caught)))
  }
  return {
    ...opening,
    keepOthers,
    /** Discards this draft and opens an untouched form. The waiting drafts stay. */
    discard: (draft: Draft) =>
      void change({ ...fresh, draft: { ...makeFresh(), aside: draft.aside }, discarded: draft }, draft),
    /** Restores the discarded draft and puts the draft on screen aside. */
    undoDiscard: (draft: Draft) => {
      const { discarded } = opening
      if (discarded !== undefined) void change({ ...restored, draft: beside(discarded, draft) }, draft)
    },
    startAnew: (draft: Draft, box: BoxText) =>
      void change({ ...fresh, ...takeIn(beside(makeFresh(), draft), box) }, draft),
    /** Continues a waiting draft and puts the draft on screen aside. `index`: the position in `draft.aside`. */
    takeUp: (draft: Draft, index: number) => {
      const waiting = draft.aside ?? []
      const next = waiting[index]
      const others = waiting.filter((_, at) => at !== index)
      if (next === undefined) return
      const own = { ...next, connectionId: connection.id }
      void change({ ...restored, draft: beside(own, { ...draft, aside: others }) }, draft)
    },
    /** Forgets the arriving box, because the technician has said what it is for. */
    forgetArriving: () => setOpening((now) => (now.arriving === undefined ? now : { ...now, arriving: undefined })),
    /** Takes a box that was scanned before the form was loaded. */
    catchBox: (box: BoxText) => setOpening((now) => withArriving(now, box)),
  }
}

/** Whether a form was begun under another connection. Its product and hostname are then those of another platform. */
export const isOfOtherConnection = (form: DraftForm | undefined, connectionId: string): boolean =>
  form?.connectionId !== undefined && form.connectionId !== connectionId

async function openDraft(bridge: Bridge, connection: Connection, jobId: string | undefined): Promise<Opening> {
  const [reply, last] = await Promise.all([bridge.call('draft.read', {}), readLastCustomer(bridge, connection.id)])
  const settled: Settled = { ...connection, last }
  // An empty form would be stored over the draft that could not be read.
  if (!reply.ok) return { ...fresh, error: reply.error }
  const kept = reply.value.draft
  const worthy = kept !== undefined && isWorthSaving(kept, settled) ? kept : undefined
  // If the form in front is not worth storing, the forms that were put aside stay aside.
  const unfinished = worthy ?? onlyAside(draftsAside(kept))
  if (jobId !== undefined) return { ...(await openJob(bridge, settled, jobId, unfinished)), last }
  const isOfOther = isOfOtherConnection(kept, connection.id)
  if (worthy !== undefined && worthy.isAside !== true && !isOfOther) return { ...restored, draft: worthy, last }
  const aside = draftsAside(kept && isOfOther ? { ...kept, isAside: true } : kept)
  return {
    ...fresh,
    draft: { ...makeDraft(crypto.randomUUID(), settled), ...(aside.length > 0 && { aside: [...aside] }) },
    last,
  }
}

/**
 * Stores a draft with the drafts that were put aside. If the draft itself is not worth storing, stores only the drafts that were put aside.
 * Resolves to true if the draft itself was stored.
 */
async function store(bridge: Bridge, draft: Draft, isWorth: boolean): Promise<boolean> {
  const kept = isWorth ? draft : onlyAside(draft.aside ?? [])
  const reply = await (kept === undefined
    ? bridge.call('draft.discard', {})
    : bridge.call('draft.save', { draft: kept }))
  return reply.ok && isWorth
}

/** Adds a box that was scanned outside the form. Until the draft is loaded, the box waits as `arriving`. */
function withArriving(opening: Opening, box: BoxText): Opening {
  const { draft } = opening
  if (draft === undefined) return { ...opening, arriving: box }
  const { draft: taken, ...how } = takeIn(draft, box)
  return { ...opening, ...how, draft: taken, isStored: opening.isStored && taken === draft }
}

/** Returns the box of a draft after `box` took the place of `before`. */
export function draftBox(box: BoxText, before: Draft['box']): Draft['box'] {
  return { raw: box.raw, asSerial: box.asSerial, ...modelAfter(box, before) }
}

/** Takes a box that was scanned outside the form. Depending on the scan, the box enters the draft or the technician is asked. */
function takeIn(draft: Draft, box: BoxText): Pick<Opening, 'label' | 'arriving'> & { readonly draft: Draft } {
  switch (judgeScan(draft, box, 'elsewhere')) {
    case 'take':
    case 'same':
      return { draft: { ...draft, box: draftBox(box, draft.box) }, label: box }
    case 'unnamed':
      return { draft: { ...draft, box: draftBox({ ...draft.box, model: box.model ?? '' }, draft.box) }, label: box }
    case 'ask':
    case 'leave':
      return { draft, arriving: box }
  }
}

export const ofOtherConnection: BridgeError = {
  code: 'other-connection',
  message: 'This job belongs to another connection than the active one',
  retryable: false,
}

const notOfThisForm: BridgeError = {
  code: 'not-found',
  message: 'This job is not made in this form, so it cannot correct it',
  retryable: false,
}

async function openJob(bridge: Bridge, connection: Settled, jobId: string, other?: Draft): Promise<Opening> {
  const reply = await bridge.call('job.read', { id: jobId })
  if (reply.ok && reply.value.summary.connectionId !== connection.id) return { ...fresh, error: ofOtherConnection }
  // Unsaved input is continued if it is for this revision of the job. If the job has changed since then, the unsaved input is put aside.
  const isOfIt = other?.correcting === jobId && (!reply.ok || other.correctingRevision === reply.value.revision)
  if (isOfIt) return { ...restored, draft: begunAgain(other) }
  if (!reply.ok) return { ...fresh, error: reply.error }
  if (!isDraftedJob(reply.value)) return { ...fresh, error: notOfThisForm }
  const draft = draftOf(crypto.randomUUID(), reply.value, connection)
  // `isStored`: an untouched correction need not be stored, because the job has the same values.
  return { ...fresh, isStored: true, draft: other === undefined ? draft : putAside(draft, other) }
}

/** Changes the form to a customer without a box. A draft that already has a box stays unchanged. */
function withoutItsBox(opening: Opening): Opening {
  const { draft } = opening
  if (draft === undefined || draft.kind !== 'new-customer' || draft.box.raw.trim() !== '') return opening
  return {
    ...opening,
    draft: { ...draft, withoutBox: true },
  }
}

const typed = z.object({ raw: z.string(), asSerial: z.boolean() })
const scanned = typed.extend({ model: z.string(), parts: z.array(labelPartSchema) })
/** If a code of the label is invalid, the box is read without the label's codes and model. */
const arriving = z.object({ box: z.union([scanned, typed]) })

/** The history entry of a form that continues a job which was just taken out of the queue. */
export const fromQueue = { isTakenBack: true } as const
const fromQueueSchema = z.object({ isTakenBack: z.literal(true) })

/** Returns the box that another screen passed to the activation screen in the history entry. Undefined if there is none. */
export function readArrivingBox(history: History): BoxText | undefined {
  return arriving.safeParse(history.state).data?.box
}

/**
 * Stores a box in the history entry while the technician is asked about the box, so that a reload asks again. Undefined removes the stored
 * box.
 */
export function keepArrivingBox(history: History, box: BoxText | undefined): void {
  history.replaceState(box === undefined ? null : { box }, '')
}

export type DraftSaving = 'nothing' | 'saving' | 'kept' | 'failed'

const pause = 400

/**
 * Stores the draft on this computer: shortly after the last change, and at once when the screen closes. `isOn` is false while the
 * draft is not worth storing. `isStored`: the draft is already stored when the form opens.
 */
export function useDraftKeeper(draft: Draft, isOn: boolean, isStored: boolean) {
  const { bridge, otherWindows } = useServices()
  const [isElsewhere, setElsewhere] = useState(false)
  const [saving, setSaving] = useState<DraftSaving>(isOn && isStored ? 'kept' : 'nothing')
  const [error, setError] = useState<BridgeError>()
  const text = JSON.stringify(draft)
  const kept = useRef(text)
  /** Whether the draft must be stored even without a change. */
  const isDue = useRef(!isStored)
  const isStopped = useRef(false)
  const storing = useRef<Promise<unknown>>(Promise.resolve())

  const keep = useEffectEvent(async (now: string) => {
    if (!isOn || isElsewhere || isStopped.current || (kept.current === now && !isDue.current)) return
    kept.current = now
    isDue.current = false
    setSaving('saving')
    const call = bridge.call('draft.save', { draft })
    storing.current = call
    const reply = await call
    if (reply.ok) otherWindows.tell()
    else kept.current = ''
    setSaving(reply.ok ? 'kept' : 'failed')
    setError(reply.ok ? undefined : reply.error)
  })
  const keepLatest = useEffectEvent(() => void keep(text))
  const keepChanged = useEffectEvent(() => {
    if (kept.current !== text) void keep(text)
  })

  useEffect(() => {
    const timer = setTimeout(() => void keep(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => otherWindows.listen(() => setElsewhere(true)), [otherWindows])
  useEffect(() => {
    // When the page closes, a draft is stored only if it has changed. An unchanged draft may have been discarded in the meantime.
    const leavePage = (): void => keepChanged()
    window.addEventListener('pagehide', leavePage)
    return () => {
      window.removeEventListener('pagehide', leavePage)
      keepLatest()
    }
  }, [])

  return {
    saving: isElsewhere ? 'nothing' : saving,
    /** Why the draft was last not stored. It stays until the draft is stored. */
    error,
    /**
     * Whether another window of this browser changed, saved or discarded the draft. This window then stores nothing until the technician
     * decides.
     */
    isElsewhere: isElsewhere && isOn,
    /** Stores this draft over the draft that another window stored. */
    insist: () => setElsewhere(false),
    /**
     * Stops storing the draft. Resolves when no call is in progress, because a late call would store the draft after the draft's job is
     * saved.
     */
    pause: async () => {
      isStopped.current = true
      await storing.current
    },
    goOn: () => {
      isStopped.current = false
    },
    stop: () => {
      isStopped.current = true
      otherWindows.tell()
    },
  }
}

/**
 * What a scan does to the open draft. `take`: the scan becomes the box. `same`: the scan names the same box again. `ask`: the
 * technician chooses which job the scan is for. `leave`: nothing changes, because the scan names no box. `unnamed`: the scan
 * waits until the technician says what it is.
 */
export type ScanMeaning = 'take' | 'same' | 'ask' | 'leave' | 'unnamed'

/** Where a scan arrived: in the form, in a form that is complete, or on another screen. */
export type ScanPlace = 'form' | 'ready-form' | 'elsewhere'

/**
 * Decides what a scan does to the draft. A scan on another screen may be for other work, so the technician is asked if the draft already
 * has a box or needs no box. In a complete form, the next Enter may save the form, so the technician is asked about any scan that does not
 * name the draft's own box.
 */
export function judgeScan(
  draft: Pick<Draft, 'withoutBox' | 'box' | 'correcting'>,
  scanned: BoxText,
  place: ScanPlace,
): ScanMeaning {
  const isAlone = draft.withoutBox === true
  const own = isAlone ? undefined : readBox(draft.box)
  if (own?.ok === true && isMeant(scanned) && namesSameBox(draft.box, scanned)) return 'same'
  if (place === 'ready-form' || (isAlone && draft.correcting !== undefined)) return 'ask'
  if (place === 'elsewhere' && (isAlone || own?.ok === true)) return 'ask'
  if (own?.ok !== true) return !isUnnamed(scanned) ? 'take' : isAlone ? 'leave' : 'unnamed'
  const reading = readBox(scanned)
  if (!reading.ok) return reading.proposal === undefined ? 'leave' : 'ask'
  if (isUnnamed(scanned)) return 'leave'
  // The draft already has the MAC address of its box. A text that only looks like a serial number may be a product code, so the technician
  // is asked about the text.
  return own.identifier.kind === 'mac' && looksLikeSerial(scanned) ? 'ask' : 'take'
}

/** Whether a scan can replace a draft's box if the technician agrees. */
export function canReplaceBox(scanned: BoxText): boolean {
  const reading = readBox(scanned)
  return reading.ok ? isMeant(scanned) : reading.proposal !== undefined
}
