import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'

/**
 * An identifier as on a label: characters of one width, pairs separated by colons, which are copied too. Lines wrap
 * only between pairs.
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

/** An identifier in groups that are easy to compare: a MAC address in pairs, a serial number unchanged. */
export function groupIdentifier({ kind, value }: DeviceIdentifier): readonly string[] {
  return kind === 'mac' ? (value.match(/../g) ?? [value]) : [value]
}
