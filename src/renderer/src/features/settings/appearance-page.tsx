import { useTranslation } from 'react-i18next'
import { appearances } from '../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useSnapshot } from '../../state/desk.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'

/** Light, dark, or as the system has it. Taken up at once. */
export function AppearancePage() {
  const { t } = useTranslation()
  const appearance = useSnapshot(({ preferences }) => preferences.appearance)
  const save = useCall('preferences.save')
  return (
    <Panel title={t('settings.pages.appearance')}>
      <div className="grid gap-4">
        <RadioGroup
          label={t('settings.appearance.label')}
          choices={appearances.map((id) => ({ id, name: t(`settings.appearance.${id}`) }))}
          value={appearance}
          onChange={(chosen) => void save.run({ appearance: chosen })}
        />
        <ErrorNotice error={save.error} />
      </div>
    </Panel>
  )
}
