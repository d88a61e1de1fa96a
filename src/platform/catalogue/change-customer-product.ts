import { freezeDeep } from './freeze-deep.ts'
import type { Operation, ReadBack } from './operation.ts'
import { chooseFrom, common, flag, text } from './parameters.ts'

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
const productChanged: readonly ReadBack[] = [
  { operation: 'getCustomer_V2', decides },
  { operation: 'getCustomer', decides },
]

/** Product change: four calls under /api/ChangeCustomerProduct. */
export const changeCustomerProduct = freezeDeep([
  {
    id: 'changeCustomerProduct_GET',
    section: 'ChangeCustomerProduct',
    method: 'GET',
    path: '/api/ChangeCustomerProduct/changeCustomerProduct',
    summary: "Changes the product of a customer's subscription.",
    parameters: change,
    effect: 'change',
    readBack: productChanged,
  },
  {
    id: 'changeCustomerProduct',
    section: 'ChangeCustomerProduct',
    method: 'POST',
    path: '/api/ChangeCustomerProduct/changeCustomerProduct',
    summary: "Changes the product of a customer's subscription.",
    parameters: change,
    effect: 'change',
    readBack: productChanged,
  },
  {
    id: 'changeCustomerProductAsync_GET',
    section: 'ChangeCustomerProduct',
    method: 'GET',
    path: '/api/ChangeCustomerProduct/changeCustomerProductAsync',
    summary: "Changes the product of a customer's subscription, asynchronously.",
    parameters: asynchronous,
    effect: 'change',
    readBack: productChanged,
  },
  {
    id: 'changeCustomerProductAsync',
    section: 'ChangeCustomerProduct',
    method: 'POST',
    path: '/api/ChangeCustomerProduct/changeCustomerProductAsync',
    summary: "Changes the product of a customer's subscription, asynchronously.",
    parameters: asynchronous,
    effect: 'change',
    readBack: productChanged,
  },
] as const satisfies readonly Operation[])
