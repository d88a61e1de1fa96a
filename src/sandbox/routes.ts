import {
  operations,
  withExtraFilter,
  withSingularService,
  type CatalogueOperation,
  type OperationId,
} from '../platform/catalogue/catalogue.ts'
import type { Handler } from './call.ts'
import { createCustomer } from './handlers/create-customer.ts'
import { changeProduct, handleRenewal } from './handlers/extend-subscription.ts'
import { bindToHostname, bindToUser, listUnderHostname } from './handlers/mac-addresses.ts'
import {
  disableCustomer,
  enableCustomer,
  handleStatus,
  readStatusByIds,
  readStatusByReseller,
  retrieveCustomer,
  retrieveCustomers,
  retrieveCustomerV2,
  retrieveDevices,
} from './handlers/customers.ts'

export const handlers = {
  addCustomer: createCustomer,
  addCustomerAsync_GET: createCustomer,
  addCustomerAsync: createCustomer,
  addCustomerReseller: createCustomer,
  addCustomerWithDevice: createCustomer,
  addCustomerResellerWithDevice: createCustomer,
  addCustomerReseller_V2: createCustomer,
  addCustomerWithDevice_V2: createCustomer,
  addCustomerResellerWithDevice_V2: createCustomer,
  GetCustomerStatus_GET: handleStatus,
  GetCustomerStatus: handleStatus,
  GetCustomerStatusByReseller_GET: readStatusByReseller,
  GetCustomerStatusByReseller: readStatusByReseller,
  GetCustomerStatusByIds: readStatusByIds,
  Disable: disableCustomer,
  Enable: enableCustomer,
  renewCustomer: handleRenewal,
  renewCustomerV2_GET: handleRenewal,
  renewCustomerV2: handleRenewal,
  renewCustomerV2Async_GET: handleRenewal,
  renewCustomerV2Async: handleRenewal,
  changeCustomerProduct_GET: changeProduct,
  changeCustomerProduct: changeProduct,
  changeCustomerProductAsync_GET: changeProduct,
  changeCustomerProductAsync: changeProduct,
  AddMacAddressToHostname: bindToHostname,
  GetMacAddressesUnderHostname: listUnderHostname,
  AddMacAddressForUser: bindToUser,
  getCustomer: retrieveCustomer,
  getCustomer_V2: retrieveCustomerV2,
  devices: retrieveDevices,
  getCustomers: retrieveCustomers,
} satisfies Readonly<Record<OperationId, Handler>>

/** The training platform's name for the getCustomers filter that the interface document does not name. */
const extraFilter = 'email'

/** An operation as this platform serves it. The platform accepts more than the interface document says, and requires less. */
const asServed = (entry: CatalogueOperation): CatalogueOperation =>
  withoutMark('keepExtraPackages', withSingularService(withExtraFilter(entry, extraFilter)))

const withoutMark = (name: string, entry: CatalogueOperation): CatalogueOperation => ({
  ...entry,
  parameters: entry.parameters.map((one) => (one.name === name ? { ...one, requirement: 'optional' } : one)),
})

const byRoute: ReadonlyMap<string, CatalogueOperation> = new Map(
  operations.map((entry) => [`${entry.method} ${entry.path.toLowerCase()}`, asServed(entry)]),
)

export const findOperation = (method: string, path: string): CatalogueOperation | undefined =>
  byRoute.get(`${method} ${path.toLowerCase()}`)
