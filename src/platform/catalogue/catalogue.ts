import { addCustomer } from './add-customer.ts'
import { changeCustomerProduct } from './change-customer-product.ts'
import { customerStatus } from './customer-status.ts'
import { freezeDeep } from './freeze-deep.ts'
import { getCustomer } from './get-customer.ts'
import { macAddress } from './mac-address.ts'
import type { Operation } from './operation.ts'
import { renewCustomer } from './renew-customer.ts'

const entries = freezeDeep([
  ...addCustomer,
  ...customerStatus,
  ...renewCustomer,
  ...changeCustomerProduct,
  ...macAddress,
  ...getCustomer,
])
type Entry = (typeof entries)[number]

/** The id of one of the 32 operations. */
export type OperationId = Entry['id']

/** An operation from the catalogue. */
export type CatalogueOperation = Operation & { readonly id: OperationId }

/** All 32 operations (method + path pairs), in the order of the interface document (Endpoints). */
export const operations: readonly CatalogueOperation[] = entries

const byId: ReadonlyMap<string, CatalogueOperation> = new Map(operations.map((entry) => [entry.id, entry]))

/** The operation of this id. */
export function operation(id: OperationId): CatalogueOperation {
  const found = byId.get(id)
  if (found === undefined) throw new Error(`No operation ${id} in the catalogue`)
  return found
}

/** Whether a text is the id of an operation. */
export const isOperationId = (text: string): text is OperationId => byId.has(text)

/** Whether the call changes something on the platform. Its effect decides: some GETs change data, too. */
export const isChanging = ({ effect }: Pick<Operation, 'effect'>): boolean => effect !== 'read'
