import { type Answer, namesOf } from '../../../platform/answer.ts'
import type { DeviceRecord } from '../../../platform/find-fields.ts'
import {
  type DeviceList,
  isWhole,
  mayListDevice,
  mentionsDevice,
  readDeviceList,
  wholeList,
} from '../../../platform/read/read-devices.ts'
import { boxOf, logInOf, type Box, type Intent, type IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { identifierOnWire, listsDevice } from '../../../shared/domain/device-identifier.ts'
import type { Parameters, Payload, PlannedStep } from '../ledger/rows.ts'
import { foundOnly, type Found, isOfOther, type StepRule, services } from './step-parts.ts'

/** The rule for binding a box to a customer or a hostname (MAC addresses). The effect is read from the list of boxes. */
const bindingRule = (reads: StepRule['reads']): StepRule => ({
  reads,
  creates: false,
  judge: (answer, { payload }) => findDevice(answer, payload, reads === 'devices'),
})

export const bindUserRule = bindingRule('devices')

export const bindHostnameRule = bindingRule('GetMacAddressesUnderHostname')

export function planBindings(
  intent: IntentOf<'new-customer'> | IntentOf<'existing-customer'>,
  connection: Connection,
): readonly PlannedStep[] {
  const { box, hostname } = intent
  if (box === undefined) return []
  return [
    planUserBinding(intent, box, connection),
    ...(hostname === undefined ? [] : planHostnameBinding(box, hostname, connection)),
  ]
}

/** Plans the binding of a box to a customer (MAC addresses). An unknown password is sent as 0. */
function planUserBinding(intent: Intent, box: Box, connection: Connection): PlannedStep {
  const { userid, password = '0' } = logInOf(intent)
  // Credentials from the platform are filled in when they are known. Until then the step is not sent.
  const identity: Parameters = userid === undefined ? {} : { userid, password }
  return {
    kind: 'bind-user',
    operation: 'AddMacAddressForUser',
    payload: {
      ...(userid === undefined && { awaitsLogIn: true }),
      send: {
        ...identity,
        macAddress: identifierOnWire(box.identifier, connection.macFormat),
        ...services(connection),
        model: box.model === '' ? connection.defaultModel : box.model,
      },
      read: { ...identity, crmService: connection.crmService },
    },
  }
}

/** Plans the binding of a box to a hostname (MAC addresses). */
export function planHostnameBinding(box: Box, hostname: string, connection: Connection): readonly PlannedStep[] {
  const { crmService } = connection
  const macAddress = identifierOnWire(box.identifier, connection.macFormat)
  return [
    {
      kind: 'bind-hostname',
      operation: 'AddMacAddressToHostname',
      payload: { send: { macAddress, hostname, crmService }, read: { hostname, crmService } },
    },
  ]
}

/** A hostname as platforms write it: without the scheme and the last slash or dot of an address. */
const plainHost = (hostname: string): string =>
  hostname
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/.]$/, '')

/** Whether a list means this hostname. It may add a port or a path. */
function isSameHost(listed: string, hostname: string): boolean {
  const [one, other] = [plainHost(listed), plainHost(hostname)]
  return one === other || one.replace(/[:/].*$/, '') === other
}

/** The boxes that a list does not name under another hostname. A list that was asked for a hostname may show the boxes of all hostnames. */
const devicesUnder = (hostname: string, devices: readonly DeviceRecord[]): readonly DeviceRecord[] =>
  devices.filter((device) => device.hostname === undefined || isSameHost(device.hostname, hostname))

/**
 * The part of a list that is about a hostname. If the list names only other hostnames, the platform may write this one in another way, so
 * this part counts as incomplete.
 */
export function listUnder(hostname: string, list: DeviceList): DeviceList {
  const devices = devicesUnder(hostname, list.devices)
  const isNamed = devices.some((device) => device.hostname !== undefined)
  return { ...list, devices, isCut: list.isCut || (devices.length < list.devices.length && !isNamed) }
}

/**
 * Whether a list of boxes shows the job's box. A list that shows the box is believed whatever else is in it. A list that does not show the
 * box proves nothing unless all of it was understood and the box is named nowhere else in the answer. `isOfCustomer`: the list was asked
 * for one customer. If it names another customer as the owner of a box, it proves nothing.
 */
function findDevice(answer: Answer, { intent }: Payload, isOfCustomer: boolean): Found {
  const isAbsent = answer.verdict === 'absent'
  const list = isAbsent ? wholeList([]) : readDeviceList(answer)
  const box = boxOf(intent)
  if (box === undefined) return foundOnly('unclear')
  const asked = isOfCustomer ? logInOf(intent).userid : undefined
  if (list.devices.some(({ owners = [] }) => owners.length > 0 && owners.every((owner) => isOfOther(owner, asked))))
    return foundOnly('unclear')
  const host = !isOfCustomer && 'hostname' in intent ? intent.hostname : undefined
  const here = host === undefined ? list.devices : devicesUnder(host, list.devices)
  if (listsDevice(here, box.identifier)) return { finding: 'present', provesRead: true }
  if (mayListDevice(list.devices, box.identifier)) return foundOnly('unclear')
  if (!isAbsent && mentionsDevice(answer.data, box.identifier, namesOf(answer), logInOf(intent).userid))
    return foundOnly('unclear')
  return isWhole(list) ? { finding: 'absent', provesRead: list.devices.length > 0 } : foundOnly('unclear')
}
