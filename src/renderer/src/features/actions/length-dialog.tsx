import { useWatch } from 'react-hook-form'
import { dayOfInstant, laterDays, readDay, type Day } from '../../../../shared/domain/day.ts'
import { useNow } from '../../state/use-now.ts'
import { Notice } from '../../ui/notice.tsx'
import { CorrectionLength, CorrectionProduct } from '../queue/correction-fields.tsx'
import type { CorrectionValues } from '../queue/correction-values.ts'
import { ActionDialog, ActionPassword, useAction, type ActionProps } from './action-dialog.tsx'
import { BeforeAfter } from './before-after.tsx'
import { t } from '../../locale.ts'
import { formatToldDay } from '../../ui/format-time.ts'

/** The end date that a length would lead to; days are `yyyy-MM-dd`. */
interface EndAfter {
  /** Two days if platforms count the end of a month differently, else one. */
  readonly days: readonly string[]
  /** Present if the subscription has ended: the end dates on platforms that count from today. */
  readonly orFromToday?: readonly string[]
  /** The new end is before the present one. */
  readonly isEarlier: boolean
  /** The new end is in the past. */
  readonly isPast: boolean
}

/** The length the technician asks for, and the day it counts from. */
type AskedLength = Pick<CorrectionValues, 'count' | 'unit' | 'from'>

const writeDay = (day: Day): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** A renewal or a change of product: length, start, and the resulting end date before it is saved. */
export function LengthDialog({ kind, customer, connection, onClose }: ActionProps<'renewal' | 'product-change'>) {
  const canKeepExtra = connection.productChange === 'changeCustomerProductAsync'
  const { form, saving } = useAction(kind, customer, canKeepExtra)
  const today = dayOfInstant(useNow())
  const values = useWatch({ control: form.control }) as CorrectionValues
  const end = endAfter(values, customer.endDate, today)
  const product = connection.products.find(({ productid }) => productid === values.productid)?.name ?? values.productid
  const chosen = product === '' ? t('actions.notChosen') : product
  const productRow = { id: 'product', name: t('actions.product'), before: customer.product, after: chosen }

  return (
    <ActionDialog kind={kind} customer={customer} onClose={onClose} {...saving}>
      {kind === 'product-change' ? (
        <CorrectionProduct form={form} products={connection.products} canKeepExtra={canKeepExtra} />
      ) : undefined}
      <CorrectionLength form={form} />
      <BeforeAfter
        heads={[t('actions.before'), t('actions.after')]}
        rows={[
          ...(kind === 'product-change' ? [productRow] : []),
          {
            id: 'end',
            name: t('ticket.endDate'),
            before: customer.endDate && formatToldDay(customer.endDate),
            after: sayEnd(end, values),
          },
        ]}
      />
      {end?.isEarlier === true ? <Notice tone="warning">{t('actions.endsEarlier')}</Notice> : undefined}
      {end?.isPast === true ? <Notice tone="warning">{t('actions.stillPast')}</Notice> : undefined}
      <ActionPassword form={form} />
    </ActionDialog>
  )
}

const say = (days: readonly string[]): string => days.map(formatToldDay).join(t('actions.or'))

/** The resulting end date in words, or why it is unknown. */
export function sayEnd(end: EndAfter | undefined, { count, from }: AskedLength): string {
  if (end === undefined) return t(count.trim() === '' || from === 'today' ? 'actions.noLength' : 'actions.endNotKnown')
  const day = say(end.days)
  return end.orFromToday === undefined ? day : t('actions.endOfLapsed', { day, other: say(end.orFromToday) })
}

/** Undefined without a valid length, or if the end date is needed and unknown. */
export function endAfter(
  { count, unit, from }: AskedLength,
  endDate: string | undefined,
  today: Day,
): EndAfter | undefined {
  const text = count.trim()
  if (!/^[0-9]{1,4}$/.test(text) || Number(text) === 0) return undefined
  const later = (day: Day): readonly Day[] =>
    unit === 'months' ? laterDays(day, Number(text), 0) : laterDays(day, 0, Number(text))
  const start = from === 'today' ? today : readDay(endDate ?? '')
  if (start === undefined) return undefined
  const ends = later(start)
  return {
    days: ends.map(writeDay),
    ...(start < today && { orFromToday: later(today).map(writeDay) }),
    isEarlier: ends.every((end) => end < (readDay(endDate ?? '') ?? 0)),
    isPast: ends.every((end) => end < today),
  }
}
