import { Router as BoxIcon, ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../locale.ts'
import { useVendor } from '../../state/use-vendor.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { Identifier } from './identifier.tsx'
import type { TicketModel } from './ticket-model.ts'

interface DeviceLabelProps {
  readonly deviceLabel: NonNullable<TicketModel['box']>
  /** Status of the box, shown at the right. */
  readonly aside?: ReactNode
  readonly size?: 'normal' | 'small'
}

/** The device label of a box. The raw scan is shown on demand. */
export function DeviceLabel({ deviceLabel, aside, size = 'normal' }: DeviceLabelProps) {
  const { identifier, model, raw } = deviceLabel
  const vendor = useVendor(identifier)
  const words = [vendor ?? t(`ticket.deviceLabel.kind.${identifier.kind}`), model].filter((word) => word !== '')
  const small = size === 'small'
  return (
    <div
      className={joinClasses(
        'grid items-center gap-x-3 rounded-large border border-line bg-surface',
        small ? 'grid-cols-1 p-3' : 'grid-cols-[auto_minmax(0,1fr)] p-3 shadow-lift',
      )}
    >
      {small ? undefined : (
        <span aria-hidden className="grid size-11 place-items-center rounded-normal bg-accent-tint text-accent">
          <BoxIcon size={26} strokeWidth={1.6} />
        </span>
      )}
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className={joinClasses('font-semibold', small ? 'text-lead' : 'text-title tracking-wide')}>
            <Identifier identifier={identifier} />
          </p>
          <div className="flex flex-wrap items-center gap-x-2 text-small text-soft">
            <span>{words.join(' · ')}</span>
            {raw.trim() === '' ? undefined : <RawScan raw={raw} />}
          </div>
        </div>
        {aside}
      </div>
    </div>
  )
}

function RawScan({ raw }: { readonly raw: string }) {
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="inline-flex min-h-6 cursor-default items-center gap-1 rounded-small underline decoration-edge underline-offset-2 hover:text-ink">
        <ScanLine aria-hidden size={12} />
        {t('ticket.deviceLabel.showRaw')}
      </summary>
      <span className="block font-figures [overflow-wrap:anywhere]" translate="no">
        {t('ticket.deviceLabel.scannedAs', { raw })}
      </span>
    </details>
  )
}
