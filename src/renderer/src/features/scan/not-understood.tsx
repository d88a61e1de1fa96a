import { useTranslation } from 'react-i18next'
import { spellOut } from '../../../../shared/domain/label/spell-out.ts'
import { Notice } from '../../ui/notice.tsx'
import { listCodePoints, sayTextLength } from './say-reading.ts'

/** A scanned text that names no box: the text as far as it can be shown, and the code points of unusual characters. */
export function NotUnderstood({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  const spelt = spellOut(text)
  const length = sayTextLength(t, spelt)
  const points = listCodePoints(t, spelt)
  return (
    <Notice tone="warning" announce="off">
      <span className="grid gap-1 [overflow-wrap:anywhere]">
        <span>{t('scan.unread', { text: spelt.shown })}</span>
        {length === undefined ? undefined : <span>{length}</span>}
        {points === undefined ? undefined : (
          <span>
            {t('scan.codePoints')}{' '}
            <span translate="no" className="font-figures">
              {points}
            </span>
          </span>
        )}
      </span>
    </Notice>
  )
}

/** The same as a live region that stays in place, so that a screen reader announces a later text. */
export function UnreadScan({ text }: { readonly text: string | undefined }) {
  return (
    <div aria-live="polite" className="text-left empty:hidden">
      {text === undefined ? undefined : <NotUnderstood text={text} />}
    </div>
  )
}
