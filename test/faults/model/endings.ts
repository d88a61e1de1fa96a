import type { Exchange } from '../../../src/platform/transport/exchange.ts'
import { noNetwork } from '../inside/world.ts'

/** What is done for a changing request: all of it, the first part, nothing, or all of it but later. */
export type Deed = 'done' | 'half' | 'not done' | 'late'

/** How a changing request that is on its way ends: what is done for it, and what the app hears of it. */
interface End {
  readonly deed: Deed
  /** The platform's own answer where none is given. */
  readonly heard?: Exchange
  /** Comes with creations alone; for others the reply is lost and nothing is done. */
  readonly ofCreations?: boolean
}

const answered = (status: number, body: unknown): Exchange => ({
  reach: 'answered',
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(body),
})

/** Something was sent and no answer came. */
export const lost: Exchange = { reach: 'maybe-sent', failure: 'connection-reset' }
/** The platform failed, and names no reason. */
export const failure = answered(500, { Message: 'Internal server error.' })
/** No room for this request now. */
export const busy = answered(503, { Message: 'Service unavailable.' })
/** The company token is not taken. */
export const tokenRefusal = answered(401, { Message: 'Invalid company token.' })
/** A no in plain words, and one in words that are not known. */
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
  // With a status of success words are no proof of anything, whatever was asked for.
  'strange words after': { deed: 'done', heard: answered(200, { Result: 'renewed' }) },
  'strange words before': { deed: 'not done', heard: answered(200, { Result: 'R7' }) },
  'no in words after': { deed: 'done', heard: answered(200, noCredit) },
  'no in words before': { deed: 'not done', heard: answered(200, noCredit) },
  'yes before': { deed: 'not done', heard: answered(200, { Message: 'Success' }) },
  // By its status a refusal hides an effect for creations alone.
  'half done': { deed: 'half', ofCreations: true },
  'refused after all': {
    deed: 'done',
    heard: answered(400, { Message: 'The request could not be completed.' }),
    ofCreations: true,
  },
} as const satisfies Readonly<Record<string, End>>

export type Ending = keyof typeof table
/** The table by name. */
export const endOf = (ending: Ending): End => table[ending]
/** A platform that works is drawn more often than each of its faults. */
export const endings: readonly Ending[] = ['accepted', 'accepted', ...(Object.keys(table) as Ending[])]
