import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { useVendor } from '../../state/use-vendor.ts'
import { Identifier } from '../ticket/identifier.tsx'

export interface RowLabelProps {
  /** Undefined if the text names no box. */
  readonly identifier: DeviceIdentifier | undefined
  readonly text: string
  readonly model?: string | undefined
  /** Shown below a text that names no box. */
  readonly note: ReactNode
  readonly aside?: ReactNode
}

/** A box in a row, drawn like its label. A text that names no box is shown as it is. */
export function RowLabel({ identifier, text, model, note, aside }: RowLabelProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="font-semibold">
          {identifier === undefined ? (
            <span className="font-figures [overflow-wrap:anywhere]" translate="no">
              {text}
            </span>
          ) : (
            <Identifier identifier={identifier} />
          )}
        </p>
        <div className="text-small text-soft [overflow-wrap:anywhere]">
          {identifier === undefined ? note : <BoxWords identifier={identifier} model={model} />}
        </div>
      </div>
      {aside}
    </div>
  )
}

function BoxWords({
  identifier,
  model,
}: {
  readonly identifier: DeviceIdentifier
  readonly model: string | undefined
}) {
  const { t } = useTranslation()
  const maker = useVendor(identifier) ?? t(`ticket.deviceLabel.kind.${identifier.kind}`)
  return [maker, model].filter((word) => word !== undefined && word !== '').join(' · ')
}
