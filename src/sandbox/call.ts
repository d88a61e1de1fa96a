import type { CatalogueOperation } from '../platform/catalogue/catalogue.ts'
import type { RandomBelow } from '../shared/domain/customer/customer.ts'
import { dayOf, type Length, type PlatformDay } from './days.ts'
import { createPlatformLedger, type EffectKind, type LedgerEntry, type SubscriptionEffect } from './platform-ledger.ts'
import type { SandboxOptions } from './options.ts'
import { boxName, createBindings, type Device, type HostnameBinding } from './store/bindings.ts'
import { createCustomers, type NewCustomer, type StoredCustomer } from './store/stored-customers.ts'
import { createOffer } from './store/offer.ts'
import type { Store } from './store/open-store.ts'

/** The service names and the company token that requests must contain (Authentication). */
export interface Tenancy {
  readonly authToken: string
  readonly crmService: string
  readonly cmsService: string
}

/** Milliseconds since 1970. */
export interface SandboxClock {
  readonly now: () => number
}

export type Platform = ReturnType<typeof createPlatform>

export function createPlatform(deps: {
  readonly store: Store
  readonly tenancy: Tenancy
  readonly clock: SandboxClock
  readonly below: RandomBelow
  readonly options: () => SandboxOptions
}) {
  const { store, tenancy, clock, below, options } = deps
  const today = (): PlatformDay => dayOf(clock.now())
  return {
    tenancy,
    customers: createCustomers(store, today),
    bindings: createBindings(store),
    offer: createOffer(store),
    ledger: createPlatformLedger(store),
    options,
    now: clock.now,
    today,
    below,
  }
}

export interface Call {
  readonly operation: CatalogueOperation
  readonly platform: Platform
  /** The values by parameter name, as received. Parameters that the operation does not have are left out. */
  readonly parameters: Readonly<Record<string, string>>
  /** The userids that GetCustomerStatusByIds asks for. Empty for any other operation. */
  readonly userIds: readonly string[]
  readonly fingerprint: string
  /** The request's `seq` in the request log. */
  readonly request: number
  /** If true, a creation with a box creates the customer, does not bind the box, and is refused. */
  readonly halfDone: boolean
}

/** Why the platform refused. The interface document shows no errors, so each dialect has its own format for them. */
export type FailureCode =
  | 'wrong-token'
  | 'wrong-password'
  | 'no-such-customer'
  | 'no-such-hostname'
  | 'bad-request'
  | 'unknown-service'
  | 'unknown-product'
  | 'unknown-reseller'
  | 'userid-taken'
  | 'device-registered'
  | 'device-limit'

export interface Failure {
  readonly kind: 'failure'
  readonly code: FailureCode
  readonly text: string
}

/** The result of a call, before a dialect formats it. */
export type Outcome =
  | Failure
  | { readonly kind: 'created'; readonly customer: StoredCustomer; readonly passwordWasGenerated: boolean }
  | { readonly kind: 'done'; readonly customer?: StoredCustomer }
  | { readonly kind: 'customer'; readonly customers: readonly StoredCustomer[]; readonly version: 1 | 2 }
  | { readonly kind: 'status'; readonly customer: StoredCustomer }
  | { readonly kind: 'statuses'; readonly customers: readonly StoredCustomer[] }
  | { readonly kind: 'devices'; readonly devices: readonly Device[]; readonly customer: StoredCustomer }
  | { readonly kind: 'mac-addresses'; readonly bindings: readonly HostnameBinding[] }
  | { readonly kind: 'customers'; readonly customers: readonly StoredCustomer[]; readonly cursor: string | undefined }

export type OutcomeOf<K extends Outcome['kind']> = Extract<Outcome, { readonly kind: K }>

export const refuse = (code: FailureCode, text: string): Failure => ({ kind: 'failure', code, text })

export type Handler = (call: Call) => Outcome

export const valueOf = (call: Call, name: string): string | undefined => {
  const value = call.parameters[name]
  return value === '' ? undefined : value
}

export const chosenValueOf = (call: Call, name: string): string | undefined => {
  const value = valueOf(call, name)
  return value === '0' ? undefined : value
}

/** Refuses a missing or empty value, even if the interface document does not mark the parameter as required. */
export const needValue = (call: Call, name: string): string | Failure =>
  valueOf(call, name) ?? refuse('bad-request', `Parameter ${name} is not valid: required.`)

export const lengthOf = (call: Call, months: string, days: string): Length => ({
  months: Number(valueOf(call, months) ?? 0),
  days: Number(valueOf(call, days) ?? 0),
})

/** Records an effect in the ledger. Must run in the same transaction as the effect. */
export function noteEffect(
  call: Call,
  effect: EffectKind,
  on: Pick<LedgerEntry, 'before' | 'after'> & {
    readonly customer?: StoredCustomer
    readonly box?: string
    readonly hostname?: string
  },
): void {
  const { authToken: _, ...parameters } = call.parameters
  call.platform.ledger.add({
    at: call.platform.now(),
    request: call.request,
    operation: call.operation.id,
    effect,
    userid: on.customer?.userid ?? null,
    box: on.box === undefined ? null : boxName(on.box),
    hostname: on.hostname ?? null,
    customer: on.customer?.id ?? null,
    fingerprint: call.fingerprint,
    parameters,
    before: on.before,
    after: on.after,
  })
}

export function changeCustomer(
  call: Call,
  effect: EffectKind,
  before: StoredCustomer,
  changes: Partial<NewCustomer>,
): Outcome {
  const { customers } = call.platform
  customers.update(before.id, changes)
  const customer = customers.byId(before.id)
  noteEffect(call, effect, { customer, before: subscriptionOf(before), after: subscriptionOf(customer) })
  return { kind: 'done', customer }
}

export const subscriptionOf = ({ status, productid, startDate, endDate }: StoredCustomer): SubscriptionEffect => ({
  status,
  productid,
  startDate,
  endDate,
})

/**
 * Whether the password `0` means that no password is given. The interface document says so for two sections. Status, Disable and Enable
 * require a password. For these calls, the option `zeroPassword` decides.
 */
const takesZero = (call: Call): boolean =>
  call.operation.section !== 'CustomerStatus' || call.platform.options().zeroPassword === 'anywhere'

/**
 * The customers that a call identifies by userid, mapping id, or both, oldest first. Each given identifier must match. A given password is
 * checked (Authentication). Returns a failure if there is no such customer, or if the password is wrong.
 */
export function findCustomers(call: Call): readonly [StoredCustomer, ...StoredCustomer[]] | Failure {
  const userid = chosenValueOf(call, 'userid')
  const mappingId = chosenValueOf(call, 'customermappingid')
  if (userid === undefined && mappingId === undefined)
    return refuse('bad-request', 'A userid or a customermappingid is needed.')
  const found = call.platform.customers.find({ userid, mappingId })
  if (found.length === 0) return refuse('no-such-customer', 'Customer not found.')
  const password = valueOf(call, 'password')
  const isOpen = password === undefined || (password === '0' && takesZero(call))
  const [first, ...others] = isOpen ? found : found.filter((customer) => customer.password === password)
  if (first === undefined) return refuse('wrong-password', 'Wrong userid or password.')
  return [first, ...others]
}
