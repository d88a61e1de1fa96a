import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft } from '../../../../shared/domain/activation.ts'
import type { LabelPart } from '../../../../shared/domain/label/label.ts'
import { isMeant, isUnnamed, namesBox } from '../scan/box-of-codes.ts'
import { readBox, type BoxText } from '../scan/box-text.ts'
import { useLabels } from '../scan/use-labels.ts'
import { judgeScan, type ScanMeaning } from './draft/judge-scan.ts'
import type { OpenedDraft } from './draft/use-opened-draft.ts'
import type { ActivationState } from './use-activation.ts'

/** What a scan did to the form. */
export type BoxMessage =
  | { readonly kind: 'changed'; readonly to: BoxText; readonly before: BoxText }
  | { readonly kind: 'heard'; readonly box: BoxText }
  /** It names no box and changed nothing. */
  | { readonly kind: 'left'; readonly box: BoxText }
  /** `unused`: the customer being corrected has no box, so the scan was ignored. */
  | { readonly kind: 'same' | 'unused' }
  | { readonly kind: 'unread'; readonly text: string }
  /** It may be for another job, so the technician is asked. */
  | { readonly kind: 'arrived'; readonly box: BoxText; readonly draft: Pick<Draft, 'kind' | 'correcting'> }

export type BoxMessages = ReturnType<typeof useBoxScans>

/** In milliseconds. A label takes far less; after this time an incomplete label no longer blocks saving. */
const longestLabel = 1500

/** The draft before the current label was scanned. */
type Before = Pick<Draft, 'kind' | 'step' | 'box'> & { readonly parts: readonly LabelPart[] }

/**
 * Handles scans on every step of the form: a certain box goes into the box field, with an undo. Otherwise the
 * technician is asked, or nothing changes.
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
  const isFixed = draft.kind === 'customer-alone' && draft.correcting !== undefined && draft.step !== 'check'
  const put = (box: BoxText): void => {
    putBox(box)
    setParts(box.parts ?? [])
    setUnnamed(undefined)
  }
  /** Uses a box in this draft: one that arrived, or the one that a scan has replaced. */
  const putHere = (box: BoxText): void => {
    put(box)
    setMessage(undefined)
    if (!readBox(box).ok) activation.show('box')
  }
  const now: Before = { ...draft, parts }
  const judge = (was: Before, scanned: BoxText): ScanMeaning => judgeScan(was, scanned, isAsking ? 'elsewhere' : 'here')
  const follow = (meaning: ScanMeaning, next: BoxText, was: Before): void => {
    switch (meaning) {
      case 'same':
        put(next)
        return setMessage({ kind: 'same' })
      case 'ask':
        // An earlier code of this label may have been put into the draft before the last step opened.
        if (was.box.raw !== draft.box.raw) {
          putBox({ ...was.box, parts: was.parts })
          form.setValue('kind', was.kind)
        }
        return setMessage({ kind: 'arrived', box: next, draft: { ...draft, kind: was.kind } })
      case 'leave':
        return setMessage({ kind: 'left', box: next })
      case 'unnamed':
        if (next.model !== undefined && next.model !== '') form.setValue('box.model', next.model)
        setUnnamed(next)
        setMessage({ kind: 'heard', box: next })
        return activation.show('box')
      case 'take':
        put(next)
        setMessage(
          was.box.raw.trim() === ''
            ? { kind: 'heard', box: next }
            : { kind: 'changed', to: next, before: { ...was.box, parts: was.parts } },
        )
        if (!readBox(next).ok || !isMeant(next)) activation.show('box')
        else if (draft.step === 'box') form.setValue('step', 'customer')
    }
  }
  useLabels({
    heard: (next, isFirst) => {
      if (isFirst) before.current = now
      scanningSince.current = performance.now()
      if (isFixed) return
      const meaning = judge(before.current ?? now, next)
      // The first code may not name the box; a later one may.
      if ((meaning === 'take' || meaning === 'same') && namesBox(next)) put(next)
    },
    gathered: (next) => {
      const was = before.current ?? now
      before.current = undefined
      scanningSince.current = undefined
      if (isFixed) setMessage({ kind: 'unused' })
      else follow(judge({ ...was, step: draft.step }, next), next, was)
    },
    unread: (text) => {
      // Takes the focus off the save button, so that the next Enter does not save.
      if (draft.step === 'check' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (!isAsking) setMessage({ kind: 'unread', text })
    },
  })
  const isScanning = (): boolean =>
    scanningSince.current !== undefined && performance.now() - scanningSince.current < longestLabel
  return {
    message,
    isAsking,
    /** Saving and moving on are blocked: a question is open, or the scanner is still sending. */
    isHeld: () => isAsking || (draft.step === 'check' && isScanning()),
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
