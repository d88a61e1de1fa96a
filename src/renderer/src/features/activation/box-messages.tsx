import { useId } from 'react'
import { isGtin } from '../../../../shared/domain/label/gtin.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isUnnamed } from '../scan/box-of-codes.ts'
import { readBox, writeBox, type BoxText } from '../scan/box-text.ts'
import { NotUnderstood } from '../scan/box-reading.tsx'
import { canReplaceBox } from './draft/judge-scan.ts'
import type { BoxMessage, BoxMessages } from './use-box-scans.ts'
import { t } from '../../locale.ts'

/** Announces politely what a scan did, with a button to undo it. */
export function ScanMessage({ messages }: { readonly messages: BoxMessages }) {
  return (
    <output className="mx-auto block w-full max-w-4xl px-5 has-[div]:pt-3 wide:px-8">
      <MessageWords messages={messages} />
    </output>
  )
}

function MessageWords({ messages: { message, putHere } }: { readonly messages: BoxMessages }) {
  switch (message?.kind) {
    case 'heard':
      return <span className="sr-only">{t('scan.heard', { code: writeBox(message.box) })}</span>
    case 'same':
      return (
        <Notice tone="info" announce="off">
          {t('activation.box.same')}
        </Notice>
      )
    case 'left':
      return isGtin(message.box.raw) ? (
        <Notice tone="warning" announce="off">
          {t('activation.box.article', { code: message.box.raw })}
        </Notice>
      ) : (
        <NotUnderstood text={message.box.raw} />
      )
    case 'unread':
      return <NotUnderstood text={message.text} />
    case 'changed': {
      const { before, to } = message
      return (
        <Notice
          tone="info"
          announce="off"
          actions={
            <Button onPress={() => putHere(before)}>{t('activation.box.undo', { code: writeBox(before) })}</Button>
          }
        >
          {t('activation.box.changed', { code: writeBox(to) })}
        </Notice>
      )
    }
    case 'arrived':
    case undefined:
      return undefined
  }
}

/** Asks which job a scanned box is for. The question gets the focus, not its buttons, so that Enter answers nothing. */
export function ArrivedBox(props: { readonly messages: BoxMessages; readonly onStartAnew: (box: BoxText) => void }) {
  const [title, words] = [useId(), useId()]
  const { onStartAnew } = props
  const { message, putHere, leaveArrived } = props.messages
  if (message?.kind !== 'arrived') return undefined
  const { box, draft } = message
  const isFixed = draft.withoutBox === true && draft.correcting !== undefined
  return (
    <fieldset
      data-question
      aria-labelledby={title}
      aria-describedby={words}
      tabIndex={-1}
      className="min-w-0 scroll-mt-4"
    >
      <Notice
        tone="warning"
        announce="off"
        title={<span id={title}>{t('activation.box.arrivedTitle', { code: sayCode(box) })}</span>}
        actions={
          <>
            <Button size="large" onPress={() => onStartAnew(box)}>
              {t('activation.box.startAnew')}
            </Button>
            {canReplaceBox(box) && !isFixed ? (
              <Button size="large" onPress={() => putHere(box)}>
                {t('activation.box.putHere')}
              </Button>
            ) : undefined}
            <Button size="large" onPress={leaveArrived}>
              {t('activation.box.continue')}
            </Button>
          </>
        }
      >
        <span id={words}>{t(`activation.box.${wordsFor(message)}`)}</span>
      </Notice>
    </fieldset>
  )
}

function wordsFor({ box, draft }: Extract<BoxMessage, { kind: 'arrived' }>) {
  if (isUnnamed(box)) return 'arrivedArticle'
  if (!readBox(box).ok) return 'arrivedUnclear'
  return draft.withoutBox === true ? 'arrivedAlone' : 'arrived'
}

/** An article number is shown as printed. */
const sayCode = (box: BoxText): string => (isUnnamed(box) ? box.raw : writeBox(box))
