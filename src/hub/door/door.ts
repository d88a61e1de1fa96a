import type { IncomingMessage, ServerResponse } from 'node:http'
import { hubStatuses, type HubError } from '../../shared/fleet/hub-calls.ts'
import { fail, type Result } from '../../shared/result.ts'
import type { HubDatabase } from '../database/hub-database.ts'
import type { HubLog } from '../log.ts'
import { createAnswer, isForAnyone, isHubCall, notSignedIn } from './answer-call.ts'
import { findClientAddress, isLoopbackAddress } from './client-address.ts'
import { createCounter, createRateLimit, type Rate } from './limits.ts'
import type { HubMetrics } from './metrics.ts'
import { createBodyReader } from './read-body.ts'
import type { createStreams } from './streams.ts'
import { createKnownTokens, readBearer, stationOfToken } from './tokens.ts'

export interface DoorDeps {
  readonly database: Pick<HubDatabase, 'call' | 'ask'>
  readonly streams: Pick<ReturnType<typeof createStreams>, 'open'>
  readonly metrics: Pick<HubMetrics, 'countCall' | 'read' | 'contentType'>
  readonly log: HubLog
  readonly random: (count: number) => Uint8Array
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  readonly rates: { readonly station: Rate; readonly address: Rate }
  readonly isBehindProxy: boolean
  /** With it `/metrics` may be read from other computers as well. */
  readonly metricsToken: string | undefined
  readonly isStopping: () => boolean
  /** Whether the database confirms nothing, because a standby is away. */
  readonly isWaiting: () => boolean
  /** Called when a call failed because the hub is at fault. */
  readonly onDefect?: (call: string) => void
  /** Called after a call that may have changed something. */
  readonly onChange: () => void
  /** Called when a connection has shown a session. */
  readonly onSignedIn: (request: IncomingMessage) => void
}

const mostBytesOfAnyone = 16 * 1024
const mostBytesOfAStation = 16 * 1024 * 1024
const healthMs = 1000
/** A station confirms its claims one call at a time while it sends, and several jobs are sent at once. */
const callsAtOnce = { station: 32, address: 500 }

/** Serves the door's requests: the calls, the stream of events, health and metrics. */
export function createDoor(deps: DoorDeps) {
  const { database, metrics, now, rates } = deps
  const answer = createAnswer(deps)
  const readBody = createBodyReader()
  const known = createKnownTokens()
  const limits = {
    station: { rate: createRateLimit(rates.station, now), counter: createCounter(callsAtOnce.station) },
    address: { rate: createRateLimit(rates.address, now), counter: createCounter(callsAtOnce.address) },
  }

  /** Lets a request in within its station's limits, or within its address's while it has shown no session. */
  async function serveLimited(
    request: IncomingMessage,
    response: ServerResponse,
    serve: (token: string | undefined) => Promise<Result<unknown, HubError> | undefined>,
  ): Promise<string> {
    const token = readBearer(request.headers.authorization)
    const isKnown = token !== undefined && known.has(token)
    const { rate, counter } = limits[isKnown ? 'station' : 'address']
    const party = isKnown ? stationOfToken(token) : findClientAddress(request, deps.isBehindProxy)
    const wait = rate.take(party)
    if (wait !== undefined || !counter.begin(party)) {
      response.setHeader('retry-after', wait ?? 1)
      return reply(response, fail({ code: 'too-many', message: 'Too many calls. Try again later.' }))
    }
    try {
      const answered = await serve(token)
      if (answered === undefined) return 'stream'
      if (token !== undefined && answered.ok) {
        known.add(token)
        deps.onSignedIn(request)
      }
      if (token !== undefined && !answered.ok && answered.error.code === 'not-signed-in') known.remove(token)
      return reply(response, answered)
    } finally {
      counter.end(party)
    }
  }

  async function serveCall(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = now()
    const outcome = await serveLimited(request, response, async (token) => {
      if (!isHubCall(name)) return fail(notFound)
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return fail(notJson)
      const body = await readBody(request, isForAnyone(name) ? mostBytesOfAnyone : mostBytesOfAStation)
      if (!body.ok) return body
      const answered = await answer(name, token, body.value)
      if (answered.ok) deps.onChange()
      return answered
    })
    metrics.countCall(isHubCall(name) ? name : 'unknown', outcome, now() - started)
  }

  async function serveEvents(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const after = url.searchParams.get('after') ?? undefined
    await serveLimited(request, response, async (token) => {
      if (token === undefined) return fail(notSignedIn)
      if (after !== undefined && !/^\d{1,15}$/.test(after)) return fail(wrongPosition)
      const opened = await deps.streams.open(token, after === undefined ? undefined : Number(after), response)
      if (!opened.ok) return opened
      known.add(token)
      deps.onSignedIn(request)
      return undefined
    })
  }

  /** Asked of the database once a second at most, however often it is asked for. */
  let asked: { readonly at: number; readonly health: ReturnType<HubDatabase['ask']> } | undefined

  async function serveHealth(response: ServerResponse): Promise<void> {
    if (asked === undefined || now() - asked.at > healthMs) asked = { at: now(), health: database.ask('health') }
    const health = await asked.health
    const trouble = findTrouble(health.ok)
    if (trouble === undefined) return writeJson(response, 200, { ok: true, state: 'well' })
    return writeJson(response, 503, { ok: false, state: trouble, message: healthWords[trouble] })
  }

  function findTrouble(isDatabaseThere: boolean): keyof typeof healthWords | undefined {
    if (deps.isStopping()) return 'stopping'
    if (!isDatabaseThere) return 'no-database'
    return deps.isWaiting() ? 'commits-wait' : undefined
  }

  async function serveMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const mayRead =
      deps.metricsToken === undefined
        ? isLoopbackAddress(findClientAddress(request, deps.isBehindProxy))
        : bearer === deps.metricsToken
    if (!mayRead) return writeJson(response, 404, { ok: false, error: notFound })
    response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.read())
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (deps.isStopping()) response.setHeader('connection', 'close')
    const url = URL.parse(request.url ?? '/', 'http://hub')
    const path = url?.pathname ?? '/'
    if (request.method === 'POST' && path.startsWith('/v1/')) return serveCall(path.slice(4), request, response)
    if (request.method === 'GET' && path === '/v1/events' && url !== null) return serveEvents(url, request, response)
    if (request.method === 'GET' && path === '/health') return serveHealth(response)
    if (request.method === 'GET' && path === '/metrics') return serveMetrics(request, response)
    return writeJson(response, 404, { ok: false, error: notFound })
  }
}

const healthWords = {
  stopping: 'This hub is stopping.',
  'no-database': 'No PostgreSQL server can be written to. The log says why.',
  'commits-wait':
    'PostgreSQL answers, but confirms nothing, because its synchronous standby does not. Bring the standby back, or reset synchronous_standby_names on the primary.',
}

const notFound: HubError = { code: 'not-found', message: 'There is no such call.' }
const notJson: HubError = { code: 'bad-request', message: 'The body must be application/json.' }
const wrongPosition: HubError = { code: 'bad-request', message: 'The position must be a whole number.' }

/** Writes the answer and returns its outcome. */
function reply(response: ServerResponse, answered: Result<unknown, HubError>): string {
  // A body that was not read to its end is not waited for.
  if (!answered.ok && (answered.error.code === 'too-large' || answered.error.code === 'too-many'))
    response.setHeader('connection', 'close')
  writeJson(response, answered.ok ? 200 : hubStatuses[answered.error.code], answered)
  return answered.ok ? 'ok' : answered.error.code
}

function writeJson(response: ServerResponse, status: number, value: unknown): void {
  if (response.destroyed || response.headersSent) return
  const text = JSON.stringify(value)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text)
}
