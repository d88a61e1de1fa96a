import type { Activation } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { identifierOnWire } from '../../../shared/domain/device-identifier.ts'
import { readDevices } from '../../../platform/read/fields.ts'
import type { PlannedStep } from '../ledger/payload.ts'
import type { StepRule } from './step-rule.ts'
import { findDevice } from './bind-user.ts'

/** A box that knows its operator (MAC addresses), read from the list under the hostname. */
export const bindHostnameRule: StepRule = {
  reads: 'GetMacAddressesUnderHostname',
  creates: false,
  spends: false,
  judge: (answer, { payload }) => findDevice(answer.verdict === 'absent' ? [] : readDevices(answer), payload),
}

/** The operator for a box, where a hostname was chosen (MAC addresses). */
export function planHostnameBinding(intent: Activation, connection: Connection): readonly PlannedStep[] {
  if (intent.hostname === undefined) return []
  const { hostname } = intent
  const { crmService } = connection
  const macAddress = identifierOnWire(intent.box.identifier, connection.macFormat)
  return [
    {
      kind: 'bind-hostname',
      operation: 'AddMacAddressToHostname',
      payload: { send: { macAddress, hostname, crmService }, read: { hostname, crmService } },
    },
  ]
}
