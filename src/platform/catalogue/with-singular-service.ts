import type { CatalogueOperation } from './catalogue.ts'
import { freezeDeep } from './freeze-deep.ts'

/**
 * A renewal that takes `crmService` beside the interface document's `crmServices` (Renewal), since some platforms look for that.
 * The same operation where it is no renewal.
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
