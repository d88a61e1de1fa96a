import { useTranslation } from 'react-i18next'
import type { CustomerRow as Row } from '../../../../../shared/domain/customer-view.ts'
import { CustomerStatusChip } from '../customer-status.tsx'
import { nameOf, sayDaysLeft } from '../say-customer.ts'

export interface CustomerRowProps {
  /** Absent while it is being fetched again. */
  readonly row: Row | undefined
  readonly now: number
  /** What the connection calls a product. */
  readonly productName: (product: string) => string
}

/** One customer of a list: who, how they stand, until when, and what they have. */
export function CustomerLine({ row, now, productName }: CustomerRowProps) {
  const { t } = useTranslation()
  if (row === undefined)
    return (
      <span className="h-3 w-48 max-w-full rounded-full bg-sunken">
        <span className="sr-only">{t('customers.list.loading')}</span>
      </span>
    )
  const name = nameOf(row)
  const id = row.userid ?? row.customermappingid ?? ''
  const isTold = Object.keys(row).some((key) => key !== 'userid' && key !== 'isUnknown')
  const days = sayDaysLeft(t, row.endDate, now)
  return (
    <>
      <span className="min-w-0 flex-1 basis-0">
        <span className="block truncate font-semibold">{name ?? <Figures text={id} />}</span>
        <span className="block truncate text-small text-soft">
          {name === undefined ? undefined : <Figures text={id} />}
          {name === undefined || row.mobile === undefined ? '' : ' · '}
          {row.mobile}
        </span>
      </span>
      <span className="hidden min-w-0 flex-1 basis-0 @min-[34rem]:block">
        <span className="block truncate">{row.product === undefined ? undefined : productName(row.product)}</span>
        <span className="block truncate text-small text-soft">{row.city ?? row.email}</span>
      </span>
      <span className="hidden w-30 shrink-0 tabular-nums @min-[26rem]:block">
        <span className="block truncate">{row.endDate}</span>
        <span className="block truncate text-small text-soft">{days}</span>
      </span>
      <span className="flex shrink-0 justify-end @min-[20rem]:w-26">
        {row.status === undefined ? (
          isTold ? undefined : (
            <span className="text-small text-soft">
              {t(row.isUnknown === true ? 'customers.list.unknown' : 'customers.list.untold')}
            </span>
          )
        ) : (
          <CustomerStatusChip status={row.status} />
        )}
      </span>
    </>
  )
}

function Figures({ text }: { readonly text: string }) {
  return (
    <span className="font-figures tabular-nums" translate="no">
      {text}
    </span>
  )
}
