import { isGtin } from '../../../../shared/domain/label/gtin.ts'
import { t } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { writeBox, type BoxText } from '../scan/box-text.ts'
import { NotUnderstood } from '../scan/box-reading.tsx'
import type { BoxMessages } from './use-box-scans.ts'

/** Announces politely what a scan did, with a button to undo it. */
export function ScanMessage({ messages }: { readonly messages: BoxMessages }) {
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
      {message?.kind === 'left' ? <LeftScan box={message.box} /> : undefined}
      {message?.kind === 'unread' ? <NotUnderstood text={message.text} /> : undefined}
      {message?.kind === 'changed' ? (
        <Notice
          tone="info"
          announce="off"
          actions={
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

/** A scan that changed nothing, with the reason. */
function LeftScan({ box }: { readonly box: BoxText }) {
  if (!isGtin(box.raw)) return <NotUnderstood text={box.raw} />
  return (
    <Notice tone="warning" announce="off">
      {t('activation.box.article', { code: box.raw })}
    </Notice>
  )
}
