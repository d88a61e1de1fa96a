import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/notice.tsx'
import { formatExactly } from '../../../ui/format-time.ts'
import type { SavedBefore } from '../bulk-state.ts'

/** Says that this list was saved before, and when. */
export function BeforeNotice({ before }: { readonly before: SavedBefore | undefined }) {
  const { t } = useTranslation()
  if (before === undefined) return undefined
  return (
    <Notice tone="info" title={t('bulk.batch.before', { count: before.count, when: formatExactly(before.at) })}>
      {t('bulk.batch.beforeNote')}
    </Notice>
  )
}
