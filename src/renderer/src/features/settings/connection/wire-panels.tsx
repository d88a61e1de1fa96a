import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  logInMakers,
  mappingIdForms,
  productChanges,
  renewals,
} from '../../../../../shared/domain/connection/connection.ts'
import { macFormats } from '../../../../../shared/domain/device-identifier.ts'
import { FormRadio, FormSelect, FormText, FormSwitch } from '../../../ui/form-fields.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'
import { CreationPanel } from './creation-panel.tsx'

const fields = ['unsentWarning', 'unsentLimit', 'unsentHours'] as const

interface Part {
  readonly control: Control<ConnectionSettingsValues>
}

/** The panels about calls, values and formats of this platform. */
export function WirePanels({ control }: Part) {
  return (
    <>
      <CreationPanel control={control} />
      <LogInPanel control={control} />
      <BoxPanel control={control} />
      <RenewalPanel control={control} />
      <ReadingPanel control={control} />
      <UnsentPanel control={control} />
    </>
  )
}

function LogInPanel({ control }: Part) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.connection.log-in')}>
      <div className="grid items-start gap-4 narrow:grid-cols-2">
        <div className="narrow:col-span-2">
          <FormRadio
            control={control}
            name="logIns"
            label={t('settings.connection.logIns')}
            choices={logInMakers.map((id) => ({
              id,
              name: t(`settings.connection.logInsOf.${id}.name`),
              note: t(`settings.connection.logInsOf.${id}.note`),
            }))}
          />
        </div>
        <div className="narrow:col-span-2">
          <FormText
            control={control}
            name="logInPattern"
            figures
            label={t('settings.connection.logInPattern')}
            hint={t('settings.connection.logInPatternHint')}
          />
        </div>
        <div className="narrow:col-span-2">
          <FormRadio
            control={control}
            name="mappingId"
            label={t('settings.connection.mappingId')}
            hint={t('settings.connection.mappingIdHint')}
            choices={mappingIdForms.map((id) => ({
              id,
              name: t(`settings.connection.mappingIds.${id}.name`),
              note: t(`settings.connection.mappingIds.${id}.example`),
            }))}
          />
        </div>
      </div>
    </Panel>
  )
}

function BoxPanel({ control }: Part) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.connection.boxes')}>
      <div className="grid gap-4">
        <FormRadio
          control={control}
          name="macFormat"
          label={t('settings.connection.macFormat')}
          choices={macFormats.map((id) => ({ id, name: t(`settings.connection.macFormats.${id}`) }))}
        />
        <FormText control={control} name="defaultModel" label={t('settings.connection.defaultModel')} />
      </div>
    </Panel>
  )
}

function ReadingPanel({ control }: Part) {
  const { t } = useTranslation()
  const retrievals = ['auto', 'query', 'body'] as const
  const unknownIds = ['empty', 'zero'] as const
  return (
    <Panel title={t('settings.connection.reading')} note={t('settings.connection.readingNote')}>
      <div className="grid items-start gap-4 narrow:grid-cols-2">
        <FormSelect
          control={control}
          name="retrieval"
          label={t('settings.connection.retrieval')}
          choices={retrievals.map((id) => ({ id, name: t(`settings.connection.retrievals.${id}`) }))}
        />
        <FormSelect
          control={control}
          name="unknownMappingId"
          label={t('settings.connection.unknownMappingId')}
          choices={unknownIds.map((id) => ({ id, name: t(`settings.connection.unknownMappingIds.${id}`) }))}
        />
        <FormText
          control={control}
          name="longestProcessingSeconds"
          inputMode="decimal"
          label={t('settings.connection.longestProcessingSeconds')}
          hint={t('settings.connection.longestProcessingHint')}
        />
        <FormText
          control={control}
          name="timeoutSeconds"
          inputMode="decimal"
          label={t('settings.connection.timeoutSeconds')}
          hint={t('settings.connection.timeoutHint')}
        />
        <FormText
          control={control}
          name="concurrency"
          inputMode="numeric"
          label={t('settings.connection.concurrency')}
          hint={t('settings.connection.concurrencyHint')}
        />
        <FormText
          control={control}
          name="jobsPerMinute"
          inputMode="numeric"
          label={t('settings.connection.jobsPerMinute')}
          hint={t('settings.connection.jobsPerMinuteHint')}
        />
        <FormText
          control={control}
          name="extraCustomerFilter"
          label={t('settings.connection.extraCustomerFilter')}
          hint={t('settings.connection.extraCustomerFilterHint')}
        />
      </div>
    </Panel>
  )
}

/** How much unsent work a computer may hold before it warns, and before it accepts no more. */
function UnsentPanel({ control }: { readonly control: Control<ConnectionSettingsValues> }) {
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

/** The calls that renew and change a product, how a renewal names its service, and how a lost reply is handled. */
function RenewalPanel({ control }: { readonly control: Control<ConnectionSettingsValues> }) {
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
