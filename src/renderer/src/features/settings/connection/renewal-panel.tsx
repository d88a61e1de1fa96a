import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { productChanges, renewals } from '../../../../../shared/domain/connection/connection.ts'
import { FormSelect, FormSwitch } from '../../../ui/form-fields.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'

/** The calls that renew and change a product, how a renewal names its service, and how a lost reply is handled. */
export function RenewalPanel({ control }: { readonly control: Control<ConnectionSettingsValues> }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.connection.renewals')}>
      <div className="grid items-start gap-4 narrow:grid-cols-2">
        <FormSelect
          control={control}
          name="renewal"
          label={t('settings.connection.renewalCall')}
          hint={t('settings.connection.renewalCallHint')}
          choices={renewals.map((id) => ({ id, name: id }))}
        />
        <FormSelect
          control={control}
          name="productChange"
          label={t('settings.connection.productChange')}
          hint={t('settings.connection.productChangeHint')}
          choices={productChanges.map((id) => ({ id, name: id }))}
        />
        <div className="narrow:col-span-2">
          <FormSwitch
            control={control}
            name="resendsRenewals"
            label={t('settings.connection.resendsRenewals')}
            note={t('settings.connection.resendsRenewalsHint')}
          />
        </div>
        <div className="narrow:col-span-2">
          <FormSwitch
            control={control}
            name="sendsCrmService"
            label={t('settings.connection.sendsCrmService')}
            note={t('settings.connection.sendsCrmServiceHint')}
          />
        </div>
      </div>
    </Panel>
  )
}
