import type { TFunction } from 'i18next'
import type { TicketLength } from './ticket-model.ts'

/** `12 months`, `3 days`, or that no length is chosen yet. */
export function sayLength(t: TFunction, length: TicketLength | undefined): string {
  return length === undefined ? t('ticket.noLength') : t(`ticket.${length.unit}`, { count: length.count })
}
