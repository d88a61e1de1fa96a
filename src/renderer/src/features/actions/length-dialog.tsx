import { useForm, useWatch, type FieldPath } from 'react-hook-form'
import type { KnownCustomerAction, CountsFrom } from '../../../../shared/domain/action.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { dayOfInstant, laterDays, readDay, type Day } from '../../../../shared/domain/day.ts'
import { t } from '../../locale.ts'
import { useNow } from '../../state/use-now.ts'
import { FormText } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CorrectionLength, CorrectionProduct } from '../queue/correction-fields.tsx'
import { readCorrection, toCorrection, type CorrectionValues } from '../queue/correction-values.ts'
import { sayWho, type ActionCustomer } from './action-customer.ts'
import { ActionDialog } from './action-dialog.tsx'
import { BeforeAfter } from './before-after.tsx'
import { useAction } from './use-action.ts'

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
interface AskedLength {
  readonly count: string
  readonly unit: 'months' | 'days'
  readonly from: CountsFrom
}

const writeDay = (day: Day): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

export interface LengthDialogProps {
  readonly kind: 'renewal' | 'product-change'
  readonly customer: ActionCustomer
  readonly connection: Connection
  readonly onClose: () => void
}

/** A renewal or a change of product: length, start, and the resulting end date before it is saved. */
export function LengthDialog({ kind, customer, connection, onClose }: LengthDialogProps) {
  const action = useAction(customer)
  const today = dayOfInstant(useNow())
  const form = useForm<CorrectionValues>({ defaultValues: toCorrection(beginAction(kind, customer, connection)) })
  const { control, handleSubmit, setError } = form
  const values = useWatch({ control }) as CorrectionValues
  const end = endAfter(values, customer.endDate, today)
  const product = connection.products.find(({ productid }) => productid === values.productid)?.name ?? values.productid

  const submit = handleSubmit(async (typed) => {
    const reading = readCorrection(typed, kind)
    if (reading.ok) return await action.save(reading.action)
    for (const [index, { path, code }] of reading.problems.entries())
      setError(path as FieldPath<CorrectionValues>, { message: code }, { shouldFocus: index === 0 })
  })

  return (
    <ActionDialog
      title={t(`actions.${kind}.title`, { customer: sayWho(customer) })}
      verb={t(`actions.${kind}.verb`)}
      customer={customer}
      isBusy={action.isBusy}
      error={action.error}
      jobId={action.jobId}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {kind === 'product-change' ? (
        <CorrectionProduct
          form={form}
          products={connection.products}
          canKeepExtra={connection.productChange === 'changeCustomerProductAsync'}
        />
      ) : undefined}
      <CorrectionLength form={form} />
      <BeforeAfter
        heads={[t('actions.before'), t('actions.after')]}
        rows={[
          ...(kind === 'product-change'
            ? [
                {
                  id: 'product',
                  name: t('actions.product'),
                  before: customer.product,
                  after: product === '' ? t('actions.notChosen') : product,
                },
              ]
            : []),
          { id: 'end', name: t('ticket.endDate'), before: customer.endDate, after: sayEnd(end, values) },
        ]}
      />
      {end?.isEarlier === true ? <Notice tone="warning">{t('actions.endsEarlier')}</Notice> : undefined}
      {end?.isPast === true ? <Notice tone="warning">{t('actions.stillPast')}</Notice> : undefined}
      <FormText
        control={control}
        name="password"
        figures
        label={t('activation.customer.password')}
        optional={t('ui.optional')}
        hint={t('actions.passwordHint')}
      />
    </ActionDialog>
  )
}

/** The form starts with one month after the present end date. */
function beginAction(
  kind: LengthDialogProps['kind'],
  { userid, customermappingid }: ActionCustomer,
  { productChange }: Pick<Connection, 'productChange'>,
): KnownCustomerAction {
  const known = { userid, ...(customermappingid !== undefined && { customermappingid }) }
  const length = { months: 1, days: 0, from: 'end-date' } as const
  return kind === 'renewal'
    ? { kind, ...known, ...length }
    : {
        kind,
        ...known,
        ...length,
        productid: '',
        keepExtraPackages: productChange === 'changeCustomerProductAsync',
      }
}

/** The resulting end date in words, or why it is unknown. */
export function sayEnd(end: EndAfter | undefined, { count, from }: AskedLength): string {
  if (end === undefined) return t(count.trim() === '' || from === 'today' ? 'actions.noLength' : 'actions.endNotKnown')
  const day = end.days.join(t('actions.or'))
  return end.orFromToday === undefined
    ? day
    : t('actions.endOfLapsed', { day, other: end.orFromToday.join(t('actions.or')) })
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
