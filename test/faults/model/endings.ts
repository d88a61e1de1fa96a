import type { Exchange } from '../../../src/platform/transport/exchange.ts'
import { noNetwork } from '../inside/world.ts'

/** What the platform does for a changing request: all of it, the first part, nothing, or all of it later. */
export type Deed = 'done' | 'half' | 'not done' | 'late'

/** How a changing request ends: what the platform does, and what the app receives. */
interface End {
  readonly deed: Deed
  /** If absent, the platform's own answer. */
  readonly heard?: Exchange
  /** Only for such requests; for others the reply is lost and nothing is done. */
  readonly only?: 'creations' | 'without money'
}

const answered = (status: number, body: unknown): Exchange => ({
  reach: 'answered',
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(body),
})

/** Something was sent and no answer came. */
export const lost: Exchange = { reach: 'maybe-sent', failure: 'connection-reset' }
/** A server error without a reason. */
export const failure = answered(500, { Message: 'Internal server error.' })
/** The platform is too busy for this request. */
export const busy = answered(503, { Message: 'Service unavailable.' })
/** The platform rejects the company token. */
export const tokenRefusal = answered(401, { Message: 'Invalid company token.' })
/** A no in plain words, and one in unknown words. */
const noCredit = { Message: 'Insufficient credit.' }
const soldOut = { Message: 'The package is sold out.' }

const table = {
  accepted: { deed: 'done' },
  'lost after': { deed: 'done', heard: lost },
  'lost before': { deed: 'not done', heard: lost },
  late: { deed: 'late', heard: lost },
  'not sent': { deed: 'not done', heard: noNetwork },
  'error after': { deed: 'done', heard: failure },
  'error before': { deed: 'not done', heard: failure },
  refused: { deed: 'not done', heard: answered(400, noCredit) },
  'refused strangely': { deed: 'not done', heard: answered(400, soldOut) },
  // With a success status, unknown words prove nothing about any call.
  'strange words after': { deed: 'done', heard: answered(200, { Result: 'renewed' }) },
  'strange words before': { deed: 'not done', heard: answered(200, { Result: 'R7' }) },
  'no in words after': { deed: 'done', heard: answered(200, noCredit) },
  'no in words before': { deed: 'not done', heard: answered(200, noCredit) },
  'yes before': { deed: 'not done', heard: answered(200, { Message: 'Success' }) },
  // A refusing status can hide an effect: a proxy sent the request twice, and the second one is refused. Not every reading could
  // show that of a renewal or a product change.
  'half done': { deed: 'half', only: 'creations' },
  'refused after all': {
    deed: 'done',
    heard: answered(400, { Message: 'The request could not be completed.' }),
    only: 'without money',
  },
} as const satisfies Readonly<Record<string, End>>

export type Ending = keyof typeof table
/** The ending with this name. */
export const endOf = (ending: Ending): End => table[ending]
/** A success is chosen more often than each of the faults. */
export const endings: readonly Ending[] = ['accepted', 'accepted', ...(Object.keys(table) as Ending[])]
