import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { Parameters, Payload, PlannedStep } from './ledger/payload.ts'
import type { Step } from './ledger/rows.ts'
import { planBindings, planHostnameBinding } from './steps/bind-box.ts'
import { planConsole } from './steps/console.ts'
import { planProductChange, planRenewal, planToggle } from './steps/subscription.ts'
import { planCreation } from './steps/create-customer.ts'

/** The steps of a job, each with everything that it will ever send except the token. Settled when the job is saved. */
export function planSteps(payload: Payload, connection: Connection): readonly PlannedStep[] {
  const { intent } = payload
  switch (intent.kind) {
    case 'new-customer':
      return [planCreation(intent, payload, connection), ...planBindings(intent, connection)]
    case 'existing-customer':
      return planBindings(intent, connection)
    case 'hostname':
      return planHostnameBinding(intent.box, intent.hostname, connection)
    case 'renewal':
      return [planRenewal(intent, connection)]
    case 'product-change':
      return [planProductChange(intent, connection)]
    case 'disable':
    case 'enable':
      return [planToggle(intent, connection)]
    case 'console':
      return planConsole(intent, payload, connection)
  }
}

/** Whether two steps have the same effect, so that only one of them needs to be done. */
export function comesToTheSame(one: Pick<Step, 'kind' | 'payload'>, other: Pick<Step, 'kind' | 'payload'>): boolean {
  if (one.kind !== other.kind) return false
  if (one.kind === 'create-customer') return true
  const [a, b] = [one.payload.send, other.payload.send]
  return (
    isSameBox(a['macAddress'], b['macAddress']) &&
    String(a['userid']).toLowerCase() === String(b['userid']).toLowerCase() &&
    a['hostname'] === b['hostname']
  )
}

/** Whether two values of the wire name one box, in any notation of the MAC address. */
export function isSameBox(one: Parameters[string] | undefined, other: Parameters[string] | undefined): boolean {
  const plain = (value: typeof one): string => String(value).replace(/[:-]/g, '').toUpperCase()
  return one !== undefined && other !== undefined && plain(one) === plain(other)
}
