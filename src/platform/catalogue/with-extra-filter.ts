import type { CatalogueOperation } from './catalogue.ts'
import { freezeDeep } from './freeze-deep.ts'

/**
 * getCustomers with the string filter whose name the interface document does not show, as a connection names it (Customer
 * retrieval). The same operation where there is no name, a known one, or the operation is another.
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
