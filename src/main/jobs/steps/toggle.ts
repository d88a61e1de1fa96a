import type { IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { knownStatus } from '../../../shared/domain/status.ts'
import { readStatus } from '../../../platform/read/fields.ts'
import type { PlannedStep } from '../ledger/payload.ts'
import { identityOf, services } from './services.ts'
import { foundOnly, type StepRule } from './step-rule.ts'

/**
 * Disable and Enable (Customer status), read from the customer's status. Enabling succeeds once he is no longer Disabled: an
 * expired customer stays expired. A word that is none of the five statuses may mean anything, and shows nothing.
 */
export const toggleRule = (kind: 'disable' | 'enable'): StepRule => ({
  reads: 'GetCustomerStatus',
  creates: false,
  spends: false,
  judge(answer) {
    const status = readStatus(answer)
    const known = knownStatus(status)
    if (status === undefined) return foundOnly('unclear')
    if (known === undefined) return { ...foundOnly('unclear'), customer: { status } }
    const isDisabled = known === 'Disabled'
    return {
      finding: isDisabled === (kind === 'disable') ? 'present' : 'absent',
      provesRead: true,
      customer: { status },
    }
  },
})

/** The one step of a disabling or an enabling. */
export function planToggle(intent: IntentOf<'disable'> | IntentOf<'enable'>, connection: Connection): PlannedStep {
  const identity = identityOf(intent, connection)
  return {
    kind: intent.kind,
    operation: intent.kind === 'disable' ? 'Disable' : 'Enable',
    payload: {
      send: { ...identity, ...services(connection) },
      read: { ...identity, crmService: connection.crmService },
    },
  }
}
