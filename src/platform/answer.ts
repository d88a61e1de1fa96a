import type { NetworkFailure, Reach } from './transport/exchange.ts'
import type { FieldNames } from './field-names.ts'

/** What an answer means. `absent`: the platform has no such record. `unclear`: not understood, or not to be trusted. */
export type Verdict = 'accepted' | 'refused' | 'absent' | 'unclear'

/** Any JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Which number comes first in a platform's dates. `mixed`: both ways were seen, so neither is believed. */
export type DateOrder = 'day-first' | 'month-first' | 'mixed'

/** By the separator of the dates: a platform may write dates of different origin with different ones. */
export type DateOrders = Readonly<Record<string, DateOrder>>

/** The result of one call: the verdict, how far the call got, and what the answer contained. Never contains the token. */
export interface Answer {
  readonly verdict: Verdict
  readonly reach: Reach
  /** HTTP status; absent if no answer came. */
  readonly status?: number
  readonly failure?: NetworkFailure
  /** The platform's own message (`Message`, or a text body) without secrets; at most 500 characters. */
  readonly message?: string
  /**
   * The unwrapped body; a plain text is a string. A date that could be day or month first is written as `yyyy-MM-dd` if the order is
   * known. Absent if the body was empty, HTML or cut short. */
  readonly data?: Json | undefined
  /** The body as received, without secrets, cut at 64 Ki characters unless requested whole. For display. */
  readonly raw: string
  /** When the platform answered by its own clock (`Date`), milliseconds since 1970; absent if it did not say. */
  readonly saidAt?: number
  /** From `Retry-After`, milliseconds. */
  readonly retryAfterMs?: number
  /**
   * A 401 or 403, or words to that effect: the platform rejected the company token or the customer's own password. A check
   * of the token alone tells which.
   */
  readonly credentials?: true
  /**
   * The verdict is `refused` because of words or fields alone; the HTTP status was a success. Words can be misread, so a
   * change that was refused like this should be read back.
   */
  readonly byWords?: true
  /**
   * Words that were not understood, with digits removed, so that the same message about two customers compares equal.
   * If several answers in a row have the same words, an engineer must map them.
   */
  readonly unknownWords?: string
  /** The order of day and month in the platform's dates, as far as this answer and earlier ones show it. */
  readonly dateOrders?: DateOrders
  /** The field names for reading this answer; absent if they are the usual ones. */
  readonly names?: FieldNames
}
