import { freezeDeep } from './freeze-deep.ts'
import type { Operation, ReadBack } from './operation.ts'
import { chooseFrom, common, flag, text } from './parameters.ts'

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
const resellerAndOrder = [...base, ...optional('reseller_id', 'order_id')]
const asynchronous = [
  ...resellerAndOrder,
  ...required('currency'),
  ...optional('currencyCheck', 'checkProduct', 'checkCountry'),
]
const withDevice = [...base, ...required('uuid')]
const resellerWithDevice = [...withDevice, ...optional('reellerid')]

const customerThere: readonly ReadBack[] = [
  {
    operation: 'getCustomer',
    decides: 'A customer with the userid sent, whose name, mobile or mapping id also matches.',
  },
]
const customerAndDeviceThere: readonly ReadBack[] = [
  ...customerThere,
  { operation: 'devices', decides: 'The box is among the devices of that customer.' },
]

/** Customer creation: nine calls under /api/AddCustomer. */
export const addCustomer = freezeDeep([
  {
    id: 'addCustomer',
    section: 'AddCustomer',
    method: 'POST',
    path: '/api/AddCustomer/addCustomer',
    summary: 'Adds a customer.',
    parameters: resellerAndOrder,
    effect: 'create',
    readBack: customerThere,
  },
  {
    id: 'addCustomerAsync_GET',
    section: 'AddCustomer',
    method: 'GET',
    path: '/api/AddCustomer/addCustomerAsync',
    summary: 'Adds a customer, asynchronously.',
    parameters: asynchronous,
    effect: 'create',
    readBack: customerThere,
  },
  {
    id: 'addCustomerAsync',
    section: 'AddCustomer',
    method: 'POST',
    path: '/api/AddCustomer/addCustomerAsync',
    summary: 'Adds a customer, asynchronously.',
    parameters: asynchronous,
    effect: 'create',
    readBack: customerThere,
  },
  {
    id: 'addCustomerReseller',
    section: 'AddCustomer',
    method: 'POST',
    path: '/api/AddCustomer/addCustomerReseller',
    summary: 'Adds a customer under a reseller.',
    parameters: resellerAndOrder,
    effect: 'create',
    readBack: customerThere,
  },
  {
    id: 'addCustomerWithDevice',
    section: 'AddCustomer',
    method: 'POST',
    path: '/api/AddCustomer/addCustomerWithDevice',
    summary: 'Adds a customer with a box.',
    parameters: withDevice,
    effect: 'create',
    readBack: customerAndDeviceThere,
  },
  {
    id: 'addCustomerResellerWithDevice',
    section: 'AddCustomer',
    method: 'POST',
    path: '/api/AddCustomer/addCustomerResellerWithDevice',
    summary: 'Adds a customer with a box under a reseller.',
    parameters: resellerWithDevice,
    effect: 'create',
    readBack: customerAndDeviceThere,
  },
  {
    id: 'addCustomerReseller_V2',
    section: 'AddCustomer',
    method: 'POST',
    path: '/api/AddCustomer/addCustomerReseller_V2',
    summary: 'Adds a customer under a reseller; second version.',
    parameters: [...base, ...optional('reseller_id')],
    effect: 'create',
    readBack: customerThere,
  },
  {
    id: 'addCustomerWithDevice_V2',
    section: 'AddCustomer',
    method: 'POST',
    path: '/api/AddCustomer/addCustomerWithDevice_V2',
    summary: 'Adds a customer with a box; second version.',
    parameters: withDevice,
    effect: 'create',
    readBack: customerAndDeviceThere,
  },
  {
    id: 'addCustomerResellerWithDevice_V2',
    section: 'AddCustomer',
    method: 'POST',
    path: '/api/AddCustomer/addCustomerResellerWithDevice_V2',
    summary: 'Adds a customer with a box under a reseller; second version.',
    parameters: resellerWithDevice,
    effect: 'create',
    readBack: customerAndDeviceThere,
  },
] as const satisfies readonly Operation[])
