import { useTranslation } from 'react-i18next'
import { sayOrder } from './say-order.ts'
import type { TicketOrder } from './ticket-model.ts'

/** What is asked for a customer who exists: how long and from when, which product, or whether they are disabled or enabled. */
export function OrderLines({ order }: { readonly order: TicketOrder }) {
  const { t } = useTranslation()
  const { main, more } = sayOrder(t, order)
  return (
    <>
      <span className="block font-semibold">{main}</span>
      {more.map((line) => (
        <span key={line} className="block text-small text-soft">
          {line}
        </span>
      ))}
    </>
  )
}
