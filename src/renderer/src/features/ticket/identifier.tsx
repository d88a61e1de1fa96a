import { Fragment } from 'react'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { groupIdentifier } from './group-identifier.ts'

/**
 * An identifier as a label shows it: figures of one width, pairs parted by quiet colons. Copied with its colons; where a line
 * is too short for it, it goes on between two pairs.
 */
export function Identifier({ identifier }: { readonly identifier: DeviceIdentifier }) {
  const { kind } = identifier
  return (
    <span className="font-figures tabular-nums [overflow-wrap:anywhere]" translate="no">
      {groupIdentifier(identifier).map((pair, index) => (
        <Fragment key={`${String(index)}${pair}`}>
          {index === 0 ? undefined : (
            <>
              <span className="font-normal text-soft">:</span>
              <wbr />
            </>
          )}
          {kind === 'mac' ? <span className="whitespace-nowrap">{pair}</span> : pair}
        </Fragment>
      ))}
    </span>
  )
}
