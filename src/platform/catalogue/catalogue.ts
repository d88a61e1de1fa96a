import { interfaceCalls } from './interface-calls.ts'
import type { Operation, Parameter } from './operation.ts'

/** The id of one of the 32 operations. */
export type OperationId = (typeof interfaceCalls)[number]['id']

export type CatalogueOperation = Operation & { readonly id: OperationId }

/** Freezes a value deeply, so that no module can change a shared entry. */
function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) freezeDeep(member)
  return Object.freeze(value)
}

/** All 32 operations (method + path pairs), in the order of the interface document (Endpoints). */
export const operations: readonly CatalogueOperation[] = freezeDeep(interfaceCalls)

const byId: ReadonlyMap<string, CatalogueOperation> = new Map(operations.map((entry) => [entry.id, entry]))

export function operation(id: OperationId): CatalogueOperation {
  const found = byId.get(id)
  if (found === undefined) throw new Error(`No operation ${id} in the catalogue`)
  return found
}

export const isOperationId = (text: string): text is OperationId => byId.has(text)

/** Whether the call changes something on the platform. The effect decides and not the method, because some GETs change data. */
export const isChanging = ({ effect }: Pick<Operation, 'effect'>): boolean => effect !== 'read'

/**
 * Adds to getCustomers the string filter that the interface document does not name (Customer retrieval). `name` comes from the
 * connection. If the name is empty or already known, and for any other operation, the operation stays unchanged.
 */
export function withExtraFilter(operation: CatalogueOperation, name: string): CatalogueOperation {
  if (operation.id !== 'getCustomers' || name === '') return operation
  if (operation.parameters.some((parameter) => parameter.name === name)) return operation
  const meaning = 'Filter on a further customer field.'
  return withText(operation, { name, requirement: 'unmarked', carriedIn: 'retrieval', meaning })
}

/**
 * Adds `crmService` to a renewal beside the interface document's `crmServices` (Renewal), because some platforms expect it.
 * Returns any other operation unchanged.
 */
export function withSingularService(operation: CatalogueOperation): CatalogueOperation {
  if (operation.effect !== 'renew') return operation
  const meaning = 'Name of the CRM service; spelled in the singular, as everywhere else.'
  return withText(operation, { name: 'crmService', requirement: 'optional', carriedIn: 'query', meaning })
}

const withText = (operation: CatalogueOperation, added: Omit<Parameter, 'type' | 'rule'>): CatalogueOperation =>
  freezeDeep({ ...operation, parameters: [...operation.parameters, { ...added, type: 'string', rule: 'text' }] })
