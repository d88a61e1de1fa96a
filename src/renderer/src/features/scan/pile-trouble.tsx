import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import type { PileState } from '../../state/pile-store.ts'
import { Notice } from '../../ui/notice.tsx'

/** Says that a scan batch exists only on screen, and why. */
export function PileTrouble({ trouble }: Pick<PileState, 'trouble'>) {
  const { t } = useTranslation()
  if (trouble === undefined) return undefined
  return (
    <>
      <Notice tone="warning">{t(trouble === 'too-long' ? 'scan.pile.tooLong' : 'scan.pile.notKept')}</Notice>
      <ErrorNotice error={trouble === 'too-long' ? undefined : trouble} />
    </>
  )
}
