import { makePassword, makeUserid } from '../../shared/domain/customer/customer.ts'
import { addLength } from '../days.ts'
import {
  chosenValueOf,
  lengthOf,
  noteEffect,
  refuse,
  subscriptionOf,
  valueOf,
  type Call,
  type Failure,
  type Handler,
} from '../call.ts'
import { personFields, type NewCustomer, type PersonColumns } from '../store/customers.ts'
import type { SandboxProduct } from '../store/offer.ts'
import { bindDevice, refuseDevice } from './mac-addresses.ts'

/** All nine creation calls. They differ only in their parameters (Customer creation). */
export const createCustomer: Handler = (call) => {
  const product = call.platform.offer.product(valueOf(call, 'productid') ?? '')
  if (product === undefined) return refuse('unknown-product', 'There is no such product.')
  const refusal = refuseCreation(call, product)
  if (refusal !== undefined) return refusal

  const { customers } = call.platform
  const chosenPassword = chosenValueOf(call, 'password')
  const customer = customers.byId(customers.insert(readCustomer(call, product, chosenPassword)))
  noteEffect(call, 'create', { customer, before: null, after: subscriptionOf(customer) })
  const uuid = valueOf(call, 'uuid')
  if (uuid !== undefined) {
    if (call.halfDone) return refuse('device-registered', 'The device could not be registered.')
    bindDevice(call, customer, uuid, '')
  }
  return { kind: 'created', customer, passwordWasGenerated: chosenPassword === undefined }
}

const resellerOf = (call: Call): string | null => {
  const given = valueOf(call, 'reseller_id') ?? valueOf(call, 'reellerid')
  return given === undefined || given === '0' ? null : given
}

function refuseCreation(call: Call, product: SandboxProduct): Failure | undefined {
  const { customers, offer, options } = call.platform
  const userid = chosenValueOf(call, 'userid')
  if (userid !== undefined && options().uniqueUserids && customers.find({ userid }).length > 0)
    return refuse('userid-taken', 'Userid already exists.')
  const reseller = resellerOf(call)
  if (reseller !== null && !offer.hasReseller(reseller)) return refuse('unknown-reseller', 'There is no such reseller.')
  const currency = valueOf(call, 'currency')
  if (valueOf(call, 'currencyCheck') === 'true' && currency !== undefined && !product.currencies.includes(currency))
    return refuse('bad-request', 'The product is not sold in this currency.')
  const uuid = valueOf(call, 'uuid')
  return uuid === undefined ? undefined : refuseDevice(call, uuid, product.id, 0)
}

function readCustomer(call: Call, product: SandboxProduct, chosenPassword: string | undefined): NewCustomer {
  const { platform } = call
  const text = (name: string): string => valueOf(call, name) ?? ''
  const length = lengthOf(call, 'subscriptionlengthinmonths', 'subscriptionlengthindays')
  const person = Object.fromEntries(personFields.map((name) => [name, text(name)])) as PersonColumns
  const startDate = platform.today()
  return {
    userid: chosenValueOf(call, 'userid') ?? makeFreeUserid(call),
    password: chosenPassword ?? makePassword(platform.below),
    mappingId: text('customermappingid'),
    ...person,
    productid: product.id,
    productMappingId: text('productmappingid'),
    resellerId: resellerOf(call),
    orderId: text('order_id'),
    lengthInMonths: length.months,
    lengthInDays: length.days,
    renewalInterval: Number(text('renewalinterval')),
    startDate,
    endDate: addLength(startDate, length),
    createdAt: platform.now(),
    startsAtFirstLogIn: valueOf(call, 'StartSubscriptionFromFirstLogin') === 'true' ? 1 : 0,
    pending: 1,
    trial: product.trial ? 1 : 0,
    disabled: 0,
  }
}

function makeFreeUserid({ platform: { customers, below } }: Call): string {
  let userid = makeUserid('{digits:10}', '', below)
  while (customers.find({ userid }).length > 0) userid = String(Number(userid) + 1)
  return userid
}
