import { useTranslation } from 'react-i18next'
import { useSnapshot } from '../../state/desk.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Facts } from './facts.tsx'

/** Which Setdesk this is. */
export function AboutPage() {
  const { t } = useTranslation()
  const { version, installation, host } = useSnapshot((snapshot) => snapshot)
  return (
    <Panel title={t('settings.pages.about')}>
      <Facts
        facts={[
          { name: t('settings.about.version'), value: version },
          {
            name: t('settings.about.installation'),
            value: installation === '' ? '—' : installation,
            note: t('settings.about.installationHint'),
          },
          { name: t('settings.about.host'), value: t(`settings.about.hosts.${host}`) },
          { name: t('settings.about.licences'), value: t('settings.about.licencesText') },
        ]}
      />
    </Panel>
  )
}
