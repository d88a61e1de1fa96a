import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormText } from '../../../ui/form-fields.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'

const fields = ['unsentWarning', 'unsentLimit', 'unsentHours'] as const

/** How much unsent work a computer may hold before it warns, and before it accepts no more. */
export function UnsentPanel({ control }: { readonly control: Control<ConnectionSettingsValues> }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.connection.unsent')} note={t('settings.connection.unsentNote')}>
      <div className="grid items-start gap-4 narrow:grid-cols-3">
        {fields.map((name) => (
          <FormText
            key={name}
            control={control}
            name={name}
            inputMode="numeric"
            label={t(`settings.connection.${name}`)}
            hint={t(`settings.connection.${name}Hint`)}
          />
        ))}
      </div>
    </Panel>
  )
}
