import { type Activation, boxOf, type Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { customerFields, type CustomerInput, type Plan } from '../../../../../shared/domain/customer/customer.ts'
import type { DraftedJob } from '../../queue/say-job.tsx'
import type { Bridge } from '../../../../../shared/bridge/bridge.ts'
import {
  creationFlags,
  creationQuestions,
  creationTexts,
  currencyFlags,
  settleCreation,
  takesOf,
  type CreationOptions,
  type CreationQuestion,
  type CreationSettings,
} from '../../../../../shared/domain/customer/creation.ts'

/** The connection settings and the last customer, which give an untouched form its initial values. */
export type Settled = Pick<Connection, 'id' | 'defaults' | 'products' | 'hostnames'> &
  OptionSettings & { readonly last?: LastCustomer | undefined }

const noCustomer = Object.fromEntries(customerFields.map((field) => [field, ''])) as CustomerInput
export const noPlan: Draft['plan'] = { productid: '', months: '', days: '', renewalinterval: '1' }
export const noLogIn: Draft['logIn'] = { userid: '', password: '' }
export const noBox: Draft['box'] = { raw: '', asSerial: false, model: '' }

/**
 * Returns an untouched form with the connection's defaults and first hostname. An address field without a default gets the last customer's
 * value. The product is the connection's only product. If the connection has several products, the form gets the last customer's product,
 * provided that the connection still lists it.
 */
export function makeDraft(id: string, connection: Settled): Draft {
  const { products, last } = connection
  const product = products.length === 1 ? products[0] : products.find(({ productid }) => productid === last?.productid)
  return {
    id,
    connectionId: connection.id,
    kind: 'new-customer',
    box: noBox,
    customer: { ...noCustomer, ...last?.place, ...definedOnly(connection.defaults) },
    plan: product === undefined ? noPlan : planOf(product),
    logIn: noLogIn,
    hostname: connection.hostnames[0] ?? '',
    ...beginOptions(connection),
  }
}

/** Converts a plan to the texts of a draft. A length of 0 becomes an empty text. */
export function planOf(product: Plan): Draft['plan'] {
  return {
    productid: product.productid,
    months: product.months === 0 ? '' : String(product.months),
    days: product.days === 0 ? '' : String(product.days),
    renewalinterval: String(product.renewalinterval),
  }
}

export function draftOf(
  id: string,
  job: Pick<DraftedJob, 'intent' | 'summary' | 'revision'>,
  connection: Settled,
): Draft {
  const { intent, summary, revision } = job
  return {
    ...makeDraft(id, connection),
    kind: intent.kind,
    ...boxPartOf(intent),
    correcting: summary.id,
    correctingRevision: revision,
    ...partsOf(intent, connection),
  }
}

function boxPartOf(intent: Activation): Pick<Draft, 'box' | 'withoutBox'> {
  const box = boxOf(intent)
  if (box === undefined) return { box: noBox, withoutBox: true }
  return { box: { raw: box.raw, asSerial: box.identifier.kind === 'serial', model: box.model } }
}

/** Returns the parts of the draft that depend on the kind of work, apart from the box. */
function partsOf(intent: Activation, connection: Settled): Partial<Draft> {
  switch (intent.kind) {
    case 'new-customer':
      return {
        customer: { ...intent.customer, phone: phoneOf(intent.customer, connection) },
        plan: planOf(intent.plan),
        logIn: { userid: intent.logIn.userid ?? '', password: intent.logIn.password ?? '' },
        hostname: intent.hostname ?? '',
        ...optionsSent(intent.options, intent.box !== undefined, connection),
      }
    case 'existing-customer':
      return { logIn: { userid: intent.userid, password: intent.password ?? '' }, hostname: intent.hostname ?? '' }
    case 'hostname':
      return { hostname: intent.hostname }
  }
}

/** Empty if the phone is the mobile number, so that it follows a mobile number that is corrected. A default would fill it in again. */
const phoneOf = ({ phone, mobile }: CustomerInput, { defaults }: Settled): string =>
  phone === mobile && (defaults.phone ?? '').trim() === '' ? '' : phone

/** Whether the draft has input that the user would miss. */
export function isWorthSaving(draft: Draft, connection: Settled): boolean {
  const empty = makeDraft(draft.id, connection)
  return (
    draft.box.raw.trim() !== '' ||
    draft.box.model !== '' ||
    draft.hostname !== empty.hostname ||
    draft.logIn.userid !== '' ||
    draft.logIn.password !== '' ||
    customerFields.some((field) => draft.customer[field] !== empty.customer[field]) ||
    JSON.stringify(draft.plan) !== JSON.stringify(empty.plan) ||
    JSON.stringify([draft.options, draft.flags]) !== JSON.stringify([empty.options, empty.flags])
  )
}

function definedOnly(defaults: Connection['defaults']): Partial<CustomerInput> {
  return Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined && value.trim() !== ''))
}

/** The values of the last customer that the next form starts with, because the next customer often has the same values. */
export interface LastCustomer {
  readonly place: Partial<CustomerInput>
  readonly productid: string
}

/** The number of newest jobs that are searched for the last customer. */
const newest = 20

/**
 * Returns the values of the newest job that creates a customer with this connection. Undefined if the searched jobs contain no such job, or
 * if a call fails.
 */
export async function readLastCustomer(bridge: Bridge, connectionId: string): Promise<LastCustomer | undefined> {
  const listed = await bridge.call('job.list', { limit: newest })
  const last = listed.ok
    ? listed.value.jobs.find((job) => job.connectionId === connectionId && job.kind === 'new-customer')
    : undefined
  const read = last && (await bridge.call('job.read', { id: last.id }))
  if (read?.ok !== true || !('customer' in read.value.intent)) return undefined
  const { customer, plan } = read.value.intent
  const { zipcode, city, state, country } = customer
  return { place: { zipcode, city, state, country }, productid: plan.productid }
}

export type OptionSettings = CreationSettings & Pick<Connection, 'creationQuestions'>
type Said = Pick<Draft, 'options' | 'flags'>
type CreationDraft = Pick<Draft, 'kind' | 'withoutBox' | 'correcting'> & Said

/**
 * Returns the initial values of the creation options that the form asks for. Each value is the connection's value, or empty. Returns an
 * empty object if the form asks for no options.
 */
export function beginOptions({ creationDefaults, creationQuestions: asked, resellerId }: OptionSettings): Said {
  if (asked.length === 0) return {}
  const settled: CreationOptions = { reseller_id: resellerId, ...creationDefaults }
  return {
    options: Object.fromEntries(
      (['creation', ...creationTexts] as const)
        .filter((name) => asked.includes(name))
        .map((name) => [name, settled[name] ?? '']),
    ),
    flags: Object.fromEntries(
      creationFlags.filter((name) => asked.includes(name)).map((name) => [name, settled[name] ?? false]),
    ),
  }
}

/**
 * Returns all options that a creation call sends, as draft values. Some options were set by the technician and are in `said`. The other
 * options come from the connection.
 */
export function optionsSent(
  said: CreationOptions | undefined,
  hasBox: boolean,
  settings: OptionSettings,
): Required<Said> {
  const { send } = settleCreation(said, hasBox, settings)
  const { reellerid, reseller_id = reellerid } = send
  const sent: typeof send = { ...send, ...(reseller_id !== undefined && { reseller_id }) }
  return {
    options: {
      creation: said?.creation ?? '',
      ...Object.fromEntries(creationTexts.map((name) => [name, String(sent[name] ?? '')])),
    },
    flags: Object.fromEntries(creationFlags.map((name) => [name, sent[name] === true])),
  }
}

/**
 * Returns the creation options of a draft as they are saved. Undefined if the technician set none. For a correction the result is never
 * undefined: a correction without options would keep the options of the job, even those that the technician has cleared.
 */
export function readOptions(
  draft: Pick<Draft, 'correcting'> & Said,
  { creationDefaults, resellerId }: OptionSettings,
): CreationOptions | undefined {
  const { creation = '', ...texts } = draft.options ?? {}
  const settled: CreationOptions = { reseller_id: resellerId, ...creationDefaults }
  const isSettled = (name: string): boolean => (settled[name as keyof CreationOptions] ?? '') !== ''
  // An empty text or a false flag is saved only if it overrides a value of the connection.
  const said = Object.fromEntries([
    ...(creation === '' ? [] : [['creation', creation]]),
    ...Object.entries(texts)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([name, text]) => text !== '' || isSettled(name)),
    ...Object.entries(draft.flags ?? {}).filter(([name, isOn]) => isOn || isSettled(name)),
  ]) as CreationOptions
  return Object.keys(said).length === 0 && draft.correcting === undefined ? undefined : said
}

/** Returns the creation call for this draft and the options that the call sends. */
export function settleDraft(draft: CreationDraft, settings: OptionSettings): ReturnType<typeof settleCreation> {
  return settleCreation(readOptions(draft, settings), draft.withoutBox !== true, settings)
}

/**
 * Returns the options that the form shows for this draft. A new draft shows the options that the connection asks for. A correction also
 * shows all others except the choice of the call. Options about the currency are shown only if the call takes a currency. If the call does,
 * the currency itself is always shown as long as the connection has no default currency or the draft would send none.
 */
export function questionsFor(draft: CreationDraft, settings: OptionSettings): readonly CreationQuestion[] {
  if (draft.kind !== 'new-customer') return []
  const { creation, send } = settleDraft(draft, settings)
  const takes = takesOf(creation)
  const needsCurrency = (settings.creationDefaults.currency ?? '') === '' || send['currency'] === undefined
  const isWanted = (name: CreationQuestion): boolean =>
    settings.creationQuestions.includes(name) || (draft.correcting !== undefined && name !== 'creation')
  const isAsked = (name: CreationQuestion): boolean => {
    if (name === 'currency') return takes.currency && (needsCurrency || isWanted(name))
    const isOfCurrency = currencyFlags.some((flag) => flag === name)
    return isWanted(name) && (takes.currency || !isOfCurrency)
  }
  return creationQuestions.filter(isAsked)
}

/** Returns the problems of the creation options, by name. Only the asynchronous call takes a currency, and it needs one. */
export function optionProblems(draft: CreationDraft, settings: OptionSettings): { readonly currency?: 'required' } {
  const { creation, send } = settleDraft(draft, settings)
  return takesOf(creation).currency && send['currency'] === undefined ? { currency: 'required' } : {}
}
