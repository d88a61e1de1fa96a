import type { Sealing } from '../vault/sealing.ts'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { type NetworkFailure, type Route, routeOf, type Transport } from '../../platform/transport/exchange.ts'
import {
  type ClaimAnswer,
  type HubAnswer,
  type HubCall,
  hubCalls,
  type HubError,
  hubErrorSchema,
  type HubRequest,
} from '../../shared/fleet/hub-calls.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import type { Clock, Random, Log } from '../ports.ts'
import { type HubPlace, type Membership, requestVersionFact } from '../vault/fleet-membership.ts'
import { signLines } from './fleet-keys.ts'
import { readJson } from '../storage/files.ts'
import { readFact, setFact } from '../storage/database.ts'

/** The shortest and the longest rest after failures, milliseconds. During a rest the hub is not asked. */
const [shortestRest, longestRest] = [4000, 60_000]
/** The longest wait for the answer to a background call, milliseconds. */
const patienceMs = 20_000
/** The longest wait for the first call after a rest, in milliseconds. A hub that takes longer counts as silent. */
const probePatience = 2000

/** The state of the hub when it was last asked. Times in milliseconds since 1970. */
export interface HubLink {
  readonly state: 'unknown' | 'reached' | 'unreached' | 'revoked'
  /** When the hub last answered. Undefined if the hub has not answered since the start. */
  readonly lastContact?: number
  readonly failure?: string
  /** How far this computer's clock is ahead of the hub's, milliseconds. */
  readonly clockAheadMs?: number
}

/** What the parts of this computer's membership share. */
export interface MemberParts {
  readonly database: DatabaseSync
  readonly sealing: Sealing
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly client: HubClient
  readonly membership: Membership
  /** The connections that the fleet knows about. */
  readonly connections: () => readonly Connection[]
}

export interface HubClientDeps extends Pick<MemberParts, 'clock' | 'random' | 'membership'> {
  readonly transport: Transport
  readonly onLink: (link: HubLink) => void
}

export type HubClient = ReturnType<typeof createHubClient>

/**
 * Makes calls to the hub for this station and signs in when needed. After a failure the hub is not called for a while; this is a rest.
 * After each further failure the rest is longer. During a rest every call fails at once with `resting`, so nothing ever waits long for the
 * hub.
 */
export function createHubClient({ transport, clock, random, membership, onLink }: HubClientDeps) {
  let link: HubLink = { state: membership.isRevoked === true ? 'revoked' : 'unknown' }
  let token: string | undefined
  let signingIn: Promise<Result<string, HubFailure>> | undefined
  let failures = 0
  let restUntil = 0
  /** The hub reported too many requests and is not asked again before this time. */
  let pausedUntil = 0
  let probe: Promise<void> | undefined
  const stopping = new AbortController()

  const setLink = (next: HubLink): void => {
    const isNews = next.state !== link.state || next.failure !== link.failure
    link = next
    if (isNews) onLink(link)
  }
  const noteAnswer = (date: number | undefined): void => {
    failures = 0
    restUntil = 0
    const ahead = date === undefined ? link.clockAheadMs : clock.now() - date
    setLink({ state: 'reached', lastContact: clock.now(), ...(ahead !== undefined && { clockAheadMs: ahead }) })
  }
  const noteFailure = (failure: string): void => {
    // The hub was reached if its answer was too large.
    if (failure === 'resting' || failure === 'cancelled' || failure === 'answer-too-large') return
    // Several calls in progress can fail together. They count as one failure.
    if (clock.elapsed() < restUntil) return
    const rest = Math.min(longestRest, shortestRest * 2 ** Math.min(failures, 10))
    failures += 1
    // Adds jitter, so that five hundred laptops do not come back at the same moment.
    restUntil = clock.elapsed() + rest / 2 + random.below(rest / 2 + 1)
    setLink({ ...link, state: 'unreached', failure })
  }
  const note = <T>(result: Result<T, HubFailure>, date?: number): Result<T, HubFailure> => {
    if (result.ok) noteAnswer(date)
    else if (result.error.is === 'unreached' && result.error.failure !== 'too-many') noteFailure(result.error.failure)
    else if (isRefusedWith(result.error, 'revoked')) setLink({ ...link, state: 'revoked' })
    else noteAnswer(undefined)
    return result
  }

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        cancel()
        stopping.signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = clock.after(ms, end)
      stopping.signal.addEventListener('abort', end)
    })
  /** Makes the call, and repeats it as long as the hub reports too many requests and the deadline allows it. */
  const askOnce: typeof askNow = async (name, request, deadline, bearer) => {
    for (;;) {
      const pause = pausedUntil - clock.elapsed()
      if (pause > 0 && clock.elapsed() + pause >= deadline)
        return fail({ is: 'unreached', failure: 'too-many', waitMs: pause })
      if (pause > 0) await wait(pause)
      if (stopping.signal.aborted) return fail({ is: 'unreached', failure: 'cancelled' })
      const asked = await askNow(name, request, deadline, bearer)
      if (asked.ok || asked.error.is !== 'unreached' || asked.error.failure !== 'too-many') return asked
      const { waitMs } = asked.error
      // Adds jitter, as after a failure.
      pausedUntil = Math.max(pausedUntil, clock.elapsed() + waitMs + random.below(waitMs + 1))
    }
  }
  const askNow = async <C extends HubCall>(
    name: C,
    request: HubRequest<C>,
    deadline: number,
    bearer?: string,
  ): Promise<Result<Answered<C>, HubFailure>> => {
    const timeoutMs = deadline - clock.elapsed()
    if (timeoutMs <= 0) return fail({ is: 'unreached', failure: 'timed-out' })
    const { signal } = stopping
    const asked = await askHub(transport, membership, { name, request, token: bearer, timeoutMs, signal })
    const isCut = !asked.ok && asked.error.is === 'unreached' && asked.error.failure === 'connection-reset'
    if (!isCut) return asked
    // The hub may have closed this idle connection. The call is sent again at once, because every call may safely arrive twice.
    const again = Math.max(1, deadline - clock.elapsed())
    return askHub(transport, membership, { name, request, token: bearer, timeoutMs: again, signal })
  }
  const signInAnew = async (deadline: number): Promise<Result<string, HubFailure>> => {
    const { station, signingKey } = membership
    const asked = await askOnce('challenge', { station }, deadline)
    if (!asked.ok) return asked
    const { challenge } = asked.value.answer
    const signature = signLines(signingKey, 'setdesk-hub-sign-in', station, challenge)
    const signed = await askOnce('sign-in', { station, challenge, signature }, deadline)
    // The hub's database may have been restored from a backup from before this station joined.
    if (!signed.ok && isRefusedWith(signed.error, 'not-signed-in'))
      return fail({ is: 'unreached', failure: 'station-unknown' })
    if (!signed.ok) return signed
    token = signed.value.answer.token
    return succeed(token)
  }
  const signIn = (deadline: number): Promise<Result<string, HubFailure>> => {
    signingIn ??= signInAnew(deadline).finally(() => {
      signingIn = undefined
    })
    return signingIn
  }
  const callSignedIn = async <C extends HubCall>(
    name: C,
    request: HubRequest<C>,
    deadline: number,
  ): Promise<Result<Answered<C>, HubFailure>> => {
    const known = token
    const first = known === undefined ? await signIn(deadline) : succeed(known)
    if (!first.ok) return first
    const asked = await askOnce(name, request, deadline, first.value)
    const isOver = !asked.ok && isRefusedWith(asked.error, 'not-signed-in')
    if (!isOver || known === undefined) return asked
    if (token === known) token = undefined
    const again = token === undefined ? await signIn(deadline) : succeed(token)
    return again.ok ? askOnce(name, request, deadline, again.value) : again
  }
  const mayAsk = (): boolean => {
    if (link.state === 'revoked') return false
    if (link.state !== 'unreached') return true
    // While one call probes the hub, other calls wait a short time for its result.
    return probe !== undefined || clock.elapsed() >= restUntil
  }
  /**
   * Returns `otherwise` if the promise takes longer than `ms` milliseconds. A call needs this limit, because calls share one sign-in. The
   * sign-in may have a later deadline than the call.
   */
  const within = async <T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> => {
    const late = Promise.withResolvers<T>()
    const cancel = clock.after(Math.max(0, ms), () => late.resolve(otherwise))
    try {
      return await Promise.race([promise, late.promise])
    } finally {
      cancel()
    }
  }
  const askWithin = async <C extends HubCall>(
    ms: number,
    name: C,
    request: HubRequest<C>,
  ): Promise<Result<Answered<C>, HubFailure>> => {
    const begunAt = clock.elapsed()
    const answer = callSignedIn(name, request, begunAt + ms)
    const timedOut = fail({ is: 'unreached', failure: 'timed-out' } as const)
    const answered = await within(ms, answer, timedOut)
    // An answer that lay unread while the computer slept comes before the timer ends. It may be true no longer.
    const asked = clock.elapsed() - begunAt > ms ? timedOut : answered
    const isLate = !asked.ok && asked.error.is === 'unreached' && asked.error.failure === 'timed-out'
    // The hub answered each time and asked for a pause. Such a hub is busy and must not count as silent.
    const isPaused = isLate && pausedUntil > begunAt
    const result = isPaused ? fail({ is: 'unreached', failure: 'too-many', waitMs: 1000 } as const) : asked
    return note(result, result.ok ? result.value.date : undefined)
  }
  const endProbe = (): void => {
    probe = undefined
  }

  return {
    /**
     * Makes a call, except during a rest. After a rest one call goes first as a probe, and the other calls wait for its result. `patience`:
     * the longest wait for the probe's result, milliseconds. The call itself may then take the same time again.
     */
    async call<C extends HubCall>(
      name: C,
      request: HubRequest<C>,
      patience = patienceMs,
    ): Promise<Result<HubAnswer<C>, HubFailure>> {
      if (probe !== undefined && link.state === 'unreached') await within(patience, probe, undefined)
      if (link.state === 'revoked') return fail({ is: 'refused', code: 'revoked' })
      const isProbe = link.state === 'unreached'
      // A hub that has answered an older call meanwhile is asked, even if the probe still waits.
      if (!mayAsk() || (isProbe && probe !== undefined)) return fail({ is: 'unreached', failure: 'resting' })
      const asking = askWithin(isProbe ? Math.min(patience, probePatience) : patience, name, request)
      if (isProbe) probe = asking.then(endProbe, endProbe)
      const result = await asking
      return result.ok ? succeed(result.value.answer) : result
    },
    link: () => link,
    mayAsk,
    /** Ends the rest, because the network is back or a technician asks now. */
    tryNow() {
      restUntil = 0
      failures = 0
    },
    /** When the hub may be asked again, in milliseconds since the process started. 0 if the hub may be asked now. */
    restsUntil: () => restUntil,
    /** The token of the present session, for the stream of events. Signs in if there is no session. */
    async session(patience = patienceMs): Promise<Result<string, HubFailure>> {
      return token === undefined ? note(await signIn(clock.elapsed() + patience)) : succeed(token)
    },
    endSession() {
      token = undefined
    },
    /** Converts a time of the hub to this computer's clock, milliseconds since 1970. */
    toLocal: (time: string): number => Date.parse(time) + (link.clockAheadMs ?? 0),
    stop: () => stopping.abort(),
  }
}

/**
 * Why the hub did not carry out a request. `unreached`: the hub may be asked again later, because every request may be repeated.
 * `station-unknown`: the hub answers, but does not know this station, so work goes on as without the hub. `too-many`: the hub answered, but
 * it takes no more requests for `waitMs` milliseconds.
 */
export type HubFailure =
  | {
      readonly is: 'unreached'
      readonly failure: NetworkFailure | 'resting' | 'busy' | 'not-understood' | 'station-unknown'
    }
  | { readonly is: 'unreached'; readonly failure: 'too-many'; readonly waitMs: number }
  | { readonly is: 'refused'; readonly code: HubError['code'] }

/** The answer of a hub that is not believed. */
export const notUnderstood = fail<HubFailure>({ is: 'unreached', failure: 'not-understood' })

/** Whether the hub refused a request with this code. */
export const isRefusedWith = (error: HubFailure, code: HubError['code']): boolean =>
  error.is === 'refused' && error.code === code

/** How often in a row a request about a job is repeated with a higher version, because the hub knows a newer request. */
export const mostAsks = 3

/** `date`: the time of the answer by the hub's clock, milliseconds since 1970. Undefined if the answer has no valid `Date` header. */
interface Answered<C extends HubCall> {
  readonly answer: HubAnswer<C>
  readonly date: number | undefined
}

interface HubAsk<C extends HubCall> {
  readonly name: C
  readonly request: HubRequest<C>
  readonly token?: string | undefined
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

export const routeToHub = ({ authority, proxy, proxyLogIn }: HubPlace): Route =>
  routeOf({ authority, proxy }, proxyLogIn)

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
  if (answer === undefined) return notUnderstood
  const date = Date.parse(exchange.headers['date'] ?? '')
  return succeed({ answer: answer.value as HubAnswer<C>, date: Number.isNaN(date) ? undefined : date })
}

/** The failure for an error code. A hub without a database counts as unreached. `retryAfter`: the header's text, in seconds. */
function failureOf(code: HubError['code'], retryAfter: string | undefined): HubFailure {
  if (code === 'too-many') return { is: 'unreached', failure: 'too-many', waitMs: readSeconds(retryAfter) * 1000 }
  return code === 'unavailable' ? { is: 'unreached', failure: 'busy' } : { is: 'refused', code }
}

const readSeconds = (header: string | undefined): number => (/^\d{1,4}$/.test(header ?? '') ? Number(header) : 1)

/** How many versions one write to disk reserves, so that most requests write nothing. */
const reserve = 60_000

export type RequestVersions = ReturnType<typeof createRequestVersions>

/**
 * Versions for this station's requests about claims. Each version is higher than all earlier versions, even after a crash or if the clock
 * was set back. After a restore of the data folder, the hub supplies the last version.
 */
export function createRequestVersions(database: DatabaseSync, clock: Pick<Clock, 'now'>) {
  let noted = Number(readFact(database, requestVersionFact) ?? 0)
  let last = noted
  return {
    next(): number {
      last = Math.max(last + 1, clock.now())
      if (last > noted) {
        noted = last + reserve
        setFact(database, requestVersionFact, String(noted))
      }
      return last
    },
    /** Makes the next version higher than `version`, because the hub already knows that version. */
    raise(version: number): void {
      last = Math.max(last, version)
    },
  }
}

/**
 * Asks the hub for claims. After a restore of the data folder, the hub may know a newer request than this computer. Then the hub is asked
 * again with a higher version. Undefined if the hub could not be asked.
 */
export async function askForClaims(
  client: Pick<HubClient, 'call'>,
  versions: RequestVersions,
  wanted: readonly Omit<HubRequest<'claims.take'>['jobs'][number], 'version'>[],
  patience?: number,
): Promise<readonly ClaimAnswer[] | undefined> {
  const answers = new Map<string, ClaimAnswer>()
  let jobs = wanted
  for (let asks = 1; ; asks += 1) {
    const version = versions.next()
    const reply = await client.call('claims.take', { jobs: jobs.map((one) => ({ ...one, version })) }, patience)
    // The hub takes no more jobs of this station. These jobs go on without a claim.
    if (!reply.ok && isRefusedWith(reply.error, 'too-large')) return [...answers.values()]
    if (!reply.ok) return undefined
    for (const answer of reply.value.jobs) answers.set(answer.job, answer)
    const late = reply.value.jobs.filter((answer) => answer.result === 'late')
    if (late.length === 0 || asks === mostAsks) return [...answers.values()]
    for (const answer of late) versions.raise(answer.version)
    jobs = jobs.filter(({ job }) => late.some((answer) => answer.job === job))
  }
}
