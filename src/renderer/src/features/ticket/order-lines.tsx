import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TicketLength, TicketOrder } from './ticket-model.ts'

/** The action for an existing customer: length and start, product, disable or enable. */
export function OrderLines({ order }: { readonly order: TicketOrder }) {
  const { t } = useTranslation()
  const { main, more } = sayOrder(t, order)
  return (
    <>
      <span className="block font-semibold">{main}</span>
      {more.map((line) => (
        <SoftLine key={line}>{line}</SoftLine>
      ))}
    </>
  )
}

/** A line below the main one. */
export function SoftLine({ children }: { readonly children: string }) {
  return <span className="block text-small text-soft">{children}</span>
}

/** The action in words: `main`, and a line for each detail. */
export function sayOrder(
  t: TFunction,
  order: TicketOrder,
): { readonly main: string; readonly more: readonly string[] } {
  switch (order.kind) {
    case 'renewal':
      return { main: sayLength(t, order.length), more: [t(`ticket.from.${order.from}`)] }
    case 'product-change': {
      const { name, productid } = order.product
      const product = t('ticket.product', { productid })
      const length = `${sayLength(t, order.length)}, ${t(`ticket.from.${order.from}`)}`
      const extra = order.keepsExtraPackages ? [t('ticket.keepsExtraPackages')] : []
      return { main: name ?? product, more: [...(name === undefined ? [] : [product]), length, ...extra] }
    }
    case 'disable':
    case 'enable':
      return { main: t(`ticket.${order.kind}.what`), more: [t(`ticket.${order.kind}.means`)] }
    case 'console':
      return { main: order.operation, more: order.values.map(([name, value]) => `${name} = ${value}`) }
  }
}

/** `12 months`, `3 days`, or that no length is chosen yet. */
export function sayLength(t: TFunction, length: TicketLength | undefined): string {
  return length === undefined ? t('ticket.noLength') : t(`ticket.${length.unit}`, { count: length.count })
}
