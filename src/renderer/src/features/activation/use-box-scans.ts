import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft } from '../../../../shared/domain/activation.ts'
import type { LabelPart } from '../../../../shared/domain/label/label.ts'
import { isMeant, isUnnamed, namesBox } from '../scan/box-of-codes.ts'
import { readBox, type BoxText } from '../scan/box-reading.tsx'
import { useLabels } from '../scan/use-labels.ts'
import { judgeScan, type ScanMeaning } from './draft/judge-scan.ts'
import type { ActivationState } from './use-activation.ts'

/** What a scan did to the form. */
export type BoxMessage =
  | { readonly kind: 'changed'; readonly to: BoxText; readonly before: BoxText }
  | { readonly kind: 'heard'; readonly box: BoxText }
  | { readonly kind: 'same' }
  /** It names no box, and changed nothing. */
  | { readonly kind: 'left'; readonly box: BoxText }
  /** A customer without a box is corrected: they stay without. */
  | { readonly kind: 'unused' }
  | { readonly kind: 'unread'; readonly text: string }
  /** It may be for another job: a technician says for which. */
  | { readonly kind: 'arrived'; readonly box: BoxText; readonly draft: Pick<Draft, 'kind' | 'correcting'> }

export interface BoxMessages {
  readonly message: BoxMessage | undefined
  readonly isAsking: boolean
  /** Nothing may be saved or gone on from: a technician is asked, or the scanner is still sending. */
  readonly isHeld: () => boolean
  readonly takeBack: (before: BoxText) => void
  readonly putArrived: (box: BoxText) => void
  /** The draft goes on without the box that arrived. */
  readonly leaveArrived: () => void
  /** What the label of the latest scan said. */
  readonly parts: readonly LabelPart[]
  /** A label that names no box, until a technician says what it is; no part of the draft. */
  readonly unnamed: BoxText | undefined
  readonly forgetUnnamed: () => void
  /** The same label with another of its codes for the box. */
  readonly putLabel: (box: BoxText) => void
}

/** What the form opened with. */
interface Arrival {
  readonly arriving: BoxText | undefined
  readonly label: BoxText | undefined
  readonly isRestored: boolean
  /** A technician has said what the box that arrived is for, or has gone on with another. */
  readonly onAnswered: () => void
}

/** A label is whole long before this, in milliseconds; one that was given up keeps nothing from being saved. */
const longestLabel = 1500

const isScanning = (since: number | undefined): boolean =>
  since !== undefined && performance.now() - since < longestLabel

/** The draft before the label that is being scanned. */
type Before = Pick<Draft, 'kind' | 'step' | 'box'> & { readonly parts: readonly LabelPart[] }

/**
 * What scans do to the form, whatever step is open: a box that is certain goes into the box field and can be taken back, all
 * else is asked about or left.
 */
export function useBoxScans(
  activation: ActivationState,
  { arriving, label, isRestored, onAnswered }: Arrival,
): BoxMessages {
  const { draft, putBox, form } = activation
  const [parts, setParts] = useState<readonly LabelPart[]>(label?.parts ?? [])
  const [unnamed, setUnnamed] = useState(label !== undefined && isUnnamed(label) ? label : undefined)
  const before = useRef<Before>(undefined)
  /** When the code came whose label is not whole yet. */
  const scanningSince = useRef<number>(undefined)
  const [message, setMessage] = useState<BoxMessage | undefined>(
    arriving === undefined ? undefined : { kind: 'arrived', box: arriving, draft },
  )
  const sayWhatCame = useEffectEvent(() => {
    if (isRestored || !activation.reading.box.ok) return
    setMessage((now) => now ?? { kind: 'heard', box: draft.box })
  })
  useEffect(() => {
    // A live region speaks of what changes in it, not of what it began with.
    const timer = setTimeout(() => {
      sayWhatCame()
    }, 100)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  const isAsking = message?.kind === 'arrived'
  const answered = useEffectEvent(onAnswered)
  useEffect(() => {
    if (!isAsking) answered()
  }, [isAsking])
  const isFixed = draft.kind === 'customer-alone' && draft.correcting !== undefined && draft.step !== 'check'
  const put = (box: BoxText): void => {
    putBox(box)
    setParts(box.parts ?? [])
    setUnnamed(undefined)
  }
  const putHere = (box: BoxText): void => {
    put(box)
    setMessage(undefined)
    if (!readBox(box).ok) activation.show('box')
  }
  const judge = (was: Before, scanned: BoxText): ScanMeaning => judgeScan(was, scanned, isAsking ? 'elsewhere' : 'here')
  const follow = (meaning: ScanMeaning, next: BoxText, was: Before): void => {
    switch (meaning) {
      case 'same':
        put(next)
        return setMessage({ kind: 'same' })
      case 'ask':
        // A code of this label may have been taken up before the step was the last one.
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
      if (isFirst) before.current = { ...draft, parts }
      scanningSince.current = performance.now()
      if (isFixed) return
      const meaning = judge(before.current ?? { ...draft, parts }, next)
      // The first code may say nothing of the box; the next one may.
      if ((meaning === 'take' || meaning === 'same') && namesBox(next)) put(next)
    },
    gathered: (next) => {
      const was = before.current ?? { ...draft, parts }
      before.current = undefined
      scanningSince.current = undefined
      if (isFixed) setMessage({ kind: 'unused' })
      else follow(judge({ ...was, step: draft.step }, next), next, was)
    },
    unread: (text) => {
      // The next Enter is not for the button that saves.
      if (draft.step === 'check' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (!isAsking) setMessage({ kind: 'unread', text })
    },
  })
  return {
    message,
    isAsking,
    isHeld: () => isAsking || (draft.step === 'check' && isScanning(scanningSince.current)),
    parts: unnamed?.parts ?? parts,
    unnamed,
    forgetUnnamed: () => {
      setUnnamed(undefined)
    },
    putLabel: (box) => {
      if (isUnnamed(box)) setUnnamed(box)
      else put(box)
    },
    takeBack: putHere,
    putArrived: putHere,
    leaveArrived: () => {
      setMessage(undefined)
    },
  }
}
