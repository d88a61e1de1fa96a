import type { ComponentType } from 'react'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import type { EditedAs } from '../../../../../shared/domain/connection/connection.ts'
import { creationFlags, creationQuestions, type CreationQuestion } from '../../../../../shared/domain/creation.ts'
import { customerFields } from '../../../../../shared/domain/customer.ts'
import { FormSelect, FormText } from '../../../ui/form-fields.tsx'
import { Switch } from '../../../ui/toggle.tsx'
import { AddressField } from '../../connection/address-field.tsx'
import { AuthorityField, ProxyField } from '../../connection/network-fields.tsx'
import { ProxyLogInLine } from '../../connection/proxy-log-in-line.tsx'
import { TenantColourField } from '../../connection/tenant-colour.tsx'
import { flagChoices, settledTexts, type ConnectionSettingsValues } from './connection-settings-values.ts'
import { ProductsEditor } from './products-editor.tsx'
import { RowList } from './row-list.tsx'

interface EditorProps {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
}

/** The settings that need more than a plain field. */
export const settingEditors: Readonly<Record<EditedAs<'own'>, ComponentType<EditorProps>>> = {
  baseUrl: ({ control }) => <AddressField control={control} wasTried />,
  colour: ({ control }) => <TenantColourField control={control} />,
  products: ProductsEditor,
  resellers: ({ control }) => <RowList control={control} name="resellers" blank={{ id: '', name: '' }} />,
  defaults: CustomerDefaults,
  proxy: ({ control, connection }) => (
    <div className="grid gap-4">
      <ProxyField control={control} />
      <ProxyLogInLine connection={connection} />
    </div>
  ),
  authority: ({ control }) => <AuthorityField control={control} />,
  creationDefaults: SentWithCreations,
  creationQuestions: AskedAtCreations,
}

/** The values for required fields that a customer does not have. */
function CustomerDefaults({ control }: EditorProps) {
  const { t } = useTranslation()
  return (
    <div className="grid items-start gap-4 narrow:grid-cols-2">
      {customerFields.map((field) => (
        <FormText
          key={field}
          control={control}
          name={`defaults.${field}`}
          label={t(`settings.customerFields.${field}`)}
        />
      ))}
    </div>
  )
}

function SentWithCreations({ control }: EditorProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 narrow:grid-cols-3">
      <legend className="mb-2 font-semibold">{t('settings.fields.creationDefaults.label')}</legend>
      {settledTexts.map((name) => (
        <FormText
          key={name}
          control={control}
          name={`creationDefaults.${name}`}
          label={t(`activation.options.${name}`)}
          hint={t(`settings.fields.creationDefaults.hints.${name}`)}
        />
      ))}
      {creationFlags.map((name) => (
        <FormSelect
          key={name}
          control={control}
          name={`creationDefaults.${name}`}
          label={t(`activation.options.${name}`)}
          choices={flagChoices.map((id) => ({ id, name: t(`settings.fields.creationDefaults.flag.${id}`) }))}
        />
      ))}
    </fieldset>
  )
}

function AskedAtCreations({ control }: EditorProps) {
  const { t } = useTranslation()
  const { field } = useController({ control, name: 'creationQuestions' })
  const asked: readonly CreationQuestion[] = field.value
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-4 narrow:grid-cols-2">
      <legend className="font-semibold">{t('settings.fields.creationQuestions.label')}</legend>
      <p className="mb-1 text-small text-soft narrow:col-span-2">{t('settings.fields.creationQuestions.hint')}</p>
      {creationQuestions.map((name) => (
        <Switch
          key={name}
          isSelected={asked.includes(name)}
          onChange={(isAsked) =>
            field.onChange(creationQuestions.filter((one) => (one === name ? isAsked : asked.includes(one))))
          }
        >
          {t(`activation.options.${name}`)}
        </Switch>
      ))}
    </fieldset>
  )
}
