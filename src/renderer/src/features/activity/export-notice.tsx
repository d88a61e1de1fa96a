import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Export } from './use-export.ts'

/** How far an export is, or where it lies. */
export function ExportNotice({ exporting }: { readonly exporting: Export }) {
  const { t } = useTranslation()
  const { progress, exported, error, cancel } = exporting
  if (progress !== undefined)
    return (
      <output className="flex flex-wrap items-center gap-3 text-soft">
        {t('activity.export.progress', { count: progress })}
        <Button size="small" onPress={cancel}>
          {t('ui.cancel')}
        </Button>
      </output>
    )
  if (error !== undefined) return <ErrorNotice error={error} />
  if (exported === undefined) return undefined
  return (
    <Notice tone="good" title={t('activity.export.done', { count: exported.rows })}>
      {exported.folder === undefined
        ? t('activity.export.downloaded', { name: exported.name })
        : t('activity.export.where', { name: exported.name, folder: exported.folder })}
    </Notice>
  )
}
