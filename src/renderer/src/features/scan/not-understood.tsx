import { useTranslation } from 'react-i18next'
import { spellOut } from '../../../../shared/domain/label/spell-out.ts'

/** What a scanner sent that names no box: the text as far as it can be shown, and the code points of what is no plain sign. */
export function NotUnderstood({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  const { shown, codePoints, length } = spellOut(text)
  return (
    <span className="grid gap-1 [overflow-wrap:anywhere]">
      <span>{t('scan.unread', { text: shown })}</span>
      {length > 60 ? <span>{t('scan.long', { count: length })}</span> : undefined}
      {codePoints.length === 0 ? undefined : (
        <span>
          {t('scan.codePoints')}{' '}
          <span translate="no" className="font-figures">
            {codePoints.join(' ')}
          </span>
        </span>
      )}
    </span>
  )
}
