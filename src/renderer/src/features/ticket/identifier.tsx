import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { groupIdentifier } from './group-identifier.ts'

/**
 * An identifier as a label shows it: figures of one width, pairs parted by quiet colons. Copied with its colons; where a line
 * is too short for it, it goes on between two pairs.
 */
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
