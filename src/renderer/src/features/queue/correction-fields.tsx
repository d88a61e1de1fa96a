import { useController, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { countsFrom } from '../../../../shared/domain/action.ts'
import type { Product } from '../../../../shared/domain/plan.ts'
import { FormRadio, FormText } from '../../ui/form-fields.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/toggle.tsx'
import { sayRule } from '../../ui/say-rule.ts'
import type { CorrectionValues } from './correction-values.ts'

interface Part {
  readonly form: UseFormReturn<CorrectionValues>
}

/** Selects a product of the connection with its usual length, or takes a typed product id if it has none. */
export function CorrectionProduct(
  props: Part & {
    readonly products: readonly Product[]
    readonly canKeepExtra: boolean
  },
) {
  const { t } = useTranslation()
  const { form, products } = props
  const { control, setValue } = form
  const { field, fieldState } = useController({ control, name: 'productid' })
  const extra = useController({ control, name: 'keepExtraPackages' })
  const isOffered = products.some(({ productid }) => productid === field.value)
  const choose = (productid: string): void => {
    field.onChange(productid)
    const product = products.find((one) => one.productid === productid)
    if (product === undefined) return
    const unit = product.days > 0 ? 'days' : 'months'
    if (product[unit] > 0) {
      setValue('unit', unit)
      setValue('count', String(product[unit]))
    }
  }
  return (
    <div className="grid gap-2">
      {products.length === 0 ? (
        <FormText control={control} name="productid" figures label={t('activation.plan.productid')} />
      ) : (
        <Select
          label={t('activation.plan.products')}
          value={field.value === '' ? undefined : field.value}
          placeholder={t('actions.choose')}
          onChange={choose}
          error={sayRule(t, fieldState.error?.message)}
          choices={[
            ...(isOffered || field.value === ''
              ? []
              : [{ id: field.value, name: t('ticket.product', { productid: field.value }) }]),
            ...products.map(({ productid, name }) => ({
              id: productid,
              name,
              note: t('ticket.product', { productid }),
            })),
          ]}
        />
      )}
      {props.canKeepExtra ? (
        <Switch isSelected={extra.field.value} onChange={extra.field.onChange}>
          {t('queue.correct.keepExtraPackages')}
        </Switch>
      ) : undefined}
    </div>
  )
}

/** The length, its unit, and the day from which it counts. */
export function CorrectionLength({ form }: Part) {
  const { t } = useTranslation()
  const { control } = form
  return (
    <div className="grid gap-3.5">
      <div className="grid items-start gap-x-4 gap-y-3.5 @min-[26rem]:grid-cols-[8rem_minmax(0,1fr)]">
        <FormText control={control} name="count" inputMode="numeric" figures label={t('activation.plan.length')} />
        <FormRadio
          control={control}
          name="unit"
          label={t('activation.plan.unit')}
          choices={(['months', 'days'] as const).map((id) => ({ id, name: t(`activation.plan.${id}`) }))}
        />
      </div>
      <FormRadio
        control={control}
        name="from"
        label={t('queue.correct.from')}
        choices={countsFrom.map((id) => ({ id, name: t(`queue.correct.countsFrom.${id}`) }))}
      />
    </div>
  )
}
