import { freezeDeep } from './freeze-deep.ts'
import type { Operation } from './operation.ts'
import { chooseFrom, common, text } from './parameters.ts'

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
const userIds = chooseFrom(
  { user_ids: { type: 'string[]', rule: 'user-ids', meaning: 'User ids whose status is asked for.' } },
  'body',
).required('user_ids')

/** Customer status, disabling and enabling: seven calls under /api/CustomerStatus. */
export const customerStatus = freezeDeep([
  {
    id: 'GetCustomerStatus_GET',
    section: 'CustomerStatus',
    method: 'GET',
    path: '/api/CustomerStatus/GetCustomerStatus',
    summary: 'Status of one customer.',
    parameters: byCustomer,
    effect: 'read',
    returns: 'status',
    readBack: [],
  },
  {
    id: 'GetCustomerStatus',
    section: 'CustomerStatus',
    method: 'POST',
    path: '/api/CustomerStatus/GetCustomerStatus',
    summary: 'Status of one customer.',
    parameters: byCustomer,
    effect: 'read',
    returns: 'status',
    readBack: [],
  },
  {
    id: 'GetCustomerStatusByReseller_GET',
    section: 'CustomerStatus',
    method: 'GET',
    path: '/api/CustomerStatus/GetCustomerStatusByReseller',
    summary: 'Status of the customers of one reseller, at most 1000 a page.',
    parameters: byReseller,
    effect: 'read',
    returns: 'statuses',
    readBack: [],
  },
  {
    id: 'GetCustomerStatusByReseller',
    section: 'CustomerStatus',
    method: 'POST',
    path: '/api/CustomerStatus/GetCustomerStatusByReseller',
    summary: 'Status of the customers of one reseller, at most 1000 a page.',
    parameters: byReseller,
    effect: 'read',
    returns: 'statuses',
    readBack: [],
  },
  {
    id: 'GetCustomerStatusByIds',
    section: 'CustomerStatus',
    method: 'POST',
    path: '/api/CustomerStatus/GetCustomerStatusByIds',
    summary: 'Status of the customers in a list of user ids.',
    parameters: [...required('crmService', 'authToken'), ...userIds],
    effect: 'read',
    returns: 'statuses',
    readBack: [],
  },
  {
    id: 'Disable',
    section: 'CustomerStatus',
    method: 'POST',
    path: '/api/CustomerStatus/Disable',
    summary: 'Disables a customer.',
    parameters: toggling,
    effect: 'toggle',
    readBack: [{ operation: 'GetCustomerStatus', decides: 'The status is Disabled.' }],
  },
  {
    id: 'Enable',
    section: 'CustomerStatus',
    method: 'POST',
    path: '/api/CustomerStatus/Enable',
    summary: 'Enables a customer.',
    parameters: toggling,
    effect: 'toggle',
    readBack: [{ operation: 'GetCustomerStatus', decides: 'The status is no longer Disabled; Expired will do.' }],
  },
] as const satisfies readonly Operation[])
