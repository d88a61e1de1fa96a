/** An operation of the interface document. */
export interface Operation {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly name: string
  readonly does:
    | 'create'
    | 'status'
    | 'status-by-reseller'
    | 'status-by-ids'
    | 'disable'
    | 'enable'
    | 'renew'
    | 'change'
    | 'bind-hostname'
    | 'list-macs'
    | 'bind-user'
    | 'customer'
    | 'devices'
    | 'customers'
  readonly isAsync: boolean
  /** Only for creations: the parameter that names the reseller. */
  readonly reseller?: 'reseller_id' | 'reellerid'
  readonly hasDevice?: boolean
  /** Only for reads of one customer. */
  readonly view?: 'v1' | 'v2'
}

type Row = readonly [methods: string, name: string, more?: Partial<Operation>]

function section(prefix: string, does: Operation['does'], rows: readonly Row[]): readonly Operation[] {
  return rows.flatMap(([methods, name, more]) =>
    methods.split(' ').map((method): Operation => ({
      method: method as 'GET' | 'POST',
      path: `/api/${prefix}/${name}`,
      name,
      does,
      isAsync: name.endsWith('Async'),
      ...more,
    })),
  )
}

/** The 32 pairs of method and path of the interface document. */
export const operations: readonly Operation[] = [
  ...section('AddCustomer', 'create', [
    ['POST', 'addCustomer', { reseller: 'reseller_id' }],
    ['GET POST', 'addCustomerAsync', { reseller: 'reseller_id' }],
    ['POST', 'addCustomerReseller', { reseller: 'reseller_id' }],
    ['POST', 'addCustomerWithDevice', { hasDevice: true }],
    ['POST', 'addCustomerResellerWithDevice', { hasDevice: true, reseller: 'reellerid' }],
    ['POST', 'addCustomerReseller_V2', { reseller: 'reseller_id' }],
    ['POST', 'addCustomerWithDevice_V2', { hasDevice: true }],
    ['POST', 'addCustomerResellerWithDevice_V2', { hasDevice: true, reseller: 'reellerid' }],
  ]),
  ...section('CustomerStatus', 'status', [['GET POST', 'GetCustomerStatus']]),
  ...section('CustomerStatus', 'status-by-reseller', [['GET POST', 'GetCustomerStatusByReseller']]),
  ...section('CustomerStatus', 'status-by-ids', [['POST', 'GetCustomerStatusByIds']]),
  ...section('CustomerStatus', 'disable', [['POST', 'Disable']]),
  ...section('CustomerStatus', 'enable', [['POST', 'Enable']]),
  ...section('RenewCustomer', 'renew', [
    ['POST', 'renewCustomer'],
    ['GET POST', 'renewCustomerV2'],
    ['GET POST', 'renewCustomerV2Async'],
  ]),
  ...section('ChangeCustomerProduct', 'change', [
    ['GET POST', 'changeCustomerProduct'],
    ['GET POST', 'changeCustomerProductAsync'],
  ]),
  ...section('MacAddress', 'bind-hostname', [['GET', 'AddMacAddressToHostname']]),
  ...section('MacAddress', 'list-macs', [['GET', 'GetMacAddressesUnderHostname']]),
  ...section('MacAddress', 'bind-user', [['POST', 'AddMacAddressForUser']]),
  ...section('GetCustomer', 'customer', [
    ['GET', 'getCustomer', { view: 'v1' }],
    ['GET', 'getCustomer_V2', { view: 'v2' }],
  ]),
  ...section('GetCustomer', 'devices', [['GET', 'devices']]),
  ...section('GetCustomer', 'customers', [['GET', 'getCustomers']]),
]

/** The operation of a call; double slashes in the path count as one. */
export function findOperation(method: string, path: string): Operation | null {
  const tidy = path.replaceAll(/\/{2,}/g, '/')
  return operations.find((operation) => operation.method === method && operation.path === tidy) ?? null
}
