import { readDevices, listsDevice } from '../../../platform/read/read-records.ts'
import type { DeviceRecord } from '../../../platform/find-fields.ts'
import { boxOf, logInOf, type Box, type Intent, type IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { identifierOnWire } from '../../../shared/domain/device-identifier.ts'
import type { Parameters, Payload, PlannedStep } from '../ledger/rows.ts'
import { foundOnly, type Found, type StepRule, services } from './step-parts.ts'

/** The rule for binding a box to a customer or a hostname (MAC addresses). The effect is read from the list of boxes. */
const bindingRule = (reads: StepRule['reads']): StepRule => ({
  reads,
  creates: false,
  spends: false,
  judge: (answer, { payload }) => findDevice(answer.verdict === 'absent' ? [] : readDevices(answer), payload),
})

export const bindUserRule = bindingRule('devices')

export const bindHostnameRule = bindingRule('GetMacAddressesUnderHostname')

/** Plans the steps that bind the box to its customer, and to its hostname if one was chosen. Without a box there are no steps. */
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

/** Whether a list of boxes shows the job's box. `devices` is undefined if the list could not be read. */
function findDevice(devices: readonly DeviceRecord[] | undefined, { intent }: Payload): Found {
  const box = boxOf(intent)
  if (devices === undefined || box === undefined) return foundOnly('unclear')
  const isThere = listsDevice(devices, box.identifier)
  return { finding: isThere ? 'present' : 'absent', provesRead: devices.length > 0 }
}
