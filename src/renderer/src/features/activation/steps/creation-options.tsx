import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import {
  creationFlags,
  creations,
  loneCreations,
  settleCreation,
  takesOf,
  type CreationFlag,
} from '../../../../../shared/domain/creation.ts'
import { sayRule } from '../../../ui/say-rule.ts'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/toggle.tsx'
import { DraftField } from './draft-field.tsx'
import { useDraftForm } from '../draft/draft-form.ts'
import { questionsFor, readOptions } from '../draft/draft-options.ts'

export interface CreationOptionsProps {
  readonly draft: Draft
  readonly connection: Connection
}

/** The options of the creation that the operator wants asked. Renders nothing if none is asked. */
export function CreationOptionFields({ draft, connection }: CreationOptionsProps) {
  const { t } = useTranslation()
  const asked = questionsFor(draft, connection)
  if (asked.length === 0) return undefined
  const hasBox = draft.kind === 'new-customer'
  const { creation } = settleCreation(readOptions(draft, connection), hasBox, connection)
  return (
    <fieldset className="grid gap-3.5" data-optional="">
      <legend className="mb-2 font-semibold">{t('activation.options.title')}</legend>
      <div className="grid items-start gap-x-4 gap-y-3.5 @min-[30rem]:grid-cols-2">
        {asked.includes('creation') ? <CallField choices={hasBox ? creations : loneCreations} /> : undefined}
        {asked.includes('reseller_id') ? <ResellerField resellers={connection.resellers} /> : undefined}
        {asked.includes('order_id') ? (
          <DraftField
            name="options.order_id"
            label={t('activation.options.order_id')}
            hint={t('activation.options.orderHint')}
            figures
            canStayEmpty
          />
        ) : undefined}
        {asked.includes('currency') ? (
          <DraftField
            name="options.currency"
            label={t('activation.options.currency')}
            hint={t('activation.options.currencyHint')}
            figures
          />
        ) : undefined}
        {asked.includes('productmappingid') ? (
          <DraftField
            name="options.productmappingid"
            label={t('activation.options.productmappingid')}
            hint={t('activation.options.productmappingidHint')}
            figures
            canStayEmpty
          />
        ) : undefined}
      </div>
      <div className="grid gap-x-4 @min-[30rem]:grid-cols-2">
        {creationFlags
          .filter((name) => asked.includes(name))
          .map((name) => (
            <FlagSwitch key={name} name={name} />
          ))}
      </div>
      {hasBox && !takesOf(creation).box ? (
        <p className="text-small text-soft">{t('activation.options.boundAfter')}</p>
      ) : undefined}
    </fieldset>
  )
}

function CallField({ choices }: { readonly choices: readonly (typeof creations)[number][] }) {
  const { t } = useTranslation()
  const { control } = useDraftForm()
  const { field } = useController({ control, name: 'options.creation' })
  return (
    <Select
      label={t('activation.options.creation')}
      value={field.value === undefined || field.value === '' ? 'usual' : field.value}
      onChange={(id) => {
        field.onChange(id === 'usual' ? '' : id)
      }}
      choices={[
        { id: 'usual', name: t('activation.options.usual') },
        ...choices.map((id) => ({ id: id as string, name: id, note: t(`activation.options.creations.${id}`) })),
      ]}
    />
  )
}

/** Select of the connection's resellers, or a text field for the id if it has none. */
function ResellerField({ resellers }: Pick<Connection, 'resellers'>) {
  const { t } = useTranslation()
  const { control } = useDraftForm()
  const { field, fieldState } = useController({ control, name: 'options.reseller_id' })
  const value = field.value ?? ''
  if (resellers.length === 0)
    return (
      <DraftField
        name="options.reseller_id"
        label={t('activation.options.reseller_id')}
        hint={t('activation.options.resellerHint')}
        figures
        canStayEmpty
      />
    )
  const isNamed = value === '' || resellers.some(({ id }) => id === value)
  const choices = [
    { id: '', name: t('activation.options.noReseller') },
    ...(isNamed ? [] : [{ id: value, name: value }]),
    ...resellers.map(({ id, name }) => ({ id, name, note: id })),
  ]
  return (
    <Select
      label={t('activation.options.reseller_id')}
      error={sayRule(t, fieldState.error?.type)}
      value={value}
      onChange={field.onChange}
      choices={choices}
    />
  )
}

function FlagSwitch({ name }: { readonly name: CreationFlag }) {
  const { t } = useTranslation()
  const { control } = useDraftForm()
  const { field } = useController({ control, name: `flags.${name}` })
  return (
    <Switch isSelected={field.value ?? false} onChange={field.onChange}>
      {t(`activation.options.${name}`)}
    </Switch>
  )
}
