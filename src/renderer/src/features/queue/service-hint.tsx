import { useTranslation } from 'react-i18next'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { settingsPath } from '../../routes.ts'
import { useSnapshot } from '../../state/services.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isRefusedForService } from './asks-for-service.ts'

/** Explains how to fix a renewal that was refused because `crmService` is missing. Renders nothing for other jobs. */
export function ServiceHint({ detail }: { readonly detail: JobDetail }) {
  const { t } = useTranslation()
  const settings = useSnapshot(({ connections }) =>
    connections.find((one) => one.settings.id === detail.summary.connectionId),
  )?.settings
  if (settings === undefined || !isRefusedForService(detail)) return undefined
  if (settings.sendsCrmService) return <Notice tone="info">{t('actions.service.on')}</Notice>
  return (
    <Notice
      tone="warning"
      title={t('actions.service.title')}
      actions={<LinkButton to={settingsPath(`connections/${settings.id}`)}>{t('actions.service.open')}</LinkButton>}
    >
      {t('actions.service.off', {
        panel: t('settings.panels.renewals.title'),
        setting: t('settings.fields.sendsCrmService.label'),
      })}
    </Notice>
  )
}
