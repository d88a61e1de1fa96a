import { useTranslation } from 'react-i18next'
import type { CustomerFacts } from '../../../../shared/domain/customer-view.ts'
import { knownStatus } from '../../../../shared/domain/status.ts'
import { useNow } from '../../state/use-now.ts'
import { CustomerStatusChip } from './customer-status.tsx'
import { nameOf, sayDaysLeft } from './say-customer.ts'
import { useProductName } from './use-product-name.ts'

/** Who it is, what their status means, and until when they have what. */
export function CustomerHead({ facts }: { readonly facts: CustomerFacts }) {
  const { t } = useTranslation()
  const now = useNow()
  const productName = useProductName()
  const name = nameOf(facts)
  const id = facts.userid ?? facts.customermappingid ?? ''
  const known = knownStatus(facts.status)
  const product = facts.product === undefined ? undefined : productName(facts.product)
  const days = sayDaysLeft(t, facts.endDate, now)
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-title font-semibold [overflow-wrap:anywhere]">{name ?? id}</h2>
          {name === undefined ? undefined : (
            <p className="font-figures text-soft tabular-nums [overflow-wrap:anywhere]" translate="no">
              {id}
            </p>
          )}
        </div>
        {facts.status === undefined ? undefined : <CustomerStatusChip status={facts.status} size="large" />}
      </div>
      {known === undefined ? undefined : <p>{t(`customers.status.${known}.means`)}</p>}
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-small text-soft">{t('customers.facts.product')}</dt>
          <dd className="text-lead font-semibold">{product ?? t('customers.facts.untold')}</dd>
        </div>
        <div>
          <dt className="text-small text-soft">{t('customers.facts.until')}</dt>
          <dd className="text-lead font-semibold tabular-nums">
            {facts.endDate ?? t('customers.facts.untold')}
            {days === undefined ? undefined : <span className="ml-2 text-body font-normal text-soft">{days}</span>}
          </dd>
        </div>
      </dl>
    </header>
  )
}
