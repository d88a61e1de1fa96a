import { logInOf, type Intent } from '../../../../shared/domain/activation.ts'
import type { CreationOptions } from '../../../../shared/domain/creation.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import type { CountsFrom } from '../../../../shared/domain/act.ts'
import type { JobDetail, JobKind, JobState, Light } from '../../../../shared/domain/job.ts'
import type { Plan } from '../../../../shared/domain/plan.ts'

/** A box as its plate shows it. */
export interface PlateModel {
  readonly identifier: DeviceIdentifier
  readonly model: string
  readonly raw: string
}

export interface TicketCustomer {
  /** Absent for a customer who exists and was not looked up. */
  readonly name?: string
  /** Log-in of a customer who exists. */
  readonly userid?: string
  /** Street, town and country, a line each. */
  readonly address: readonly string[]
  /** Mobile, phone and e-mail, as they are sent. */
  readonly reach: readonly string[]
}

export interface TicketPlan {
  readonly productid: string
  /** The product's name here; absent for a typed id. */
  readonly name?: string
  readonly length: TicketLength | undefined
  readonly renewalinterval: number
}

/** Exactly one of months and days; absent while neither or both are chosen. */
export interface TicketLength {
  readonly unit: 'months' | 'days'
  readonly count: number
}

/** What is asked for a customer who exists: more time, another product, or to be disabled or enabled. */
export type TicketOrder =
  | { readonly kind: 'renewal'; readonly length: TicketLength | undefined; readonly from: CountsFrom }
  | {
      readonly kind: 'product-change'
      readonly product: Pick<TicketPlan, 'productid' | 'name'>
      readonly length: TicketLength | undefined
      readonly from: CountsFrom
      readonly keepsExtraPackages: boolean
    }
  | { readonly kind: 'disable' | 'enable' }
  /** One operation of the interface as it was filled in; passwords are left out. */
  | { readonly kind: 'console'; readonly operation: string; readonly values: readonly (readonly [string, string])[] }

/**
 * The log-in to hand over: `made-when-saved` as far as nobody typed one, `made-there` while
 * the platform has not told the one it makes, `known` for a customer who exists and keeps theirs,
 * `none` where no customer is touched.
 */
export type TicketLogIn =
  | { readonly kind: 'made-when-saved'; readonly userid?: string; readonly password?: string }
  | { readonly kind: 'made-there' }
  /** Without a password where the platform made it and shows none. */
  | { readonly kind: 'chosen'; readonly userid: string; readonly password?: string }
  | { readonly kind: 'known'; readonly userid: string; readonly hasPassword: boolean }
  | { readonly kind: 'none' }

/** All that a ticket shows, whether it is being filled in or came back from the platform. */
export interface TicketModel {
  readonly kind: JobKind
  /** Short form of the job's id; absent while there is no job. */
  readonly reference?: string
  readonly state: 'draft' | JobState
  readonly box: PlateModel | undefined
  readonly customer: TicketCustomer | undefined
  readonly plan: TicketPlan | undefined
  /** What was said of how the customer is created; absent where nobody was asked. */
  readonly options?: CreationOptions
  /** Absent where the work is no order about a customer who exists. */
  readonly order?: TicketOrder
  readonly hostname: string | undefined
  readonly logIn: TicketLogIn | undefined
  readonly customerLight: Light
  readonly operatorLight: Light
  readonly customerStatus?: string
  /** As the platform wrote it. */
  readonly endDate?: string
}

/** A job as its ticket. Products are named as the connection names them. */
export function ticketOfJob(job: JobDetail, products: Connection['products']): TicketModel {
  const { intent, summary } = job
  const order = orderOfIntent(intent, products)
  return {
    kind: intent.kind,
    reference: shortReference(summary.id),
    state: summary.state,
    box:
      'box' in intent ? { identifier: intent.box.identifier, model: intent.box.model, raw: intent.box.raw } : undefined,
    customer: customerOfIntent(intent, summary.customerName),
    plan: 'plan' in intent ? ticketPlan(intent.plan, products) : undefined,
    ...('options' in intent && intent.options !== undefined ? { options: intent.options } : {}),
    ...(order === undefined ? {} : { order }),
    hostname: 'hostname' in intent ? intent.hostname : undefined,
    logIn: logInOfIntent(intent),
    customerLight: job.customerLight,
    operatorLight: job.operatorLight,
    ...(job.customerStatus === undefined ? {} : { customerStatus: job.customerStatus }),
    ...(job.endDate === undefined ? {} : { endDate: job.endDate }),
  }
}

/** The plan in words that a person knows; absent until there is a product. */
export function ticketPlan(plan: Plan, products: Connection['products']): TicketPlan | undefined {
  if (plan.productid.trim() === '') return undefined
  return {
    ...nameProduct(plan.productid, products),
    length: lengthOf(plan),
    renewalinterval: plan.renewalinterval,
  }
}

function nameProduct(productid: string, products: Connection['products']): Pick<TicketPlan, 'productid' | 'name'> {
  const name = products.find((product) => product.productid === productid)?.name
  return { productid, ...(name === undefined ? {} : { name }) }
}

function orderOfIntent(intent: Intent, products: Connection['products']): TicketOrder | undefined {
  switch (intent.kind) {
    case 'renewal':
      return { kind: 'renewal', length: lengthOf(intent), from: intent.from }
    case 'product-change':
      return {
        kind: 'product-change',
        product: nameProduct(intent.productid, products),
        length: lengthOf(intent),
        from: intent.from,
        keepsExtraPackages: intent.keepExtraPackages,
      }
    case 'disable':
    case 'enable':
      return { kind: intent.kind }
    case 'console': {
      const shown = Object.entries(intent.values).filter(([name, value]) => name !== 'password' && value !== '')
      return { kind: 'console', operation: intent.operation, values: shown }
    }
    case 'new-customer':
    case 'existing-customer':
    case 'hostname':
    case 'customer-alone':
      return undefined
  }
}

/** A length in one unit, or nothing while there are two or neither. */
function lengthOf({ months, days }: Pick<Plan, 'months' | 'days'>): TicketLength | undefined {
  if (months > 0 && !(days > 0)) return { unit: 'months', count: months }
  return days > 0 && !(months > 0) ? { unit: 'days', count: days } : undefined
}

/** Whether work of this kind binds a box, so that there are lights to show. */
export function hasBindings(kind: JobKind): boolean {
  return kind === 'new-customer' || kind === 'existing-customer' || kind === 'hostname'
}

/** The lights of work that was not sent: a binding that is not part of it is not asked for. */
export function lightsAskedFor(
  kind: JobKind,
  hostname: string | undefined,
): Pick<TicketModel, 'customerLight' | 'operatorLight'> {
  return {
    customerLight: kind === 'hostname' ? 'not-asked-for' : 'not-yet',
    operatorLight: hostname === undefined ? 'not-asked-for' : 'not-yet',
  }
}

/** The end of a job's id, which differs between any two of one day. */
export function shortReference(id: string): string {
  return id.length <= 10 ? id : `…${id.slice(-6)}`
}

function customerOfIntent(intent: Intent, name: string | undefined): TicketCustomer | undefined {
  switch (intent.kind) {
    case 'new-customer':
    case 'customer-alone':
      return ticketCustomer(intent.customer)
    case 'existing-customer':
    case 'renewal':
    case 'product-change':
    case 'disable':
    case 'enable':
      return { ...(name === undefined ? {} : { name }), userid: intent.userid, address: [], reach: [] }
    case 'console': {
      const { userid } = intent.values
      if (userid === undefined && name === undefined) return undefined
      return { ...(name === undefined ? {} : { name }), ...(userid && { userid }), address: [], reach: [] }
    }
    case 'hostname':
      return undefined
  }
}

/** Whatever of a customer is filled in; absent while nothing is. */
export function ticketCustomer(
  customer: Extract<Intent, { kind: 'new-customer' }>['customer'],
): TicketCustomer | undefined {
  const name = joinFilled(' ', customer.firstname, customer.lastname)
  if (name === '') return undefined
  const town = joinFilled(' ', customer.zipcode, customer.city)
  return {
    name,
    address: [customer.street.trim(), town, joinFilled(', ', customer.state, customer.country)].filter(Boolean),
    reach: [...new Set([customer.mobile.trim(), customer.phone.trim(), customer.email.trim()])].filter(Boolean),
  }
}

function logInOfIntent(intent: Intent): TicketLogIn {
  switch (intent.kind) {
    case 'new-customer':
    case 'customer-alone': {
      const { userid, password } = logInOf(intent)
      if (userid === undefined) return { kind: 'made-there' }
      return { kind: 'chosen', userid, ...(password === undefined ? {} : { password }) }
    }
    case 'existing-customer':
    case 'renewal':
    case 'product-change':
    case 'disable':
    case 'enable':
      return { kind: 'known', userid: intent.userid, hasPassword: intent.password !== undefined }
    case 'hostname':
    case 'console':
      return { kind: 'none' }
  }
}

function joinFilled(between: string, ...texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join(between)
}
