import { defined } from '../../defined.ts'
import { z } from 'zod'

/**
 * The parameters that each creation call takes besides the common ones (Customer creation). `box`: whether the call takes a box.
 * `reseller`: the name of the reseller parameter; undefined if the call takes no reseller. `order`: whether the call takes the order of a
 * Pre Order reseller. `currency`: whether the call takes a currency and the checks of the currency. The GET variant of addCustomerAsync is
 * missing, because only the console offers this variant.
 */
const creationTakes = {
  addCustomer: { box: false, reseller: 'reseller_id', order: true, currency: false },
  addCustomerAsync: { box: false, reseller: 'reseller_id', order: true, currency: true },
  addCustomerReseller: { box: false, reseller: 'reseller_id', order: true, currency: false },
  addCustomerReseller_V2: { box: false, reseller: 'reseller_id', order: false, currency: false },
  addCustomerWithDevice: { box: true, reseller: undefined, order: false, currency: false },
  addCustomerWithDevice_V2: { box: true, reseller: undefined, order: false, currency: false },
  addCustomerResellerWithDevice: { box: true, reseller: 'reellerid', order: false, currency: false },
  addCustomerResellerWithDevice_V2: { box: true, reseller: 'reellerid', order: false, currency: false },
} as const
export type Creation = keyof typeof creationTakes
export const creations = Object.keys(creationTakes) as [Creation, ...Creation[]]

type LoneCreation = {
  [Call in Creation]: (typeof creationTakes)[Call]['box'] extends false ? Call : never
}[Creation]
export const loneCreations = creations.filter((call) => !creationTakes[call].box) as [LoneCreation, ...LoneCreation[]]

export const takesOf = (creation: Creation) => creationTakes[creation]

/** The flags that every creation call takes, and those that only the asynchronous call takes (`currencyFlags`), as on the wire. */
const commonFlags = ['StartSubscriptionFromFirstLogin', 'sendMail', 'sendSMS'] as const
export const currencyFlags = ['currencyCheck', 'checkProduct', 'checkCountry'] as const
export const creationFlags = [...commonFlags, ...currencyFlags] as const
export type CreationFlag = (typeof creationFlags)[number]

/**
 * Text parameters of a creation besides customer and plan, named as on the wire. Only `reseller_id` has a second name on the wire: some
 * calls spell this parameter `reellerid`.
 */
export const creationTexts = ['reseller_id', 'order_id', 'currency', 'productmappingid'] as const

const text = z.string().trim().max(100, 'too-long').optional()
const flag = z.boolean().optional()

const each = <Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

export const creationOptionsSchema = z.object({
  creation: z.enum(creations).optional(),
  ...each(creationTexts, text),
  ...each(creationFlags, flag),
})
export type CreationOptions = z.infer<typeof creationOptionsSchema>

export const creationQuestions = ['creation', ...creationTexts, ...creationFlags] as const
export type CreationQuestion = (typeof creationQuestions)[number]

/** A connection's options for every creation. The reseller and the call are separate settings. */
export const creationDefaultsSchema = creationOptionsSchema.omit({ creation: true, reseller_id: true })

export interface CreationSettings {
  readonly creation: Creation
  /** `auto`: the call that matches `creation`. */
  readonly creationAlone: LoneCreation | 'auto'
  readonly resellerId: string
  readonly creationDefaults: z.infer<typeof creationDefaultsSchema>
}

interface SettledCreation {
  readonly creation: Creation
  readonly send: Readonly<Record<string, string | boolean>>
}

/**
 * Chooses the creation call and its parameters. The technician's options override the connection's options. If the call does not take a
 * reseller or an order that was chosen, a similar call that takes it is used. A call without a box creates only the customer, and a second
 * call binds the box. An empty text counts as missing.
 */
export function settleCreation(
  said: CreationOptions | undefined,
  hasBox: boolean,
  settings: CreationSettings,
): SettledCreation {
  const all: CreationOptions = { ...settings.creationDefaults, ...defined(said ?? {}) }
  const creation = chooseCall(all, hasBox, settings)
  const takes = creationTakes[creation]
  // addCustomer never gets the connection's own reseller.
  const reseller = all.reseller_id ?? (creation === 'addCustomer' ? '' : settings.resellerId)
  const send = {
    ...(takes.reseller !== undefined && { [takes.reseller]: reseller }),
    ...(takes.order && { order_id: all.order_id }),
    ...(takes.currency && { currency: all.currency, ...pick(all, currencyFlags) }),
    productmappingid: all.productmappingid,
    ...pick(all, commonFlags),
  }
  return { creation, send: sentOf(send) }
}

function chooseCall(all: CreationOptions, hasBox: boolean, settings: CreationSettings): Creation {
  const asked = all.creation ?? (hasBox ? settings.creation : aloneOf(settings))
  const call = hasBox ? asked : (withoutBox[asked] ?? asked)
  const takes = creationTakes[call]
  if (isFilled(all.order_id) && !takes.order) return 'addCustomerReseller'
  return isFilled(all.reseller_id) && takes.reseller === undefined ? underReseller(call) : call
}

const aloneOf = ({ creation, creationAlone }: CreationSettings): Creation =>
  creationAlone === 'auto' ? creation : creationAlone

/** For each call with a box, the matching call without one. addCustomer has no V2, so two calls lead to it. */
const withoutBox: Readonly<Partial<Record<Creation, LoneCreation>>> = {
  addCustomerWithDevice: 'addCustomer',
  addCustomerWithDevice_V2: 'addCustomer',
  addCustomerResellerWithDevice: 'addCustomerReseller',
  addCustomerResellerWithDevice_V2: 'addCustomerReseller_V2',
}

/** Returns the matching call that takes a reseller. Only addCustomerWithDevice and its V2 take none. */
const underReseller = (call: Creation): Creation =>
  call === 'addCustomerWithDevice_V2' ? 'addCustomerResellerWithDevice_V2' : 'addCustomerResellerWithDevice'

const isFilled = (text: string | undefined): boolean => text !== undefined && text !== ''

const pick = (options: CreationOptions, flags: readonly CreationFlag[]): CreationOptions =>
  Object.fromEntries(flags.map((name) => [name, options[name]]))

const sentOf = (send: Readonly<Record<string, string | boolean | undefined>>): SettledCreation['send'] =>
  Object.fromEntries(
    Object.entries(send).filter(
      (entry): entry is [string, string | boolean] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
