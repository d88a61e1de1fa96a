import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Product } from '../../../../../shared/domain/plan.ts'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { DraftField } from './draft-field.tsx'
import { useDraftForm } from '../draft/draft-form.ts'
import { planOf } from '../draft/make-draft.ts'

export interface ProductChoiceProps {
  readonly productid: string
  readonly products: readonly Product[]
}

const other = 'other'

/** The products that the connection offers, each with its usual length in one press; or an id that is typed. */
export function ProductChoice({ productid, products }: ProductChoiceProps) {
  const { t } = useTranslation()
  const { control, setValue, clearErrors } = useDraftForm()
  const { fieldState } = useController({ name: 'plan.productid', control })
  const isOffered = products.some((product) => product.productid === productid)
  const [isTyping, setTyping] = useState(!isOffered && productid !== '')
  const sayLength = ({ months, days }: Product): string => {
    if (months > 0) return t('ticket.months', { count: months })
    return days > 0 ? t('ticket.days', { count: days }) : t('activation.plan.noUsualLength')
  }
  const choose = (id: string): void => {
    const product = products[Number(id)]
    setTyping(product === undefined)
    setValue('plan', product === undefined ? { ...noProduct } : planOf(product), { shouldDirty: true })
    clearErrors('plan')
  }
  const typed = isTyping || products.length === 0
  const value = typed ? other : String(products.findIndex((product) => product.productid === productid))
  return (
    <div className="grid gap-4">
      {products.length === 0 ? undefined : (
        <RadioGroup
          label={t('activation.plan.products')}
          value={value === '-1' ? undefined : value}
          onChange={choose}
          error={typed || fieldState.error === undefined ? undefined : t('activation.plan.chooseProduct')}
          choices={[
            ...products.map((product, index) => ({
              id: String(index),
              name: product.name,
              note: [sayLength(product), t('ticket.renews', { count: product.renewalinterval })].join(', '),
            })),
            { id: other, name: t('activation.plan.other'), note: t('activation.plan.otherNote') },
          ]}
        />
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

const noProduct = { productid: '', months: '', days: '', renewalinterval: '1' }
