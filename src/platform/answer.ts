import type { NetworkFailure, Reach } from './transport/exchange.ts'
import type { FieldNames } from './field-names.ts'

/** What an answer means. `absent`: the platform has no such record. `unclear`: the answer was not understood or cannot be trusted. */
export type Verdict = 'accepted' | 'refused' | 'absent' | 'unclear'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The order of day and month in a platform's dates. `mixed`: both orders were seen, so neither is trusted. */
export type DateOrder = 'day-first' | 'month-first' | 'mixed'

/**
 * The order of day and month for each separator in a date, such as `-` or `/`. A platform may write dates from different sources with
 * different separators.
 */
export type DateOrders = Readonly<Record<string, DateOrder>>

/** The result of one call: the verdict, how far the call got, and what the answer contained. Never contains the token. */
export interface Answer {
  readonly verdict: Verdict
  readonly reach: Reach
  /** The HTTP status. Absent if no answer came. */
  readonly status?: number
  readonly failure?: NetworkFailure
  /** The platform's own message (`Message`, or a text body) without secrets; at most 500 characters. */
  readonly message?: string
  /**
   * The unwrapped body; a plain text is a string. An ambiguous date is rewritten as `yyyy-MM-dd` if the platform's order of day and month
   * is known. Absent if the body was empty, HTML or cut short.
   */
  readonly data?: Json | undefined
  /** The body as received, without secrets, for display. Cut at 64 Ki characters unless the whole body was requested. */
  readonly raw: string
  /** The time of the answer by the platform's own clock (`Date` header), in milliseconds since 1970. Absent if there is no such header. */
  readonly saidAt?: number
  /** The wait that `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs?: number
  /**
   * The platform rejected the company token or the customer's password, with a 401, a 403 or a message. A check of the credentials shows
   * which of the two.
   */
  readonly credentials?: true
  /**
   * The verdict is `refused` only because of words or fields, and the HTTP status was a success. Setdesk may have misread the words, so a
   * change that was refused in this way should be read back.
   */
  readonly byWords?: true
  /**
   * Words that were not understood, without digits, so that the same message about two customers compares equal. If several
   * answers in a row contain the same words, an engineer must map them.
   */
  readonly unknownWords?: string
  /** The order of day and month in the platform's dates, as far as this answer and earlier answers show it. */
  readonly dateOrders?: DateOrders
  /** The field names for reading this answer. Absent if the platform uses the usual names. */
  readonly names?: FieldNames
}
