import { routeOf, type NetworkFailure, type Route, type Transport } from '../../platform/transport/exchange.ts'
import {
  hubCalls,
  hubErrorSchema,
  type HubAnswer,
  type HubCall,
  type HubError,
  type HubRequest,
} from '../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { readJson } from '../storage/files.ts'
import type { HubPlace } from '../vault/fleet-membership.ts'
import { z } from 'zod'

/**
 * Why the hub did not carry out a request. `unreached`: the hub may be asked again later, because every request may be repeated.
 * `too-many`: the hub answered, but it takes no more requests for `waitMs` milliseconds.
 */
export type HubFailure =
  | { readonly is: 'unreached'; readonly failure: NetworkFailure | 'resting' | 'busy' | 'not-understood' }
  | { readonly is: 'unreached'; readonly failure: 'too-many'; readonly waitMs: number }
  | { readonly is: 'refused'; readonly code: HubError['code'] }

/** `date`: the time of the answer by the hub's clock, milliseconds since 1970. Undefined if the answer has no valid `Date` header. */
export interface Answered<C extends HubCall> {
  readonly answer: HubAnswer<C>
  readonly date: number | undefined
}

export interface HubAsk<C extends HubCall> {
  readonly name: C
  readonly request: HubRequest<C>
  readonly token?: string | undefined
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** The route for requests to the hub. */
export const routeToHub = ({ authority, proxy, proxyLogIn }: HubPlace): Route =>
  routeOf({ authority, proxy }, proxyLogIn)

/** The address of a call below the hub's address. */
export const hubUrl = (hub: string, path: string): URL => new URL(`v1/${path}`, hub.endsWith('/') ? hub : `${hub}/`)

const refusalSchema = z.object({ ok: z.literal(false), error: hubErrorSchema })

/** Sends one request to the hub, once. A network error or an answer that cannot be parsed is returned as a failure, not thrown. */
export async function askHub<C extends HubCall>(
  transport: Transport,
  place: HubPlace,
  { name, request, token, timeoutMs, signal }: HubAsk<C>,
): Promise<Result<Answered<C>, HubFailure>> {
  const exchange = await transport.exchange({
    method: 'POST',
    url: hubUrl(place.hub, name),
    body: JSON.stringify(request),
    // Every call may safely arrive twice, so the request may use a connection that is already open.
    changes: false,
    timeoutMs,
    signal,
    route: routeToHub(place),
    bearer: token,
  })
  if (exchange.reach !== 'answered') return fail({ is: 'unreached', failure: exchange.failure })
  const refusal = readJson(exchange.text, refusalSchema)
  if (refusal !== undefined) return fail(failureOf(refusal.error.code, exchange.headers['retry-after']))
  const answer = readJson(exchange.text, z.object({ ok: z.literal(true), value: hubCalls[name].answer }))
  if (answer === undefined) return fail({ is: 'unreached', failure: 'not-understood' })
  const date = Date.parse(exchange.headers['date'] ?? '')
  return succeed({ answer: answer.value as HubAnswer<C>, date: Number.isNaN(date) ? undefined : date })
}

/** The failure for an error code. A hub without a database counts as unreached. `retryAfter`: the header's text, in seconds. */
function failureOf(code: HubError['code'], retryAfter: string | undefined): HubFailure {
  if (code === 'too-many') return { is: 'unreached', failure: 'too-many', waitMs: readSeconds(retryAfter) * 1000 }
  return code === 'unavailable' ? { is: 'unreached', failure: 'busy' } : { is: 'refused', code }
}

const readSeconds = (header: string | undefined): number => (/^\d{1,4}$/.test(header ?? '') ? Number(header) : 1)
