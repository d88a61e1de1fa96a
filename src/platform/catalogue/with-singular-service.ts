import type { CatalogueOperation } from './catalogue.ts'
import { freezeDeep } from './freeze-deep.ts'

/**
 * Adds `crmService` to a renewal beside the interface document's `crmServices` (Renewal), because some platforms expect it.
 * Returns any other operation unchanged.
 */
export function withSingularService(operation: CatalogueOperation): CatalogueOperation {
  if (operation.effect !== 'renew') return operation
  return freezeDeep({
    ...operation,
    parameters: [
      ...operation.parameters,
      {
        name: 'crmService',
        type: 'string',
        requirement: 'optional',
        rule: 'text',
        carriedIn: 'query',
        meaning: 'Name of the CRM service; spelled in the singular, as everywhere else.',
      },
    ],
  })
}
