import type { CatalogueOperation } from './catalogue.ts'
import { freezeDeep } from './freeze-deep.ts'

/**
 * Adds to getCustomers the string filter whose name the interface document does not show (Customer retrieval). `name` comes
 * from the connection. Returns the operation unchanged if the name is empty or known, and for any other operation.
 */
export function withExtraFilter(operation: CatalogueOperation, name: string): CatalogueOperation {
  if (operation.id !== 'getCustomers' || name === '') return operation
  if (operation.parameters.some((parameter) => parameter.name === name)) return operation
  return freezeDeep({
    ...operation,
    parameters: [
      ...operation.parameters,
      {
        name,
        type: 'string',
        requirement: 'unmarked',
        rule: 'text',
        carriedIn: 'retrieval',
        meaning: 'Filter on a further customer field.',
      },
    ],
  })
}
