import { useState } from 'react'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useSnapshot } from '../../state/services.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/toggle.tsx'

/** Turns sounds and notifications on and off. The system is asked for its permission only here, when they are turned on. */
export function SignalsPanel() {
  const { sounds, notifications } = useSnapshot(({ preferences }) => preferences)
  const save = useCall('preferences.save')
  const [isRefused, setRefused] = useState(false)
  const canNotify = 'Notification' in globalThis
  const notify = async (isOn: boolean) => {
    const isAllowed = !isOn || (await Notification.requestPermission()) === 'granted'
    setRefused(!isAllowed)
    if (isAllowed) await save.run({ notifications: isOn })
  }
  return (
    <Panel title={t('settings.signals.title')}>
      <div className="grid gap-3">
        <Switch isSelected={sounds} onChange={(isOn) => void save.run({ sounds: isOn })}>
          {t('settings.signals.sounds')}
        </Switch>
        {canNotify ? (
          <div className="grid gap-1">
            <Switch isSelected={notifications} onChange={(isOn) => void notify(isOn)}>
              {t('settings.signals.notifications')}
            </Switch>
            <p className="text-small text-soft">{t('settings.signals.note')}</p>
          </div>
        ) : undefined}
        {isRefused ? <Notice tone="warning">{t('settings.signals.refused')}</Notice> : undefined}
        <ErrorNotice error={save.error} />
      </div>
    </Panel>
  )
}
