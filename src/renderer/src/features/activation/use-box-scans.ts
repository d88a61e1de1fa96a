import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft } from '../../../../shared/domain/activation.ts'
import type { LabelPart } from '../../../../shared/domain/label/label.ts'
import { type BoxText, isMeant, isUnnamed, namesBox, readBox } from '../scan/box-text.ts'
import { useLabels } from '../scan/use-labels.ts'
import { judgeScan, type ScanMeaning, type ScanPlace } from './draft/judge-scan.ts'
import type { OpenedDraft } from './draft/stored-draft.ts'
import type { ActivationState } from './use-activation.ts'
import { leaveSaveButton } from './use-keys.ts'

/** What a scan did to the form. */
export type BoxMessage =
  | { readonly kind: 'changed'; readonly to: BoxText; readonly before: BoxText }
  | { readonly kind: 'heard'; readonly box: BoxText }
  /** It names no box and changed nothing. */
  | { readonly kind: 'left'; readonly box: BoxText }
  | { readonly kind: 'same' }
  | { readonly kind: 'unread'; readonly text: string }
  /** It may be for another job, so the technician is asked. */
  | { readonly kind: 'arrived'; readonly box: BoxText; readonly draft: Pick<Before, 'withoutBox' | 'correcting'> }

export type BoxMessages = ReturnType<typeof useBoxScans>

/** In milliseconds. A label takes far less; after this time an incomplete label no longer blocks saving. */
const longestLabel = 1500

/** The draft before the current label was scanned. */
type Before = Pick<Draft, 'withoutBox' | 'box' | 'correcting'> & {
  readonly parts: readonly LabelPart[]
  readonly place: ScanPlace
}

/**
 * Handles scans wherever the focus is: a certain box becomes the box of the draft, with an undo. Otherwise the technician
 * is asked, or nothing changes. The save button never keeps the focus, so that no Enter behind a scan presses it.
 */
export function useBoxScans(activation: ActivationState, { arriving, label, isRestored, forgetArriving }: OpenedDraft) {
  const { draft, putBox, form } = activation
  const [parts, setParts] = useState<readonly LabelPart[]>(label?.parts ?? [])
  /** A label that names no box, until the technician says what it is. Not part of the draft. */
  const [unnamed, setUnnamed] = useState(label !== undefined && isUnnamed(label) ? label : undefined)
  const before = useRef<Before>(undefined)
  /** Time of the last code of a label that is not complete yet. */
  const scanningSince = useRef<number>(undefined)
  const [message, setMessage] = useState<BoxMessage | undefined>(
    arriving === undefined ? undefined : { kind: 'arrived', box: arriving, draft },
  )
  const sayWhatCame = useEffectEvent(() => {
    if (isRestored || !activation.reading.box.ok) return
    setMessage((now) => now ?? { kind: 'heard', box: draft.box })
  })
  useEffect(() => {
    // A screen reader announces changes of a live region, not its first content, so the message comes a moment later.
    const timer = setTimeout(() => sayWhatCame(), 100)
    return () => clearTimeout(timer)
  }, [])
  const isAsking = message?.kind === 'arrived'
  const answered = useEffectEvent(forgetArriving)
  useEffect(() => {
    if (!isAsking) answered()
  }, [isAsking])
  const isReady = activation.reading.intent !== undefined
  const put = (box: BoxText): void => {
    putBox(box)
    setParts(box.parts ?? [])
    setUnnamed(undefined)
  }
  /** Uses a box in this draft: one that arrived, or the one that a scan has replaced. */
  const putHere = (box: BoxText): void => {
    put(box)
    setMessage(undefined)
    if (!readBox(box).ok) focusBox()
  }
  const now: Before = { ...draft, parts, place: isAsking ? 'elsewhere' : isReady ? 'ready-form' : 'form' }
  const judge = (was: Before, scanned: BoxText): ScanMeaning => judgeScan(was, scanned, was.place)
  const follow = (meaning: ScanMeaning, next: BoxText, was: Before): void => {
    switch (meaning) {
      case 'same':
        put(next)
        return setMessage({ kind: 'same' })
      case 'ask':
        // An earlier code of this label may have been put into the draft already.
        if (was.box.raw !== draft.box.raw) {
          putBox({ ...was.box, parts: was.parts })
          form.setValue('withoutBox', was.withoutBox === true)
        }
        return setMessage({ kind: 'arrived', box: next, draft: { ...draft, withoutBox: was.withoutBox } })
      case 'leave':
        return setMessage({ kind: 'left', box: next })
      case 'unnamed':
        if (next.model !== undefined && next.model !== '') form.setValue('box.model', next.model)
        setUnnamed(next)
        setMessage({ kind: 'heard', box: next })
        return focusBox()
      case 'take':
        put(next)
        setMessage(
          was.box.raw.trim() === ''
            ? { kind: 'heard', box: next }
            : { kind: 'changed', to: next, before: { ...was.box, parts: was.parts } },
        )
        if (!readBox(next).ok || !isMeant(next)) focusBox()
    }
  }
  useLabels({
    heard: (next, isFirst) => {
      if (isFirst) before.current = now
      scanningSince.current = performance.now()
      const meaning = judge(before.current ?? now, next)
      // The first code may not name the box; a later one may.
      if ((meaning === 'take' || meaning === 'same') && namesBox(next)) put(next)
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
    isAsking,
    /** Saving is blocked: a question is open, or the scanner is still sending. */
    isHeld: () => isAsking || isScanning(),
    putHere,
    /** Continues the draft without the box that arrived. */
    leaveArrived: () => setMessage(undefined),
    /** The codes of the latest label. */
    parts: unnamed?.parts ?? parts,
    unnamed,
    forgetUnnamed: () => setUnnamed(undefined),
    /** Uses the same label with another of its codes as the box. */
    putLabel: (box: BoxText) => {
      if (isUnnamed(box)) setUnnamed(box)
      else put(box)
    },
  }
}

function focusBox(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [data-box-field]')?.focus())
}
