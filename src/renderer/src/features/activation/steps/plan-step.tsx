import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { CreationOptionFields } from './creation-options.tsx'
import { DraftField } from './draft-field.tsx'
import { useDraftForm } from '../draft/draft-form.ts'
import { HostnameField } from './hostname-field.tsx'
import { isMadeByPlatform } from '../draft/is-made-there.ts'
import { LogInChoice } from './log-in-choice.tsx'
import { ProductChoice } from './product-choice.tsx'

export interface PlanStepProps {
  readonly draft: Draft
  readonly connection: Connection
}

/** What the customer gets: a product and its length, the hostname for the box, and the log-in. */
export function PlanStep({ draft, connection }: PlanStepProps) {
  return (
    <div className="grid gap-6">
      <ProductChoice productid={draft.plan.productid} products={connection.products} />
      <LengthFields plan={draft.plan} />
      <div className="@container grid gap-6">
        {draft.kind === 'customer-alone' ? undefined : (
          <div className="max-w-lg">
            <HostnameField hostnames={connection.hostnames} isNeeded={false} />
          </div>
        )}
        <CreationOptionFields draft={draft} connection={connection} />
        <LogInChoice logIn={draft.logIn} isMadeThere={isMadeByPlatform(draft, connection)} />
      </div>
    </div>
  )
}

/** One number and what it counts, so that months and days cannot both be given; a draft that has both shows both. */
function LengthFields({ plan }: { readonly plan: Draft['plan'] }) {
  const { t } = useTranslation()
  const { setValue, clearErrors } = useDraftForm()
  const [emptyUnit, setEmptyUnit] = useState<'months' | 'days'>('months')
  const hasMonths = plan.months.trim() !== ''
  const hasDays = plan.days.trim() !== ''
  const unit = hasMonths ? 'months' : hasDays ? 'days' : emptyUnit
  const choose = (next: 'months' | 'days'): void => {
    const count = plan[unit]
    setEmptyUnit(next)
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
        {hasMonths && hasDays ? (
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
