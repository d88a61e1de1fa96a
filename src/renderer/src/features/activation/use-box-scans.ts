import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Draft } from '../../../../shared/domain/activation.ts'
import type { LabelPart } from '../../../../shared/domain/label/label.ts'
import { type BoxText, isMeant, isUnnamed, namesBox, namesSameBox, readBox } from '../scan/box-text.ts'
import { useLabels } from '../scan/use-labels.ts'
import { draftBox, judgeScan, type OpenedDraft, type ScanMeaning, type ScanPlace } from './draft/stored-draft.ts'
import { type ActivationState, leaveSaveButton } from './use-activation.ts'

/** A scan replaced the box of the draft. */
export interface Changed {
  readonly to: BoxText
  readonly before: Pick<Before, 'box' | 'parts'>
}

export type BoxMessage =
  | { readonly kind: 'heard'; readonly box: BoxText }
  /** A scan that changed nothing, because it names no box. */
  | { readonly kind: 'left'; readonly box: BoxText }
  | { readonly kind: 'unread'; readonly text: string }
  | { readonly kind: 'same' }
  /** The scanned box is in use elsewhere. It changed nothing. */
  | { readonly kind: 'used'; readonly box: BoxText }
  /** The scan may be for another job, so the technician is asked. */
  | { readonly kind: 'arrived'; readonly box: BoxText; readonly draft: Pick<Before, 'withoutBox' | 'correcting'> }

export type BoxMessages = ReturnType<typeof useBoxScans>

/**
 * If no further code of a label arrives for this many milliseconds, the incomplete label no longer blocks saving. A scanner sends a whole
 * label in far less time.
 */
const longestLabel = 1500

/** The draft as it was before the current label was scanned. */
type Before = Pick<Draft, 'withoutBox' | 'box' | 'correcting'> & {
  readonly parts: readonly LabelPart[]
  readonly place: ScanPlace
}

/**
 * Handles scans wherever the focus is. A box that was read with certainty becomes the draft's box, and the technician can undo that. After
 * any other scan the technician is asked, or nothing changes. The save button loses the focus, so that the Enter after a scan does not
 * press the button.
 */
export function useBoxScans(activation: ActivationState, { arriving, label, isRestored, forgetArriving }: OpenedDraft) {
  const { draft, putBox, form } = activation
  const [parts, setParts] = useState<readonly LabelPart[]>(label?.parts ?? [])
  /** A label that names no box. The label stays outside the draft until the technician says what it is. */
  const [unnamed, setUnnamed] = useState(label !== undefined && isUnnamed(label) ? label : undefined)
  const before = useRef<Before>(undefined)
  /** The time of the last code of an incomplete label, as `performance.now()`. Undefined if no label is incomplete. */
  const scanningSince = useRef<number>(undefined)
  const [message, setMessage] = useState<BoxMessage | undefined>(
    arriving === undefined ? undefined : { kind: 'arrived', box: arriving, draft },
  )
  const sayWhatCame = useEffectEvent(() => {
    if (isRestored || !activation.reading.box.ok) return
    setMessage((now) => now ?? { kind: 'heard', box: draft.box })
  })
  useEffect(() => {
    // A screen reader announces changes of a live region but not its first content, so the message comes a moment later.
    const timer = setTimeout(() => sayWhatCame(), 100)
    return () => clearTimeout(timer)
  }, [])
  const isAsking = message?.kind === 'arrived'
  /** For a caller that began before the scan. */
  const latest = useRef(message)
  useLayoutEffect(() => {
    latest.current = message
  }, [message])
  const answered = useEffectEvent(forgetArriving)
  useEffect(() => {
    if (!isAsking) answered()
  }, [isAsking])
  /** Whatever is scanned next, the technician can undo the change as long as the draft has the box that the scan put there. */
  const [changed, setChanged] = useState<Changed>()
  const isReady = activation.reading.intent !== undefined
  const put = (box: BoxText, whole?: Draft['box']): void => {
    putBox(box, whole)
    setParts(box.parts ?? [])
    setUnnamed(undefined)
  }
  /** Puts a box into this draft: the box that the technician was asked about, or the box that a scan replaced, which is `whole`. */
  const putHere = (box: BoxText, whole?: Draft['box']): void => {
    put(box, whole)
    setChanged(undefined)
    setMessage(undefined)
    if (!readBox(box).ok) focusBox()
  }
  const now: Before = { ...draft, parts, place: isAsking ? 'elsewhere' : isReady ? 'ready-form' : 'form' }
  const putModel = (label: BoxText): void => {
    const own = form.getValues('box')
    form.setValue('box', draftBox({ ...label, raw: own.raw, asSerial: own.asSerial }, own))
  }
  const judge = (was: Before, scanned: BoxText): ScanMeaning => judgeScan(was, scanned, was.place)
  const follow = (meaning: ScanMeaning, next: BoxText, was: Before): void => {
    // An earlier code of this label may have changed the draft. Unless the label is the box, the draft from before it is restored.
    if (meaning !== 'same' && meaning !== 'take' && was.box.raw !== draft.box.raw) {
      putBox({ ...was.box, parts: was.parts }, was.box)
      setParts(was.parts)
      form.setValue('withoutBox', was.withoutBox === true)
    }
    switch (meaning) {
      case 'same':
        put(next, draftBox(next, was.box))
        return setMessage({ kind: 'same' })
      case 'ask':
        return setMessage({ kind: 'arrived', box: next, draft: { ...draft, withoutBox: was.withoutBox } })
      case 'leave':
        return setMessage({ kind: 'left', box: next })
      case 'unnamed':
        putModel(next)
        setUnnamed(next)
        setMessage({ kind: 'heard', box: next })
        return focusBox()
      case 'take':
        put(next, draftBox(next, was.box))
        if (was.box.raw.trim() === '') {
          setMessage({ kind: 'heard', box: next })
          setChanged(undefined)
        } else {
          setMessage(undefined)
          setChanged({ to: next, before: was })
        }
        if (!readBox(next).ok || !isMeant(next)) focusBox()
    }
  }
  const atFirst = useRef(arriving)
  /** A box from another screen, which came while the form was open already. */
  const arrive = useEffectEvent((box: BoxText) => {
    const meaning = judgeScan(now, box, 'elsewhere')
    follow(meaning, box, now)
    if (meaning !== 'ask') forgetArriving()
  })
  useEffect(() => {
    if (arriving !== undefined && arriving !== atFirst.current) arrive(arriving)
  }, [arriving])
  useLabels({
    heard: (next, isFirst) => {
      if (isFirst) before.current = now
      scanningSince.current = performance.now()
      const was = before.current ?? now
      const meaning = judge(was, next)
      // A code that names no box is skipped, because a later code of the label may name the box.
      if ((meaning === 'take' || meaning === 'same') && namesBox(next)) put(next, draftBox(next, was.box))
    },
    gathered: (next) => {
      const was = before.current ?? now
      before.current = undefined
      scanningSince.current = undefined
      leaveSaveButton()
      follow(judge(was, next), next, was)
    },
    unread: (text) => {
      leaveSaveButton()
      if (!isAsking) setMessage({ kind: 'unread', text })
    },
  })
  const isScanning = (): boolean =>
    scanningSince.current !== undefined && performance.now() - scanningSince.current < longestLabel
  return {
    message,
    changed:
      changed !== undefined && (draft.box.raw === changed.to.raw || namesSameBox(draft.box, changed.to))
        ? changed
        : undefined,
    isAsking,
    /** Whether saving is blocked, because a question is open or the scanner is still sending. */
    isHeld: () => isAsking || isScanning(),
    putHere: (box: BoxText) => putHere(box),
    /** Gives this draft the box that a scan replaced. */
    putBack: ({ box, parts: codes }: Changed['before']) => putHere({ ...box, parts: codes }, box),
    /** The box about which the technician is asked at the moment. */
    arrivedNow: (): BoxText | undefined => (latest.current?.kind === 'arrived' ? latest.current.box : undefined),
    /** Continues the draft without the arrived box. */
    leaveArrived: () => setMessage(undefined),
    /** Answers the question about an arrived box, because the box is in use elsewhere. */
    sayUsed: (box: BoxText) => setMessage({ kind: 'used', box }),
    /** The codes of the latest label. */
    parts: unnamed?.parts ?? parts,
    unnamed,
    forgetUnnamed: () => setUnnamed(undefined),
    /** Uses another code of the same label as the box. */
    putLabel: (box: BoxText) => {
      if (isUnnamed(box)) {
        putModel(box)
        setUnnamed(box)
      } else put(box)
    },
  }
}

function focusBox(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [data-box-field]')?.focus())
}
