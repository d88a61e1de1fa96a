import type { Effect } from '../../shared/domain/job-kinds.ts'
import type { Operation, Parameter, ReadBack, Returns, RuleName } from './operation.ts'

/** The properties that a parameter has in every operation. Each operation adds `requirement` and `carriedIn`. */
type Definition = Pick<Parameter, 'type' | 'rule' | 'meaning'>

const text = (meaning: string, rule: RuleName = 'text'): Definition => ({ type: 'string', rule, meaning })
const flag = (meaning: string): Definition => ({ type: 'boolean', rule: 'flag', meaning })

/** Parameters that have the same meaning in more than one section of the interface document. */
const common = {
  authToken: text('Company token, obtained in the CRM settings under company information.'),
  crmService: text('Name of the CRM service.'),
  cmsService: text('Name of the CMS service attached to the CRM service.'),
  userid: text('Log-in id of the existing customer.'),
  password: text('Log-in password of the existing customer; 0 when there is none.', 'password'),
  customermappingid: text('Customer id from an external billing or CRM installation or other system.'),
  productmappingid: text('Product id from an external billing or CRM installation or other system.'),
  productid: text('Product defined in the CRM part, with at least 1 payment plan and at least 1 currency set.'),
  subscriptionlengthinmonths: text(
    'Length of the subscription in months; 0 means the length is given in days.',
    'months',
  ),
  subscriptionlengthindays: text('Length of the subscription in days; 0 means the length is given in months.', 'days'),
  macAddress: text('MAC address of the box.', 'mac-address'),
  hostname: text('Hostname the MAC address is bound to.'),
} as const satisfies Readonly<Record<string, Definition>>

/**
 * Returns functions that pick parameters by name from a vocabulary and mark them as required, optional or unmarked. Each meaning and rule
 * is then written only once.
 */
function chooseFrom<Name extends string>(
  vocabulary: Readonly<Record<Name, Definition>>,
  carriedIn: Parameter['carriedIn'] = 'query',
) {
  const mark =
    (requirement: Parameter['requirement']) =>
    (...names: readonly Name[]): readonly Parameter[] =>
      names.map((name) => ({ name, ...vocabulary[name], requirement, carriedIn }))
  return { required: mark('required'), optional: mark('optional'), unmarked: mark('unmarked') }
}

type Details = Pick<Operation, 'parameters' | 'effect' | 'returns' | 'readBack'>

const reads = (returns: Returns, parameters: readonly Parameter[]): Details => ({
  parameters,
  effect: 'read',
  returns,
  readBack: [],
})

const changes =
  (effect: Exclude<Effect, 'read'>, ...readBack: readonly ReadBack[]) =>
  (parameters: readonly Parameter[]): Details => ({ parameters, effect, readBack })

/**
 * Returns functions that describe the GET and POST calls of a section. The path of a call ends with the call's id. If a GET and a POST
 * share a path, the id of the GET also ends with `_GET`, which is not in the path.
 */
function callsOf(section: Operation['section']) {
  const make =
    (method: Operation['method']) =>
    <Id extends string>(id: Id, summary: string, details: Details): Operation & { readonly id: Id } => ({
      id,
      section,
      method,
      path: `/api/${section}/${id.replace(/_GET$/, '')}`,
      summary,
      ...details,
    })
  return { get: make('GET'), post: make('POST') }
}

function describeCreations() {
  const { required, optional } = chooseFrom({
    ...common,
    firstname: text('First name.'),
    lastname: text('Last name.'),
    street: text('Street.'),
    zipcode: text('Zip code.'),
    city: text('City.'),
    state: text('State.'),
    country: text('Country.'),
    phone: text('Phone.'),
    mobile: text('Mobile number in international format: plus sign, country code, number.', 'mobile'),
    email: text('E-mail address.', 'email'),
    renewalinterval: text('Months after which the subscription is renewed; minimum 1.', 'renewal-interval'),
    userid: text('Log-in id; when omitted the service generates one.'),
    password: text('Log-in password; when omitted the service generates one.', 'password'),
    StartSubscriptionFromFirstLogin: flag('Flag; described only by its name.'),
    sendMail: flag('Flag; described only by its name.'),
    sendSMS: flag('Flag; described only by its name.'),
    reseller_id: text('Reseller the customer is assigned to.'),
    order_id: text('Order id, for resellers of type Pre Order.'),
    uuid: text('MAC address or serial number of the box attached to the customer.', 'uuid'),
    reellerid: text('Reseller the customer is added to; spelled exactly so.'),
    currency: text('Currency of the product.'),
    currencyCheck: flag('Flag; described only by its name.'),
    checkProduct: flag('Flag; described only by its name.'),
    checkCountry: flag('Flag; described only by its name.'),
  })
  const base = [
    ...required('firstname', 'lastname', 'street', 'zipcode', 'city', 'state', 'country', 'phone', 'mobile', 'email'),
    ...required('productid', 'subscriptionlengthinmonths', 'subscriptionlengthindays', 'renewalinterval'),
    ...required('cmsService', 'crmService'),
    ...optional('userid', 'password', 'productmappingid', 'customermappingid', 'authToken'),
    ...optional('StartSubscriptionFromFirstLogin', 'sendMail', 'sendSMS'),
  ]
  const reseller = [...base, ...optional('reseller_id')]
  const resellerAndOrder = [...reseller, ...optional('order_id')]
  const asynchronous = [
    ...resellerAndOrder,
    ...required('currency'),
    ...optional('currencyCheck', 'checkProduct', 'checkCountry'),
  ]
  const withDevice = [...base, ...required('uuid')]
  const resellerWithDevice = [...withDevice, ...optional('reellerid')]

  const customerThere: ReadBack = {
    operation: 'getCustomer',
    decides:
      'The answer shows a customer with the userid that was sent, and the name, mobile or mapping id of the customer also matches.',
  }
  const deviceThere: ReadBack = { operation: 'devices', decides: 'The box is among the devices of that customer.' }
  const creates = changes('create', customerThere)
  const createsWithDevice = changes('create', customerThere, deviceThere)
  const { get, post } = callsOf('AddCustomer')
  return [
    post('addCustomer', 'Adds a customer.', creates(resellerAndOrder)),
    get('addCustomerAsync_GET', 'Adds a customer, asynchronously.', creates(asynchronous)),
    post('addCustomerAsync', 'Adds a customer, asynchronously.', creates(asynchronous)),
    post('addCustomerReseller', 'Adds a customer under a reseller.', creates(resellerAndOrder)),
    post('addCustomerWithDevice', 'Adds a customer with a box.', createsWithDevice(withDevice)),
    post(
      'addCustomerResellerWithDevice',
      'Adds a customer with a box under a reseller.',
      createsWithDevice(resellerWithDevice),
    ),
    post('addCustomerReseller_V2', 'Adds a customer under a reseller; second version.', creates(reseller)),
    post('addCustomerWithDevice_V2', 'Adds a customer with a box; second version.', createsWithDevice(withDevice)),
    post(
      'addCustomerResellerWithDevice_V2',
      'Adds a customer with a box under a reseller; second version.',
      createsWithDevice(resellerWithDevice),
    ),
  ]
}

function describeStatusCalls() {
  const { required, optional } = chooseFrom({
    ...common,
    reseller_id: text('Reseller of the customers; 0 denotes customers that belong to no reseller.'),
    page: text('Page of at most 1000 customers; numbering starts at 1.', 'page'),
    status_type: text('Only customers of this status.', 'status'),
  })
  const byCustomer = required('customermappingid', 'userid', 'password', 'crmService', 'authToken')
  const toggling = [...byCustomer, ...required('cmsService')]
  const byReseller = [
    ...required('reseller_id', 'crmService', 'page'),
    ...optional('status_type'),
    ...required('authToken'),
  ]
  const userIds: Definition = { type: 'string[]', rule: 'user-ids', meaning: 'User ids whose status is asked for.' }
  const byIds = [
    ...required('crmService', 'authToken'),
    ...chooseFrom({ user_ids: userIds }, 'body').required('user_ids'),
  ]

  const ofReseller = 'Status of the customers of one reseller, at most 1000 a page.'
  const disables = changes('disable', { operation: 'GetCustomerStatus', decides: 'The status is Disabled.' })
  const enables = changes('enable', {
    operation: 'GetCustomerStatus',
    decides: 'The status is no longer Disabled; Expired will do.',
  })
  const { get, post } = callsOf('CustomerStatus')
  return [
    get('GetCustomerStatus_GET', 'Status of one customer.', reads('status', byCustomer)),
    post('GetCustomerStatus', 'Status of one customer.', reads('status', byCustomer)),
    get('GetCustomerStatusByReseller_GET', ofReseller, reads('statuses', byReseller)),
    post('GetCustomerStatusByReseller', ofReseller, reads('statuses', byReseller)),
    post('GetCustomerStatusByIds', 'Status of the customers in a list of user ids.', reads('statuses', byIds)),
    post('Disable', 'Disables a customer.', disables(toggling)),
    post('Enable', 'Enables a customer.', enables(toggling)),
  ]
}

function describeRenewals() {
  const { unmarked } = chooseFrom({
    ...common,
    months: text('Months added, counting from the subscription end date; 0 means use days.', 'months'),
    days: text('Days added, counting from the subscription end date; 0 means use months.', 'days'),
    crmServices: text('Name of the CRM service; spelled in the plural here.'),
    fromExpireDate: flag('Whether the renewal counts from the expiry date.'),
  })
  const decides = 'Compared with the date recorded before the attempt, the end date has moved as expected.'
  const renewal = changes(
    'renew',
    { operation: 'getCustomer_V2', decides },
    { operation: 'getCustomer', decides },
  )([
    ...unmarked('customermappingid', 'userid', 'months', 'days', 'crmServices'),
    ...unmarked('fromExpireDate', 'authToken', 'password'),
  ])
  const summary = "Renews a customer's subscription by months or days"
  const { get, post } = callsOf('RenewCustomer')
  return [
    post('renewCustomer', `${summary}.`, renewal),
    get('renewCustomerV2_GET', `${summary}; second version.`, renewal),
    post('renewCustomerV2', `${summary}; second version.`, renewal),
    get('renewCustomerV2Async_GET', `${summary}, asynchronously; second version.`, renewal),
    post('renewCustomerV2Async', `${summary}, asynchronously; second version.`, renewal),
  ]
}

function describeProductChanges() {
  const { required, optional } = chooseFrom({
    ...common,
    userid: text('Log-in id of the customer whose subscription changes.'),
    fromExpireDate: text('Whether the change starts today or from the last expiry date; allowed values are not shown.'),
    keepExtraPackages: flag('Flag; described only by its name.'),
  })
  const change = [
    ...required('productid', 'subscriptionlengthinmonths', 'subscriptionlengthindays', 'cmsService', 'crmService'),
    ...required('userid', 'password', 'fromExpireDate'),
    ...optional('productmappingid', 'customermappingid', 'authToken'),
  ]
  const asynchronous = [...change, ...required('keepExtraPackages')]

  const decides =
    'The product is the one asked for, and product or end date differ from those recorded before the attempt.'
  const does = changes('change', { operation: 'getCustomer_V2', decides }, { operation: 'getCustomer', decides })
  const summary = "Changes the product of a customer's subscription"
  const { get, post } = callsOf('ChangeCustomerProduct')
  return [
    get('changeCustomerProduct_GET', `${summary}.`, does(change)),
    post('changeCustomerProduct', `${summary}.`, does(change)),
    get('changeCustomerProductAsync_GET', `${summary}, asynchronously.`, does(asynchronous)),
    post('changeCustomerProductAsync', `${summary}, asynchronously.`, does(asynchronous)),
  ]
}

function describeMacAddressCalls() {
  const { unmarked } = chooseFrom({ ...common, model: text('Model of the box; no description is given.') })
  const bindsToHostname = changes('bind', {
    operation: 'GetMacAddressesUnderHostname',
    decides: 'The box is among the MAC addresses under the hostname.',
  })
  const bindsToUser = changes('bind', {
    operation: 'devices',
    decides: 'The box is among the devices of the customer.',
  })
  const boxAndHostname = unmarked('macAddress', 'hostname', 'crmService', 'authToken')
  const hostname = unmarked('hostname', 'crmService', 'authToken')
  const boxAndUser = unmarked('userid', 'password', 'macAddress', 'crmService', 'cmsService', 'model', 'authToken')
  const { get, post } = callsOf('MacAddress')
  return [
    get('AddMacAddressToHostname', 'Binds a MAC address to a hostname.', bindsToHostname(boxAndHostname)),
    get('GetMacAddressesUnderHostname', 'Lists the MAC addresses under a hostname.', reads('macs', hostname)),
    post('AddMacAddressForUser', 'Adds a MAC address for a customer.', bindsToUser(boxAndUser)),
  ]
}

function describeRetrievals() {
  const { unmarked } = chooseFrom(
    {
      ...common,
      last_customer_id: text('Cursor for the next page, when the previous response carries has_next true.'),
      status: text('Only customers of this status.', 'status'),
      firstname: text('Filter on the first name.'),
      lastname: text('Filter on the last name.'),
      street: text('Filter on the street.'),
      postal: text('Filter on the postal code.'),
      city: text('Filter on the city.'),
      state: text('Filter on the state.'),
      country: text('Filter on the country.'),
      telephone: text('Filter on the telephone number.'),
      mobile: text('Filter on the mobile number.'),
      subscription_start_date: text('Filter on the start of the subscription, yyyy-MM-dd.', 'date'),
      subscription_end_date: text('Filter on the end of the subscription, yyyy-MM-dd.', 'date'),
      customer_created_from: text('Only customers created on or after this day, yyyy-MM-dd.', 'date'),
      customer_created_to: text('Only customers created on or before this day, yyyy-MM-dd.', 'date'),
    },
    'retrieval',
  )
  const byUserid = unmarked('userid', 'crmService', 'authToken', 'password')
  const byCustomer = unmarked('customermappingid', 'userid', 'crmService', 'authToken', 'password')
  const filters = [
    ...unmarked('crmService', 'authToken', 'last_customer_id', 'status'),
    ...unmarked('firstname', 'lastname', 'street', 'postal', 'city', 'state', 'country', 'telephone', 'mobile'),
    ...unmarked('subscription_start_date', 'subscription_end_date', 'customer_created_from', 'customer_created_to'),
  ]
  const { get } = callsOf('GetCustomer')
  return [
    get('getCustomer', 'Customer information.', reads('customer', byCustomer)),
    get('getCustomer_V2', 'Customer information; second version.', reads('customer', byCustomer)),
    get('devices', 'Devices of the customer.', reads('devices', byUserid)),
    get('getCustomers', 'Customers in descending order, 100 a page, filtered.', reads('customers', filters)),
  ]
}

/** The calls of all six sections, in the order of the interface document (Endpoints). */
const interfaceCalls = [
  ...describeCreations(),
  ...describeStatusCalls(),
  ...describeRenewals(),
  ...describeProductChanges(),
  ...describeMacAddressCalls(),
  ...describeRetrievals(),
]

export type OperationId = (typeof interfaceCalls)[number]['id']

export type CatalogueOperation = Operation & { readonly id: OperationId }

/** Freezes a value deeply, so that no module can change a shared entry. */
function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) freezeDeep(member)
  return Object.freeze(value)
}

/** All operations (method + path pairs), in the order of the interface document (Endpoints). */
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
 * Adds to getCustomers the string filter that the interface document does not name (Customer retrieval). `name` comes from the connection.
 * Returns the operation unchanged if it is not getCustomers, if the name is empty, or if the operation already has a parameter with this
 * name.
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
