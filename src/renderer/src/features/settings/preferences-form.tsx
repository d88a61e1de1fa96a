import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useDesk, useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** A preference that is a line of text. */
export interface TextPreference {
  readonly name: 'technician' | 'stationName' | 'scannerPrefix' | 'scannerSuffix'
  readonly label: string
  readonly hint?: string
  readonly maxLength: number
}

/** A few preferences of text that are saved together. */
export function PreferencesForm(props: {
  readonly title: string
  readonly note: ReactNode
  readonly fields: readonly TextPreference[]
}) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const [typed, setTyped] = useState<Partial<Pick<Preferences, TextPreference['name']>>>({})
  const save = useCall('preferences.save')
  const isDirty = props.fields.some(({ name }) => (typed[name] ?? preferences[name]) !== preferences[name])
  const submit = async () => {
    const reply = await save.run(typed)
    if (!reply.ok) return
    setTyped({})
    view.say(t('ui.saved'))
  }
  return (
    <Panel title={props.title} note={props.note}>
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isDirty) void submit()
        }}
      >
        {props.fields.map(({ name, label, hint, maxLength }) => (
          <TextField
            key={name}
            label={label}
            {...(hint === undefined ? {} : { hint })}
            maxLength={maxLength}
            value={typed[name] ?? preferences[name]}
            onChange={(text) => {
              setTyped({ ...typed, [name]: text })
            }}
          />
        ))}
        <ErrorNotice error={save.error} />
        <div>
          <Button type="submit" variant="primary" isDisabled={!isDirty || save.isBusy}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
