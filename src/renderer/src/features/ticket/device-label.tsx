import { ScanLine } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { t } from '../../locale.ts'
import { useVendor } from '../../state/services.tsx'
import { clsx } from 'clsx'
import type { TicketModel } from './ticket-model.ts'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'

/** Loaded late, because Home shows no label before a scan. */
const BarStrip = lazy(async () => ({ default: (await import('./bar-strip.tsx')).BarStrip }))

interface DeviceLabelProps {
  readonly deviceLabel: NonNullable<TicketModel['box']>
  /** Status of the box, shown in the label's last cell. */
  readonly aside?: ReactNode
  readonly size?: 'normal' | 'small'
}

/** The label of a box, drawn like the sticker under the box: maker, model, bars, and the identifier. The raw scan is shown on demand. */
export function DeviceLabel({ deviceLabel, aside, size = 'normal' }: DeviceLabelProps) {
  const { identifier, model, raw } = deviceLabel
  const maker = useVendor(identifier)
  const small = size === 'small'
  return (
    <div className="@container/label min-w-0">
      <div
        data-device-label
        className={clsx(
          'grid overflow-clip rounded-label border border-stock-line bg-stock text-on-stock shadow-lift',
          !small &&
            (aside === undefined
              ? '@min-[36rem]/label:grid-cols-[minmax(8rem,1fr)_auto]'
              : '@min-[36rem]/label:grid-cols-[minmax(8rem,1fr)_auto_minmax(6rem,auto)]'),
        )}
      >
        <div className={clsx('grid min-w-0 content-between gap-x-3', small ? 'px-3 pt-2' : 'px-4 py-2.5')}>
          <p className="text-small font-bold tracking-[0.09em] [overflow-wrap:anywhere] uppercase">
            {maker ?? t(`ticket.deviceLabel.kind.${identifier.kind}`)}
          </p>
          {model === '' ? undefined : (
            <p className={clsx('font-bold [overflow-wrap:anywhere]', small ? 'text-body' : 'text-title')}>{model}</p>
          )}
          {raw.trim() === '' ? undefined : <RawScan raw={raw} />}
        </div>
        <div
          className={clsx(
            'grid min-w-0 content-between gap-1.5',
            small
              ? 'px-3 pb-2.5'
              : 'px-4 pb-3 @min-[36rem]/label:border-s @min-[36rem]/label:border-stock-line @min-[36rem]/label:py-2.5',
          )}
        >
          <Suspense fallback={<span className="h-7 @min-[36rem]/label:h-9" />}>
            <BarStrip text={identifier.value} />
          </Suspense>
          <p className={clsx('flex flex-wrap items-baseline gap-x-2 font-bold', small ? 'text-lead' : 'text-title')}>
            <span className="text-small font-semibold text-soft-on-stock">
              {t(`ticket.deviceLabel.short.${identifier.kind}`)}
            </span>
            <Identifier identifier={identifier} />
          </p>
        </div>
        {aside === undefined ? undefined : (
          <div className="grid items-center border-stock-line px-4 py-2.5 @max-[36rem]/label:border-t @min-[36rem]/label:border-s">
            {aside}
          </div>
        )}
      </div>
    </div>
  )
}

function RawScan({ raw }: { readonly raw: string }) {
  return (
    <details className="min-w-0 text-small text-soft-on-stock open:basis-full">
      <summary className="inline-flex min-h-6 cursor-default items-center gap-1 rounded-small underline decoration-edge underline-offset-2 hover:text-on-stock">
        <ScanLine aria-hidden size={12} />
        {t('ticket.deviceLabel.showRaw')}
      </summary>
      <span className="block font-figures [overflow-wrap:anywhere]" translate="no">
        {t('ticket.deviceLabel.scannedAs', { raw })}
      </span>
    </details>
  )
}

/** Shows an identifier as on a label, in pairs separated by colons. The colons are copied, too. Lines wrap only between pairs. */
export function Identifier({ identifier }: { readonly identifier: DeviceIdentifier }) {
  const groups = groupIdentifier(identifier)
  return (
    <span className="font-figures tabular-nums [overflow-wrap:anywhere]" translate="no">
      {groups.map((group, index) => (
        <span key={`${String(index)}${group}`} className={groups.length > 1 ? 'whitespace-nowrap' : undefined}>
          {group}
          {index === groups.length - 1 ? undefined : <span className="font-normal text-soft">:</span>}
        </span>
      ))}
    </span>
  )
}

/** Splits an identifier into groups that are easy to compare: a MAC address into pairs. A serial number stays one group. */
export function groupIdentifier({ kind, value }: DeviceIdentifier): readonly string[] {
  return kind === 'mac' ? (value.match(/../g) ?? [value]) : [value]
}
