import { useTranslation } from 'react-i18next'
import { useSnapshot } from '../../state/desk.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CheckAllAgain } from './check-all-again.tsx'

/** Offers to check the jobs again that are refused or undecided, once more of the platform's words are known; else nothing. */
export function UndecidedNotice() {
  const { t } = useTranslation()
  const count = useSnapshot(({ counts }) => counts.needsYou + counts.refused)
  if (count === 0) return undefined
  return (
    <Notice tone="info" acts={<CheckAllAgain />} announce="off">
      {t('queue.checkAll.note', { count })}
    </Notice>
  )
}
