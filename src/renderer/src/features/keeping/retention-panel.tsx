import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { preferencesSchema } from '../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useDesk, useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Sets the number of days after which the details of finished work are deleted. */
export function RetentionPanel() {
  const { t } = useTranslation()
  const { view } = useDesk()
  const { preferences, keeping } = useSnapshot((snapshot) => snapshot)
  const [typed, setTyped] = useState<string>()
  const save = useCall('preferences.save')
  const text = typed ?? String(preferences.retentionDays)
  const days = readDays(text)
  const submit = async () => {
    if (days === undefined) return
    const reply = await save.run({ retentionDays: days })
    if (!reply.ok) return
    setTyped(undefined)
    view.say(t('ui.saved'))
  }
  return (
    <Panel title={t('keeping.retention.title')} note={t('keeping.retention.note')}>
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label={t('keeping.retention.label')}
          hint={t('keeping.retention.hint')}
          figures
          inputMode="numeric"
          maxLength={4}
          value={text}
          onChange={setTyped}
          {...(days === undefined ? { error: t('keeping.retention.wrong') } : {})}
        />
        {keeping.quarantined === 0 ? undefined : (
          <p className="text-soft">{t('keeping.retention.quarantined', { count: keeping.quarantined })}</p>
        )}
        <ErrorNotice error={save.error} />
        <div>
          <Button type="submit" isDisabled={days === undefined || days === preferences.retentionDays || save.isBusy}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function readDays(text: string): number | undefined {
  if (!/^\s*\d+\s*$/.test(text)) return undefined
  return preferencesSchema.shape.retentionDays.safeParse(Number(text)).data
}
