import type { PlatformDescription } from './description.ts'
import type { Meaning } from './names.ts'

/** One request as the platform receives it, with its URL split. */
export interface PlatformCall {
  readonly method: 'GET' | 'POST'
  /** Starts with `/api/`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: string
}

/** What is sent in answer. */
export interface PlatformReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** The five statuses of the interface document. */
export type TrueStatus = 'Active' | 'Expired' | 'Pending' | 'Disabled' | 'Trial'

/** A customer as the platform stores it; days are counted since 1970 in the platform's own time zone. */
export interface TrueCustomer {
  /** The number that the platform gives to the customer. */
  readonly id: number
  readonly userid: string
  readonly password: string
  readonly firstname: string
  readonly lastname: string
  readonly street: string
  readonly zipcode: string
  readonly city: string
  readonly state: string
  readonly country: string
  readonly phone: string
  /** `+CCNNNNNNNN`. */
  readonly mobile: string
  readonly email: string
  readonly customermappingid: string
  readonly productid: string
  readonly resellerId: string
  readonly status: TrueStatus
  readonly startDay: number
  /** The last paid day. */
  readonly endDay: number
  readonly createdDay: number
  /** `AA:BB:CC:DD:EE:FF`, or a serial number in capitals, in the order of binding. */
  readonly devices: readonly string[]
}

/** Why a change was not made, or why a read shows nothing. */
export type Reason =
  | 'token'
  | 'password'
  | 'unknown-customer'
  | 'unknown-hostname'
  | 'taken'
  | 'bad-value'
  | 'rule'
  | 'already'

/** The truth about one answer. */
export interface Told {
  /** Method and last segment of the path, such as `POST addCustomer`. */
  readonly operation: string
  readonly outcome: 'done' | 'not-done' | 'read'
  readonly reason?: Reason
  /** The customers that a read shows in truth, or the one that was changed. */
  readonly customers?: readonly TrueCustomer[]
  /** The meanings that are sent for each of the customers. */
  readonly shown?: readonly Meaning[]
  /** Requested user IDs that no customer has. */
  readonly missing?: readonly string[]
  readonly devices?: readonly string[]
  /** The read is about a customer or hostname that does not exist. */
  readonly isUnknown?: boolean
  /** The ledger entries of a change. */
  readonly entries?: readonly LedgerEntry[]
  readonly hasNext?: boolean
}

/** The effects of changes. */
export type Effect = 'create' | 'bind-user' | 'bind-hostname' | 'renew' | 'change' | 'disable' | 'enable'

/** One effect. A creation that binds its device writes two entries, `create` and `bind-user`. */
export interface LedgerEntry {
  /** Starts with 1. */
  readonly seq: number
  readonly effect: Effect
  /** Milliseconds since 1970. */
  readonly at: number
  readonly operation: string
  /** Empty for a hostname. */
  readonly userid: string
  readonly customerId?: number
  readonly box?: string
  readonly hostname?: string
  readonly months?: number
  readonly days?: number
  readonly product?: string
  readonly customermappingid?: string
  /** The end day before and after. */
  readonly before?: number
  readonly after?: number
}

/** A product of the platform. */
export interface Product {
  readonly productid: string
  readonly name: string
  readonly isTrial: boolean
}

/** An existing customer, without an entry in the ledger. */
export type CustomerPart = Partial<Omit<TrueCustomer, 'id' | 'status'>> & {
  readonly isDisabled?: boolean
  readonly isPending?: boolean
}

/** The meaning of a word in `Lesson`. */
export type WordMeaning =
  | 'approvalWord'
  | 'refusalWord'
  | 'absenceWord'
  | 'activeWord'
  | 'expiredWord'
  | 'pendingWord'
  | 'disabledWord'
  | 'trialWord'

/** The layout of an answer in plain text. */
export interface TextLayout {
  readonly recordSeparator: string
  readonly fieldSeparator: string
  readonly form: 'named' | 'columns'
  readonly nameSeparator?: string
  /** The columns of a customer record, as sent; the last two occur only in `getCustomers`. */
  readonly columns?: readonly string[]
  readonly hasHeader?: boolean
  /** The columns of an answer that is only yes or no. */
  readonly outcomeColumns?: readonly string[]
}

/** What an engineer would map for the platform after seeing examples. */
export interface Lesson {
  readonly fields: readonly { readonly name: string; readonly meaning: Meaning }[]
  /** `field` is the field that contained the word; absent for a sentence that was the whole answer. */
  readonly words: readonly { readonly word: string; readonly meaning: WordMeaning; readonly field?: string }[]
  readonly layout?: TextLayout
}

/** What the reads of a platform leave out for a while, as if its copy of the data were being filled again. */
export type Hidden = 'nothing' | 'boxes' | 'everybody'

/** A generated platform that answers from a true ledger. */
export interface Platform {
  /** Everything that was generated; print it for a failing seed. */
  readonly description: PlatformDescription
  readonly authToken: string
  readonly crmService: string
  readonly cmsService: string
  readonly hostnames: readonly string[]
  readonly products: readonly Product[]
  readonly answer: (call: PlatformCall) => { readonly reply: PlatformReply; readonly told: Told }
  /** A server error of the platform (429 or 5xx); it says nothing about what happened. */
  readonly trouble: () => PlatformReply
  readonly ledger: () => readonly LedgerEntry[]
  readonly customers: () => readonly TrueCustomer[]
  readonly devicesOf: (userid: string) => readonly string[]
  readonly macsUnder: (hostname: string) => readonly string[]
  /** Adds an existing customer, without a ledger entry. */
  readonly makeCustomer: (part?: CustomerPart) => TrueCustomer
  /** From now on, the reads leave this out. Changes are made as before. */
  readonly hide: (what: Hidden) => void
  readonly lesson: () => Lesson
}
