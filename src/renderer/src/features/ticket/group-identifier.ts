import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'

/** An identifier in groups that are easy to compare: a MAC address in pairs, a serial number unchanged. */
export function groupIdentifier({ kind, value }: DeviceIdentifier): readonly string[] {
  return kind === 'mac' ? (value.match(/../g) ?? [value]) : [value]
}

/** A user ID of digits in groups of three or four, easy to type with a remote control. Others are unchanged. */
export function groupLogIn(userid: string): readonly string[] {
  if (!/^[0-9]{7,}$/.test(userid)) return [userid]
  const head = userid.length % 3 === 1 ? 4 : userid.length % 3
  const rest = userid.slice(head).match(/.{3}/g) ?? []
  return head === 0 ? rest : [userid.slice(0, head), ...rest]
}
