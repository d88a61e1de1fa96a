import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { customerFields } from '../../../../../shared/domain/customer.ts'
import { FormText } from '../../../ui/form-fields.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'

/** The values for required fields that a customer does not have. */
export function CustomerDefaultsPanel({ control }: { readonly control: Control<ConnectionSettingsValues> }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.connection.defaults')} note={t('settings.connection.defaultsNote')}>
      <div className="grid items-start gap-4 narrow:grid-cols-2">
        {customerFields.map((field) => (
          <FormText
            key={field}
            control={control}
            name={`defaults.${field}`}
            label={t(`settings.customerFields.${field}`)}
          />
        ))}
        <FormText
          control={control}
          name="phoneCountry"
          maxLength={2}
          label={t('settings.connection.phoneCountry')}
          hint={t('settings.connection.phoneCountryHint')}
        />
      </div>
    </Panel>
  )
}
