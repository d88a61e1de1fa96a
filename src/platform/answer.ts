import type { NetworkFailure, Reach } from './transport/exchange.ts'
import type { FieldNames } from './field-names.ts'

/** What an answer says. `absent`: the platform knows no such thing. `unclear`: not understood, or no answer to be trusted. */
export type Verdict = 'accepted' | 'refused' | 'absent' | 'unclear'

/** Any JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** What became of one call: the verdict, how far it got, and all that the answer carried. Holds no token. */
export interface Answer {
  readonly verdict: Verdict
  readonly reach: Reach
  /** HTTP status; absent where nothing came back. */
  readonly status?: number
  readonly failure?: NetworkFailure
  /** The platform's own words (`Message`, a text body), the token taken out; at most 500 characters. */
  readonly message?: string
  /** The unwrapped body, a plain text as a string; absent where there was none, or it was HTML or cut short. */
  readonly data?: Json
  /** The body as it came, the token taken out, cut at 64 KiB unless it was asked for whole. For the screens that show it. */
  readonly raw: string
  /** From `Retry-After`, milliseconds. */
  readonly retryAfterMs?: number
  /**
   * A 401 or 403, or words to that effect: the company token or the customer's own password was not taken. Which of the two
   * is decided by a probe with the token alone.
   */
  readonly credentials?: true
  /**
   * The verdict is `refused` and rests on words or fields alone: the HTTP status was none of refusal. Words may be read wrongly,
   * so a change that was refused so is worth looking for.
   */
  readonly byWords?: true
  /**
   * What was said and not understood; figures are left out, so that answers that say the same of two customers compare equal.
   * Several in a row with the same words ask for an engineer who teaches them.
   */
  readonly unknownWords?: string
  /** The names of fields by which this answer is to be read; absent where they are the usual ones. */
  readonly names?: FieldNames
}
