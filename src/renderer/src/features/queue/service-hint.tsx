import { useTranslation } from 'react-i18next'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { settingsPath } from '../../routes.ts'
import { useSnapshot } from '../../state/desk.tsx'
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
  if (settings.sendsCrmService) return <Notice tone="info">{t('acts.service.on')}</Notice>
  return (
    <Notice
      tone="warning"
      title={t('acts.service.title')}
      acts={<LinkButton to={settingsPath(`connections/${settings.id}`)}>{t('acts.service.open')}</LinkButton>}
    >
      {t('acts.service.off', {
        panel: t('settings.panels.renewals.title'),
        setting: t('settings.fields.sendsCrmService.label'),
      })}
    </Notice>
  )
}
