import { logInOf, type IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { identifierOnWire } from '../../../shared/domain/device-identifier.ts'
import { readDevices, listsDevice } from '../../../platform/read/fields.ts'
import type { Parameters, PlannedStep, Payload } from '../ledger/payload.ts'
import { services } from './services.ts'
import { type StepRule, foundOnly, type Found } from './step-rule.ts'
import type { DeviceRecord } from '../../../platform/read/records.ts'

/** A box that a customer owns (MAC addresses), read from the customer's devices. */
export const bindUserRule: StepRule = {
  reads: 'devices',
  creates: false,
  spends: false,
  judge: (answer, { payload }) => findDevice(answer.verdict === 'absent' ? [] : readDevices(answer), payload),
}

/** A box for a customer (MAC addresses). An unknown password goes out as 0. */
export function planUserBinding(
  intent: IntentOf<'new-customer'> | IntentOf<'existing-customer'>,
  connection: Connection,
): PlannedStep {
  const { userid, password = '0' } = logInOf(intent)
  // Where the platform makes the log-in these come once it has told; until then nothing is sent of it.
  const identity: Parameters = userid === undefined ? {} : { userid, password }
  return {
    kind: 'bind-user',
    operation: 'AddMacAddressForUser',
    payload: {
      ...(userid === undefined && { awaitsLogIn: true }),
      send: {
        ...identity,
        macAddress: identifierOnWire(intent.box.identifier, connection.macFormat),
        ...services(connection),
        model: intent.box.model === '' ? connection.defaultModel : intent.box.model,
      },
      read: { ...identity, crmService: connection.crmService },
    },
  }
}

/** Whether a list shows the box of a job; a list that could not be read is undefined. */
export function findDevice(devices: readonly DeviceRecord[] | undefined, { intent }: Payload): Found {
  if (devices === undefined || !('box' in intent)) return foundOnly('unclear')
  const isThere = listsDevice(devices, intent.box.identifier)
  return { finding: isThere ? 'present' : 'absent', provesRead: devices.length > 0 }
}
