import { freezeDeep } from './freeze-deep.ts'
import type { Operation } from './operation.ts'
import { chooseFrom, common, text } from './parameters.ts'

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

const byCustomer = unmarked('customermappingid', 'userid', 'crmService', 'authToken', 'password')

/** Customer retrieval: four calls under /api/GetCustomer. */
export const getCustomer = freezeDeep([
  {
    id: 'getCustomer',
    section: 'GetCustomer',
    method: 'GET',
    path: '/api/GetCustomer/getCustomer',
    summary: 'Customer information.',
    parameters: byCustomer,
    effect: 'read',
    returns: 'customer',
    readBack: [],
  },
  {
    id: 'getCustomer_V2',
    section: 'GetCustomer',
    method: 'GET',
    path: '/api/GetCustomer/getCustomer_V2',
    summary: 'Customer information; second version.',
    parameters: byCustomer,
    effect: 'read',
    returns: 'customer',
    readBack: [],
  },
  {
    id: 'devices',
    section: 'GetCustomer',
    method: 'GET',
    path: '/api/GetCustomer/devices',
    summary: 'Devices of the customer.',
    parameters: unmarked('userid', 'crmService', 'authToken', 'password'),
    effect: 'read',
    returns: 'devices',
    readBack: [],
  },
  {
    id: 'getCustomers',
    section: 'GetCustomer',
    method: 'GET',
    path: '/api/GetCustomer/getCustomers',
    summary: 'Customers in descending order, 100 a page, filtered.',
    parameters: [
      ...unmarked('crmService', 'authToken', 'last_customer_id', 'status'),
      ...unmarked('firstname', 'lastname', 'street', 'postal', 'city', 'state', 'country', 'telephone', 'mobile'),
      ...unmarked('subscription_start_date', 'subscription_end_date', 'customer_created_from', 'customer_created_to'),
    ],
    effect: 'read',
    returns: 'customers',
    readBack: [],
  },
] as const satisfies readonly Operation[])
