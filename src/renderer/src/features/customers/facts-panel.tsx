import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerFacts } from '../../../../shared/domain/customer-view.ts'

/** What is told of a customer beside name, status and boxes; what is not told takes no room. */
export function FactsPanel({ facts }: { readonly facts: CustomerFacts }) {
  const { t } = useTranslation()
  const place = [facts.postal, facts.city].filter((part) => part !== undefined).join(' ')
  const address = [facts.street, place, facts.state, facts.country].filter((part) => part !== undefined && part !== '')
  const rows: readonly (readonly [string, ReactNode, boolean])[] = [
    [t('customers.facts.mobile'), facts.mobile, true],
    [t('customers.facts.phone'), facts.phone === facts.mobile ? undefined : facts.phone, true],
    [t('customers.facts.email'), facts.email, false],
    [t('customers.facts.address'), address.length === 0 ? undefined : address.join(', '), false],
    [t('customers.facts.reseller'), facts.reseller, false],
    [t('customers.facts.mapping'), facts.customermappingid, true],
    [t('customers.facts.started'), facts.startDate, true],
    [t('customers.facts.created'), facts.createdAt, true],
    [t('customers.facts.limit'), facts.deviceLimit, true],
  ]
  const told = rows.filter(([, value]) => value !== undefined)
  if (told.length === 0) return undefined
  return (
    <section aria-label={t('customers.facts.title')} className="grid gap-2">
      <h3 className="text-lead font-semibold">{t('customers.facts.title')}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {told.map(([name, value, isFigures]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className={isFigures ? 'tabular-nums [overflow-wrap:anywhere]' : '[overflow-wrap:anywhere]'}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
