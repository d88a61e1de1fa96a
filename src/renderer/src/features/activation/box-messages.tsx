import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identifierKey } from '../../../../shared/domain/device-identifier.ts'
import type { LabelPart } from '../../../../shared/domain/label/label.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { readBox, writeBox, type BoxText } from '../scan/box-reading.tsx'
import { isMeant, namesBox } from '../scan/box-of-codes.ts'
import { NotUnderstood } from '../scan/not-understood.tsx'
import { useLabels } from '../scan/use-labels.ts'
import type { Activation } from './use-activation.ts'

/** What a scan did to the form. */
type Message =
  | { readonly kind: 'changed'; readonly to: BoxText; readonly before: BoxText }
  | { readonly kind: 'heard'; readonly box: BoxText }
  | { readonly kind: 'same' }
  /** A customer without a box is corrected: they stay without. */
  | { readonly kind: 'unused' }
  | { readonly kind: 'unread'; readonly text: string }
  /** A box came from elsewhere while this draft has another: a person says which is meant. */
  | { readonly kind: 'arrived'; readonly box: BoxText }

export interface BoxMessages {
  readonly message: Message | undefined
  readonly takeBack: (before: BoxText) => void
  readonly putArrived: (box: BoxText) => void
  /** What the label of the latest scan said. */
  readonly parts: readonly LabelPart[]
  /** The same label with another of its codes for the box. */
  readonly putLabel: (box: BoxText) => void
}

/** What the form opened with. */
interface Arrival {
  readonly arriving: BoxText | undefined
  readonly label: BoxText | undefined
  readonly isRestored: boolean
  /** A person has said what the box that arrived is for, or has gone on with another. */
  readonly onAnswered: () => void
}

/** Every scan lands in the box field, whatever step is open; one that replaces another box can be taken back. */
export function useBoxScans(activation: Activation, { arriving, label, isRestored, onAnswered }: Arrival): BoxMessages {
  const [parts, setParts] = useState<readonly LabelPart[]>(label?.parts ?? [])
  /** The box before the label that is being scanned. */
  const replaced = useRef<BoxText>(undefined)
  const [message, setMessage] = useState<Message | undefined>(
    arriving === undefined ? undefined : { kind: 'arrived', box: arriving },
  )
  const { draft, putBox } = activation
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
  const takesBox = draft.kind !== 'customer-alone' || draft.correcting === undefined
  const put = (box: BoxText): void => {
    putBox(box)
    setParts(box.parts ?? [])
  }
  useLabels({
    heard: (next, isFirst) => {
      if (!takesBox) return
      const { raw, asSerial, model } = draft.box
      if (isFirst) replaced.current = { raw, asSerial, model, parts }
      // The first code may say nothing of the box; the next one may.
      if (namesBox(next)) put(next)
    },
    gathered: (next) => {
      if (!takesBox) {
        setMessage({ kind: 'unused' })
        return
      }
      const before = replaced.current ?? draft.box
      replaced.current = undefined
      put(next)
      if (isSameBox(before, next)) {
        setMessage({ kind: 'same' })
        return
      }
      setMessage(before.raw.trim() === '' ? { kind: 'heard', box: next } : { kind: 'changed', to: next, before })
      if (!readBox(next).ok || !isMeant(next)) activation.show('box')
      else if (draft.step === 'box') activation.form.setValue('step', 'customer')
    },
    unread: (text) => {
      setMessage({ kind: 'unread', text })
    },
  })
  return {
    message,
    parts,
    putLabel: put,
    takeBack: (before) => {
      put(before)
      setMessage(undefined)
    },
    putArrived: (box) => {
      put(box)
      setMessage(undefined)
    },
  }
}

/** Says politely what a scan did, and offers the way back. */
export function ScanMessage({ messages }: { readonly messages: BoxMessages }) {
  const { t } = useTranslation()
  const { message, takeBack } = messages
  return (
    <output className="mx-auto block w-full max-w-4xl px-5 has-[div]:pt-3 wide:px-8">
      {message?.kind === 'heard' ? (
        <span className="sr-only">{t('scan.heard', { code: writeBox(message.box) })}</span>
      ) : undefined}
      {message?.kind === 'same' ? (
        <Notice tone="info" announce="off">
          {t('activation.box.same')}
        </Notice>
      ) : undefined}
      {message?.kind === 'unused' ? (
        <Notice tone="info" announce="off">
          {t('activation.alone.scanUnused')}
        </Notice>
      ) : undefined}
      {message?.kind === 'unread' ? <NotUnderstood text={message.text} /> : undefined}
      {message?.kind === 'changed' ? (
        <Notice
          tone="info"
          announce="off"
          acts={
            <Button
              onPress={() => {
                takeBack(message.before)
              }}
            >
              {t('activation.box.undo', { code: writeBox(message.before) })}
            </Button>
          }
        >
          {t('activation.box.changed', { code: writeBox(message.to) })}
        </Notice>
      ) : undefined}
    </output>
  )
}

/** A box that came while the draft has another: a person says which is meant. */
export function ArrivedBox(props: { readonly messages: BoxMessages; readonly onStartAnew: (box: BoxText) => void }) {
  const { t } = useTranslation()
  const { message, putArrived } = props.messages
  if (message?.kind !== 'arrived') return undefined
  const { box } = message
  return (
    <Notice
      tone="warning"
      title={t('activation.box.arrivedTitle', { code: writeBox(box) })}
      acts={
        <>
          <Button
            size="large"
            onPress={() => {
              props.onStartAnew(box)
            }}
          >
            {t('activation.box.startAnew')}
          </Button>
          <Button
            size="large"
            onPress={() => {
              putArrived(box)
            }}
          >
            {t('activation.box.putHere')}
          </Button>
        </>
      }
    >
      {t('activation.box.arrived')}
    </Notice>
  )
}

function isSameBox(one: BoxText, other: BoxText): boolean {
  const first = readBox(one)
  const second = readBox(other)
  return first.ok && second.ok && identifierKey(first.identifier) === identifierKey(second.identifier)
}
