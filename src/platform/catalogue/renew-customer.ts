import { freezeDeep } from './freeze-deep.ts'
import type { Operation, ReadBack } from './operation.ts'
import { chooseFrom, common, flag, text } from './parameters.ts'

const { unmarked } = chooseFrom({
  ...common,
  months: text('Months added, counting from the subscription end date; 0 means use days.', 'months'),
  days: text('Days added, counting from the subscription end date; 0 means use months.', 'days'),
  crmServices: text('Name of the CRM service; spelled in the plural here.'),
  fromExpireDate: flag('Whether the renewal counts from the expiry date.'),
})

const renewal = [
  ...unmarked('customermappingid', 'userid', 'months', 'days', 'crmServices'),
  ...unmarked('fromExpireDate', 'authToken', 'password'),
]

const decides = 'The end date has moved from the one recorded before the attempt as expected.'
const endDateMoved: readonly ReadBack[] = [
  { operation: 'getCustomer_V2', decides },
  { operation: 'getCustomer', decides },
]

/** Renewal: five calls under /api/RenewCustomer. */
export const renewCustomer = freezeDeep([
  {
    id: 'renewCustomer',
    section: 'RenewCustomer',
    method: 'POST',
    path: '/api/RenewCustomer/renewCustomer',
    summary: "Renews a customer's subscription by months or days.",
    parameters: renewal,
    effect: 'renew',
    readBack: endDateMoved,
  },
  {
    id: 'renewCustomerV2_GET',
    section: 'RenewCustomer',
    method: 'GET',
    path: '/api/RenewCustomer/renewCustomerV2',
    summary: "Renews a customer's subscription by months or days; second version.",
    parameters: renewal,
    effect: 'renew',
    readBack: endDateMoved,
  },
  {
    id: 'renewCustomerV2',
    section: 'RenewCustomer',
    method: 'POST',
    path: '/api/RenewCustomer/renewCustomerV2',
    summary: "Renews a customer's subscription by months or days; second version.",
    parameters: renewal,
    effect: 'renew',
    readBack: endDateMoved,
  },
  {
    id: 'renewCustomerV2Async_GET',
    section: 'RenewCustomer',
    method: 'GET',
    path: '/api/RenewCustomer/renewCustomerV2Async',
    summary: "Renews a customer's subscription by months or days, asynchronously; second version.",
    parameters: renewal,
    effect: 'renew',
    readBack: endDateMoved,
  },
  {
    id: 'renewCustomerV2Async',
    section: 'RenewCustomer',
    method: 'POST',
    path: '/api/RenewCustomer/renewCustomerV2Async',
    summary: "Renews a customer's subscription by months or days, asynchronously; second version.",
    parameters: renewal,
    effect: 'renew',
    readBack: endDateMoved,
  },
] as const satisfies readonly Operation[])
