import { isOperationId, operation } from '../../platform/catalogue/catalogue.ts'
import type { Intent } from '../../shared/domain/activation.ts'
import type { Policy, PolicyField } from '../../shared/domain/policy.ts'

/** The field of the operator's policy that forbids this work; undefined if it is allowed. */
export function findForbidden(intent: Intent, policy: Policy): PolicyField | undefined {
  if (intent.kind === 'console') {
    if (!policy.console) return 'console'
    const { operation: id } = intent
    if (id === 'Disable') return policy.disableCustomers ? undefined : 'disableCustomers'
    const isProductChange = isOperationId(id) && operation(id).effect === 'change'
    return isProductChange && !policy.productChange ? 'productChange' : undefined
  }
  if (intent.kind === 'disable' && !policy.disableCustomers) return 'disableCustomers'
  if (intent.kind === 'product-change' && !policy.productChange) return 'productChange'
  return undefined
}
