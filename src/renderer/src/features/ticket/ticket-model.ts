import { type Box, boxOf, type Intent, logInOf } from '../../../../shared/domain/activation.ts'
import type { CreationOptions } from '../../../../shared/domain/customer/creation.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import type { CountsFrom } from '../../../../shared/domain/action.ts'
import type { BindingStatus, JobDetail, JobState, WhyCode } from '../../../../shared/domain/job.ts'
import type { JobKind } from '../../../../shared/domain/job-kinds.ts'
import type { Plan } from '../../../../shared/domain/customer/customer.ts'
import type { ConnectionView, Preferences } from '../../../../shared/bridge/snapshot.ts'
import type { Policy } from '../../../../shared/domain/policy.ts'
import type { HandoutLogIn } from './log-in-card.tsx'

export interface TicketCustomer {
  /** The customer's name. Absent for an existing customer who was not looked up. */
  readonly name?: string
  /** The user ID of an existing customer. */
  readonly userid?: string
  /** Street, town and country, one line each. */
  readonly address: readonly string[]
  /** Mobile, phone and e-mail, as sent. */
  readonly reach: readonly string[]
}

export interface TicketPlan {
  readonly productid: string
  /** The connection's name for the product. Absent for a typed id. */
  readonly name?: string
  readonly length: TicketLength | undefined
  readonly renewalinterval: number
}

/** A length in either months or days. A ticket has no length while both or neither are chosen. */
export interface TicketLength {
  readonly unit: 'months' | 'days'
  readonly count: number
}

/** The action on an existing customer (renewal, product change, disable or enable), or an operation from the console. */
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
  /** An operation from the console with its values, without passwords. */
  | { readonly kind: 'console'; readonly operation: string; readonly values: readonly (readonly [string, string])[] }

/**
 * The credentials to hand over. `made-when-saved`: when the job is saved, Setdesk generates each part that was not typed.
 * `platform-issued`: the platform has not returned the credentials yet. `known`: an existing customer keeps the present credentials.
 * `none`: no customer is involved.
 */
export type TicketLogIn =
  | { readonly kind: 'made-when-saved'; readonly userid?: string; readonly password?: string }
  | { readonly kind: 'platform-issued' }
  /** The password is absent if the platform issued the credentials and does not show the password. */
  | { readonly kind: 'chosen'; readonly userid: string; readonly password?: string }
  | { readonly kind: 'known'; readonly userid: string; readonly hasPassword: boolean }
  | { readonly kind: 'none' }

/** Everything that a ticket shows, for a draft or a job. */
export interface TicketModel {
  readonly kind: JobKind
  /** The job's connection. Absent for a draft, which belongs to the active connection. */
  readonly connectionId?: string
  /** A short form of the job's id. Absent before the job exists. */
  readonly reference?: string
  readonly state: 'draft' | JobState
  readonly why?: WhyCode
  readonly box: Readonly<Box> | undefined
  /** Whether a new customer gets no box with this work. */
  readonly withoutBox: boolean
  readonly customer: TicketCustomer | undefined
  readonly plan: TicketPlan | undefined
  /** The creation options that the technician set. Absent if there are none. */
  readonly options?: CreationOptions
  /** Present for an action on an existing customer or from the console. */
  readonly order?: TicketOrder
  readonly hostname: string | undefined
  readonly logIn: TicketLogIn | undefined
  readonly customerBinding: BindingStatus
  readonly hostnameBinding: BindingStatus
  readonly customerStatus?: string
  /** The end date of the subscription, in the platform's notation. */
  readonly endDate?: string
}

/** Returns the ticket of a job. Products have the names that the connection gives them. */
export function ticketOfJob(job: JobDetail, products: Connection['products']): TicketModel {
  const { intent, summary } = job
  const order = orderOfIntent(intent, products)
  return {
    kind: intent.kind,
    connectionId: summary.connectionId,
    reference: shortReference(summary.id),
    state: summary.state,
    ...(summary.why === undefined ? {} : { why: summary.why.code }),
    box: boxOf(intent),
    withoutBox: intent.kind === 'new-customer' && intent.box === undefined,
    customer: customerOfIntent(intent, summary.customerName),
    plan: 'plan' in intent ? ticketPlan(intent.plan, products) : undefined,
    ...('options' in intent && intent.options !== undefined ? { options: intent.options } : {}),
    ...(order === undefined ? {} : { order }),
    hostname: 'hostname' in intent ? intent.hostname : undefined,
    logIn: logInOfIntent(intent),
    customerBinding: job.customerBinding,
    hostnameBinding: job.hostnameBinding,
    ...(job.customerStatus === undefined ? {} : { customerStatus: job.customerStatus }),
    ...(job.endDate === undefined ? {} : { endDate: job.endDate }),
  }
}

/** The plan with the product's name. Undefined until a product is chosen. */
export function ticketPlan(plan: Plan, products: Connection['products']): TicketPlan | undefined {
  if (plan.productid.trim() === '') return undefined
  const { renewalinterval } = plan
  return { ...nameProduct(plan.productid, products), length: lengthOf(plan), renewalinterval }
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
      return undefined
  }
}

/** Returns a length in one unit. Undefined while both months and days are set, or neither. */
function lengthOf({ months, days }: Pick<Plan, 'months' | 'days'>): TicketLength | undefined {
  if (months > 0 && !(days > 0)) return { unit: 'months', count: months }
  return days > 0 && !(months > 0) ? { unit: 'days', count: days } : undefined
}

/** Returns the status lights of unsent work. A binding that is not part of the work is `not-asked-for`. */
export function bindingsAskedFor(
  kind: JobKind,
  hostname: string | undefined,
): Pick<TicketModel, 'customerBinding' | 'hostnameBinding'> {
  return {
    customerBinding: kind === 'hostname' ? 'not-asked-for' : 'not-yet',
    hostnameBinding: hostname === undefined ? 'not-asked-for' : 'not-yet',
  }
}

/** Returns the end of a job's id, which differs between any two jobs of one day. */
export function shortReference(id: string): string {
  return id.length <= 10 ? id : `…${id.slice(-6)}`
}

function customerOfIntent(intent: Intent, name: string | undefined): TicketCustomer | undefined {
  switch (intent.kind) {
    case 'new-customer':
      return ticketCustomer(intent.customer)
    case 'existing-customer':
    case 'renewal':
    case 'product-change':
    case 'disable':
    case 'enable':
    case 'console': {
      const userid = intent.kind === 'console' ? intent.values.userid : intent.userid
      if (userid === undefined && name === undefined) return undefined
      return { ...(name === undefined ? {} : { name }), ...(userid && { userid }), address: [], reach: [] }
    }
    case 'hostname':
      return undefined
  }
}

/** Returns the customer's data that were typed so far. Undefined while the name is empty. */
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
    case 'new-customer': {
      const { userid, password } = logInOf(intent)
      if (userid === undefined) return { kind: 'platform-issued' }
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

type Brand = Pick<Connection, 'handoutLogo' | 'handoutSteps' | 'supportNumber'>

/** Returns the settings of a connection that are printed on every handout. */
export const brandOf = ({ handoutLogo, handoutSteps, supportNumber }: Brand): Brand => ({
  handoutLogo,
  handoutSteps,
  supportNumber,
})

export const printedLogIn = (
  { userid, password }: HandoutLogIn,
  { passwordsOnHandouts }: Pick<Policy, 'passwordsOnHandouts'>,
): HandoutLogIn => ({ userid, ...(passwordsOnHandouts && password !== undefined ? { password } : {}) })

/** The handout of a job. It never contains a token, because a connection view has none. */
export interface HandoutModel {
  /** `done` only if the platform confirmed the work. Work in progress is printed as pending. */
  readonly outcome: 'done' | 'unconfirmed' | 'pending' | 'not-done'
  readonly operator: string
  /** The operator's texts on every handout. Missing texts are empty. */
  readonly brand: Brand
  readonly ticket: TicketModel
  /** The content of the QR code. Absent if there are no credentials to hand over. */
  readonly logIn?: HandoutLogIn
  /** Station and technician, if known. */
  readonly from: readonly string[]
  /** When the job was saved, in milliseconds since 1970. */
  readonly savedAt: number
}

/** Whether the job has a handout. A job that disables or enables a customer, or that comes from the console, has no handout. */
export function hasHandout({ intent }: Pick<JobDetail, 'intent'>): boolean {
  // Platform-issued credentials are unknown until the platform has answered, so there is nothing to hand over yet.
  if ('logIn' in intent && logInOf(intent).userid === undefined) return false
  return intent.kind !== 'disable' && intent.kind !== 'enable' && intent.kind !== 'console'
}

export function handoutOfJob(
  job: JobDetail,
  { settings }: Pick<ConnectionView, 'settings'>,
  preferences: Pick<Preferences, 'stationName'>,
): HandoutModel {
  const ticket = ticketOfJob(job, settings.products)
  return {
    outcome: outcomes[job.summary.state],
    operator: settings.name,
    brand: brandOf(settings),
    ticket,
    ...(ticket.logIn?.kind === 'chosen' ? { logIn: printedLogIn(ticket.logIn, { passwordsOnHandouts: true }) } : {}),
    from: [preferences.stationName, job.summary.technician].filter((text) => text.trim() !== ''),
    savedAt: job.summary.createdAt,
  }
}

const outcomes: Readonly<Record<JobState, HandoutModel['outcome']>> = {
  saved: 'pending',
  sending: 'pending',
  checking: 'pending',
  waiting: 'pending',
  'needs-you': 'pending',
  done: 'done',
  unconfirmed: 'unconfirmed',
  refused: 'not-done',
  dropped: 'not-done',
}
