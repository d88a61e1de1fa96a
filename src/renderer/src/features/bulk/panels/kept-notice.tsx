import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { KeptCsv } from '../keep-csv.ts'

/** Says where a file was saved. */
export function KeptNotice({ kept }: { readonly kept: KeptCsv | undefined }) {
  const { t } = useTranslation()
  if (kept === undefined) return undefined
  if (!kept.ok) return <ErrorNotice error={kept.error} />
  return (
    <Notice tone="good">
      {kept.folder === undefined
        ? t('bulk.kept.downloaded', { name: kept.name })
        : t('bulk.kept.where', { name: kept.name, folder: kept.folder })}
    </Notice>
  )
}
