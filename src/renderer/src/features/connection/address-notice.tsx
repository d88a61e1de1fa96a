import { TriangleAlert, Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AddressReading } from '../../../../shared/domain/connection/address.ts'

/** Under the address: what was mended in it, and a warning for plain http. */
export function AddressNotice({ reading }: { readonly reading: AddressReading }) {
  const { t } = useTranslation()
  if (!reading.ok) return undefined
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden">
      {reading.mended.length === 0 ? undefined : (
        <p className="flex items-start gap-2 text-small text-soft">
          <Wrench aria-hidden size="0.875rem" className="mt-px shrink-0" />
          <span className="[overflow-wrap:anywhere]">
            {reading.mended.map((mending) => t(`connection.address.${mending}`)).join(' ')}{' '}
            <b className="font-semibold text-ink">{t('connection.address.becomes', { address: reading.baseUrl })}</b>
          </span>
        </p>
      )}
      {reading.plainHttp ? (
        <p className="flex items-start gap-2 rounded-normal bg-waiting-tint px-3 py-2 text-small text-waiting">
          <TriangleAlert aria-hidden size="0.875rem" className="mt-px shrink-0" />
          <span>
            <b className="font-semibold">{t('connection.address.plainHttp')}.</b>{' '}
            <span className="text-ink">{t('connection.address.plainHttpText')}</span>
          </span>
        </p>
      ) : undefined}
    </div>
  )
}
