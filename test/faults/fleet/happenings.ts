import type { HubAnswer, HubCall, HubError, HubRequest } from '../../../src/shared/fleet/hub-calls.ts'

/** A call of the contract with its request, as it went to a hub. */
export type Asked = { readonly [C in HubCall]: { readonly call: C; readonly request: HubRequest<C> } }[HubCall]
/** What a hub answered to a call. */
export type HubReply<C extends HubCall = HubCall> =
  | { readonly ok: true; readonly value: HubAnswer<C> }
  | { readonly ok: false; readonly error: HubError }

/**
 * What the harness saw, in the order in which it saw it. `by`: the laptop's name in the harness. `isCopy`: the proxy sent the request again,
 * and nobody gets the answer. `at`: milliseconds since 1970, of the clock that the database has as well.
 */
export type Happening =
  /** A request was passed on to a hub. */
  | ({ readonly what: 'asked'; readonly exchange: number; readonly by: string; readonly isCopy: boolean } & Asked)
  /** A hub answered, whether the laptop gets the answer or not: the hub has committed itself. */
  | { readonly what: 'answered'; readonly exchange: number; readonly reply: HubReply; readonly at: number }
  /** The laptop has read the answer. */
  | { readonly what: 'heard'; readonly exchange: number }
  /** No answer came. The database may have carried out the call, may still carry it out, or may not. */
  | { readonly what: 'broken'; readonly exchange: number }
  /** A stream of events was asked for, was admitted, brought an event, or ended. */
  | {
      readonly what: 'stream-asked' | 'stream-begun' | 'stream-told' | 'stream-ended'
      readonly exchange: number
      readonly by: string
    }
  /** A technician wanted this box for this customer. A renewal has no box. */
  | { readonly what: 'wished'; readonly by: string; readonly box: string; readonly userid: string }
  /** A laptop told its technician that the job is saved. */
  | { readonly what: 'saved'; readonly by: string; readonly job: string; readonly userid: string }
  /** A laptop asked a hub, and got no answer or an answer that the fleet cannot be asked now. `jobs`: the jobs of the call. */
  | { readonly what: 'unheard'; readonly by: string; readonly jobs: readonly string[] }
  /** A call of this laptop had an effect on the platform. `begun`: the length of the ledger when the laptop sent the call. */
  | {
      readonly what: 'effect'
      readonly by: string
      readonly effect: string
      readonly box: string
      readonly userid: string
      readonly begun: number
      readonly at: number
    }
  /** The observer began to read a whole list, or got it. */
  | { readonly what: 'reading-begun'; readonly reading: number }
  | {
      readonly what: 'work-read'
      readonly reading: number
      readonly station: string
      readonly items: HubAnswer<'work.list'>['items']
    }
  | {
      readonly what: 'audit-read'
      readonly reading: number
      readonly station: string
      readonly entries: HubAnswer<'audit.read'>['entries']
    }
  /** A fault of the harness, noted for the person who reads a stored ledger. */
  | { readonly what: 'fault'; readonly fault: string }

/** An append-only list. */
export interface HarnessLedger {
  readonly add: (happening: Happening) => void
  readonly all: () => readonly Happening[]
}

export function createHarnessLedger(): HarnessLedger {
  const all: Happening[] = []
  return { add: (happening) => void all.push(happening), all: () => all }
}

/** An exchange that has ended or is in progress: the places in the ledger of its request and its answer. */
export interface HubExchange {
  readonly by: string
  readonly isCopy: boolean
  readonly asked: Asked
  readonly askedAt: number
  /** Infinite while there is no answer. */
  answeredAt: number
}

/** Goes through a ledger in order, and finds the exchange of each answer. */
export function readExchanges(
  happenings: readonly Happening[],
  visit: {
    readonly onAsked?: (exchange: HubExchange) => void
    readonly onAnswered?: (exchange: HubExchange, reply: HubReply, at: number) => void
    readonly onHeard?: (exchange: HubExchange, reply: HubReply, place: number) => void
    readonly onOther?: (happening: Happening, place: number) => void
  },
): void {
  const exchanges = new Map<number, HubExchange>()
  const replies = new Map<number, HubReply>()
  for (const [place, happening] of happenings.entries()) {
    if (happening.what === 'asked') {
      const { exchange: number, by, isCopy, call, request } = happening
      // The cast is safe: both come from one value of this type.
      const asked = { call, request } as Asked
      const exchange = { by, isCopy, asked, askedAt: place, answeredAt: Number.POSITIVE_INFINITY }
      exchanges.set(number, exchange)
      visit.onAsked?.(exchange)
    } else if (happening.what === 'answered') {
      const exchange = exchanges.get(happening.exchange)
      if (exchange === undefined) throw new Error('An answer without a request')
      exchange.answeredAt = place
      replies.set(happening.exchange, happening.reply)
      visit.onAnswered?.(exchange, happening.reply, happening.at)
    } else if (happening.what === 'heard') {
      const [exchange, reply] = [exchanges.get(happening.exchange), replies.get(happening.exchange)]
      if (exchange === undefined || reply === undefined) throw new Error('Heard without an answer')
      visit.onHeard?.(exchange, reply, place)
    } else visit.onOther?.(happening, place)
  }
}
