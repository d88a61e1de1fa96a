import { useState } from 'react'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { RadioGroup, Switch } from '../../../ui/choices.tsx'
import { DraftField, HostnameField, useDraftForm } from './draft-fields.tsx'
import type { ActivationState } from '../use-activation.ts'
import { Button } from '../../../ui/button.tsx'
import { useController } from 'react-hook-form'
import type { Product } from '../../../../../shared/domain/customer/customer.ts'
import { noLogIn, noPlan, planOf, questionsFor, settleDraft } from '../draft/make-draft.ts'
import {
  creationFlags,
  creationTexts,
  creations,
  loneCreations,
  takesOf,
  type CreationFlag,
} from '../../../../../shared/domain/customer/creation.ts'
import { sayRule } from '../../../ui/text-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../locale.ts'

const other = 'other'

/**
 * Fields for what the customer gets: the product, the length if the product has no usual length, the hostname if the connection lists none,
 * and the creation options that the operator wants asked.
 */
export function PlanPart({ activation }: { readonly activation: ActivationState }) {
  const { draft, connection } = activation
  const { products, hostnames } = connection
  return (
    <div className="@container grid gap-4">
      <ProductChoice
        productid={draft.plan.productid}
        products={products}
        lastProductid={draft.correcting === undefined && products.length > 1 ? connection.last?.productid : undefined}
      />
      {asksForLength(draft.plan.productid, products) ? (
        <LengthFields key={draft.plan.productid} plan={draft.plan} />
      ) : undefined}
      {draft.kind === 'new-customer' && draft.withoutBox !== true && hostnames.length === 0 ? (
        <div className="max-w-lg">
          <HostnameField hostnames={hostnames} isNeeded={false} />
        </div>
      ) : undefined}
      <CreationOptionFields draft={draft} connection={connection} />
    </div>
  )
}

export const asksForLength = (productid: string, products: readonly Product[]): boolean => {
  const product = products.find((one) => one.productid === productid)
  return productid !== '' && (product === undefined || (product.months === 0 && product.days === 0))
}

/**
 * Fields for the length and the renewal interval. The length is a number with its unit, so that the technician sets either months or days.
 * A draft that has both shows two fields.
 */
export function LengthFields({ plan }: { readonly plan: Draft['plan'] }) {
  const { setValue, clearErrors } = useDraftForm()
  const [unit, setUnit] = useLengthUnit(plan)
  const hasBoth = plan.months.trim() !== '' && plan.days.trim() !== ''
  const choose = (next: 'months' | 'days'): void => {
    const count = plan[unit]
    setUnit(next)
    setValue('plan.months', next === 'months' ? count : '', { shouldDirty: true })
    setValue('plan.days', next === 'days' ? count : '', { shouldDirty: true })
    clearErrors('plan')
  }
  return (
    <div className="@container">
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3.5 @min-[40rem]:grid-cols-[8rem_minmax(0,1fr)_12rem]">
        <DraftField
          key={unit}
          name={`plan.${unit}`}
          alsoFor={unit === 'months' ? 'plan.days' : 'plan.months'}
          label={t('activation.plan.length')}
          inputMode="numeric"
          figures
        />
        {hasBoth ? (
          <DraftField name="plan.days" label={t('activation.plan.days')} inputMode="numeric" figures />
        ) : (
          <RadioGroup
            label={t('activation.plan.unit')}
            value={unit}
            onChange={choose}
            choices={(['months', 'days'] as const).map((id) => ({ id, name: t(`activation.plan.${id}`) }))}
          />
        )}
        <DraftField
          name="plan.renewalinterval"
          label={t('activation.plan.renewalinterval')}
          inputMode="numeric"
          figures
        />
      </div>
    </div>
  )
}

/** Returns the unit of a length, and a function that sets the unit of an empty length. A length that is emptied keeps its unit. */
export function useLengthUnit({ months, days }: Pick<Draft['plan'], 'months' | 'days'>) {
  const [last, setLast] = useState<'months' | 'days'>('months')
  const unit = months.trim() !== '' ? 'months' : days.trim() !== '' ? 'days' : last
  if (unit !== last) setLast(unit)
  return [unit, setLast] as const
}

/** The new customer's credentials: typed by the technician, generated on save, or issued by the platform. */
export function LogInChoice(props: { readonly logIn: Draft['logIn']; readonly isPlatformIssued: boolean }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{t('activation.plan.logIn')}</legend>
      {props.isPlatformIssued ? (
        <p className="max-w-2xl text-soft">{t('activation.plan.platformIssued')}</p>
      ) : (
        <OwnLogIn logIn={props.logIn} />
      )}
    </fieldset>
  )
}

function OwnLogIn({ logIn }: { readonly logIn: Draft['logIn'] }) {
  const { setValue, clearErrors } = useDraftForm()
  const [isTyping, setTyping] = useState(logIn.userid !== '' || logIn.password !== '')
  const toggle = (): void => {
    if (isTyping) setValue('logIn', noLogIn, { shouldDirty: true })
    clearErrors('logIn')
    setTyping(!isTyping)
  }
  return (
    <>
      {isTyping ? (
        <div className="grid gap-x-4 gap-y-3.5 @min-[30rem]:grid-cols-2">
          {(['userid', 'password'] as const).map((name) => (
            <DraftField
              key={name}
              name={`logIn.${name}`}
              label={t(`activation.plan.${name}`)}
              hint={t('activation.plan.emptyIsMade')}
              figures
              canStayEmpty
            />
          ))}
        </div>
      ) : (
        <p className="max-w-2xl text-soft">{t('activation.plan.made')}</p>
      )}
      <div>
        <Button size="small" onPress={toggle}>
          {t(isTyping ? 'activation.plan.makeThem' : 'activation.plan.typeOwn')}
        </Button>
      </div>
    </>
  )
}

function sayLength({ months, days }: Product): string {
  if (months > 0) return t('ticket.months', { count: months })
  return days > 0 ? t('ticket.days', { count: days }) : t('activation.plan.noUsualLength')
}

interface ProductChoiceProps {
  readonly productid: string
  readonly products: readonly Product[]
  /** The product of the last customer, if an untouched form starts with it. */
  readonly lastProductid: string | undefined
}

/** The product of the last customer is marked until the technician presses a product. The mark asks for no answer. */
function ProductChoice({ productid, products, lastProductid }: ProductChoiceProps) {
  const { control, setValue, clearErrors } = useDraftForm()
  const { fieldState } = useController({ name: 'plan.productid', control })
  const isOffered = products.some((product) => product.productid === productid)
  const [isTyping, setTyping] = useState(!isOffered && productid !== '')
  const [isChosen, setChosen] = useState(false)
  const isOfLast = !isChosen && productid === lastProductid
  const choose = (id: string): void => {
    const product = products[Number(id)]
    setTyping(product === undefined)
    setChosen(true)
    setValue('plan', product === undefined ? noPlan : planOf(product), { shouldDirty: true })
    clearErrors('plan')
  }
  const typed = isTyping || products.length === 0
  const value = typed ? other : String(products.findIndex((product) => product.productid === productid))
  return (
    <div className="grid gap-4">
      {products.length === 0 ? undefined : (
        <div data-path={typed ? undefined : 'plan.productid'}>
          <RadioGroup
            isRequired
            label={t('activation.plan.products')}
            value={value === '-1' ? undefined : value}
            onChange={choose}
            onConfirm={() => setChosen(true)}
            mark={isOfLast ? t('activation.customer.asLast') : undefined}
            error={typed || fieldState.error === undefined ? undefined : t('activation.plan.chooseProduct')}
            choices={[
              ...products.map((product, index) => ({
                id: String(index),
                name: product.name,
                note: sayLength(product),
              })),
              { id: other, name: t('activation.plan.other'), note: t('activation.plan.otherNote') },
            ]}
          />
        </div>
      )}
      {typed ? (
        <div className="max-w-80">
          <DraftField
            name="plan.productid"
            label={t('activation.plan.productid')}
            hint={t('activation.plan.productidHint')}
            figures
          />
        </div>
      ) : undefined}
    </div>
  )
}

function CreationOptionFields({ draft, connection }: Pick<ActivationState, 'draft' | 'connection'>) {
  const asked = questionsFor(draft, connection)
  if (asked.length === 0) return undefined
  const hasBox = draft.withoutBox !== true
  const { creation } = settleDraft(draft, connection)
  return (
    <fieldset className="grid gap-3.5">
      <legend className="mb-2 font-semibold">{t('activation.options.title')}</legend>
      <div className="grid items-start gap-x-4 gap-y-3.5 @min-[30rem]:grid-cols-2">
        {asked.includes('creation') ? <CallField choices={hasBox ? creations : loneCreations} /> : undefined}
        {creationTexts
          .filter((name) => asked.includes(name))
          .map((name) =>
            name === 'reseller_id' && connection.resellers.length > 0 ? (
              <ResellerField key={name} resellers={connection.resellers} />
            ) : (
              <DraftField
                key={name}
                name={`options.${name}`}
                label={t(`activation.options.${name}`)}
                hint={t(`activation.options.hints.${name}`)}
                figures
                canStayEmpty={name !== 'currency'}
              />
            ),
          )}
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
  const { control } = useDraftForm()
  const { field } = useController({ control, name: 'options.creation' })
  return (
    <Select
      label={t('activation.options.creation')}
      hint={t('activation.options.creationHint')}
      value={field.value === undefined || field.value === '' ? 'usual' : field.value}
      onChange={(id) => field.onChange(id === 'usual' ? '' : id)}
      choices={[
        { id: 'usual', name: t('activation.options.usual') },
        ...choices.map((id) => ({ id: id as string, name: id, note: t(`activation.options.creations.${id}`) })),
      ]}
    />
  )
}

function ResellerField({ resellers }: Pick<Connection, 'resellers'>) {
  const { control } = useDraftForm()
  const { field, fieldState } = useController({ control, name: 'options.reseller_id' })
  const value = field.value ?? ''
  const isNamed = value === '' || resellers.some(({ id }) => id === value)
  const choices = [
    { id: '', name: t('activation.options.noReseller') },
    ...(isNamed ? [] : [{ id: value, name: value }]),
    ...resellers.map(({ id, name }) => ({ id, name, note: id })),
  ]
  return (
    <Select
      label={t('activation.options.reseller_id')}
      error={sayRule(fieldState.error?.type)}
      value={value}
      onChange={field.onChange}
      choices={choices}
    />
  )
}

function FlagSwitch({ name }: { readonly name: CreationFlag }) {
  const { control } = useDraftForm()
  const { field } = useController({ control, name: `flags.${name}` })
  return (
    <Switch isSelected={field.value ?? false} onChange={field.onChange}>
      {t(`activation.options.${name}`)}
    </Switch>
  )
}
