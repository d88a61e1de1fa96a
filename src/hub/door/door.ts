import type { IncomingMessage, ServerResponse } from 'node:http'
import { createPublicKey, verify } from 'node:crypto'
import {
  type HubAnswer,
  type HubCall,
  hubCalls,
  type HubError,
  type HubRequest,
  hubStatuses,
} from '../../shared/fleet/hub-calls.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import type { HubDatabase } from '../database/hub-database.ts'
import type { HubLog } from '../log.ts'
import { findClientAddress, isLoopbackAddress } from './client-address.ts'
import { createCounter, createRateLimit, createTurns, type DoorBounds, type Rate } from './limits.ts'
import type { HubMetrics } from './metrics.ts'
import type { createStreams } from './streams.ts'
import { createKnownTokens, formatToken, hashToken, readBearer, stationOfToken } from './station-tokens.ts'

export interface DoorDeps {
  readonly database: Pick<HubDatabase, 'call' | 'ask'>
  readonly streams: Pick<ReturnType<typeof createStreams>, 'open'>
  readonly metrics: Pick<HubMetrics, 'countCall' | 'read' | 'contentType'>
  readonly log: HubLog
  readonly random: (count: number) => Uint8Array
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  readonly rates: { readonly station: Rate; readonly address: Rate }
  readonly bounds: DoorBounds
  readonly isBehindProxy: boolean
  /** The token that a request must show to read `/metrics`. If undefined, only requests from the hub's own computer may read it. */
  readonly metricsToken: string | undefined
  readonly isStopping: () => boolean
  /** Whether the database holds back all confirmations, because a standby is missing. */
  readonly isWaiting: () => boolean
  /** Called when a call failed because of a fault in the hub. */
  readonly onDefect?: (call: string) => void
  /** Called after a call that may have changed something. */
  readonly onChange: () => void
  /**
   * Counts the connection of a request for the station whose session the request has shown. False if the station has too many
   * connections. The connection then still counts for its address.
   */
  readonly admit: (request: IncomingMessage, station: string) => boolean
}

const healthMs = 1000

export function createDoor(deps: DoorDeps) {
  const { database, metrics, now, rates, bounds } = deps
  const answer = createAnswer(deps)
  const readBody = createBodyReader(bounds)
  const known = createKnownTokens()
  const inTurn = createTurns(bounds.databaseCallsOfAStation)
  const limits = {
    station: { rate: createRateLimit(rates.station, now), counter: createCounter(bounds.callsOfAStation) },
    address: { rate: createRateLimit(rates.address, now), counter: createCounter(bounds.callsOfAnAddress) },
  }

  /**
   * Serves a request within limits. A request with a known token uses the limits of its station. Any other request uses the limits of its
   * address. `token`: the token that the request shows. Undefined for a call that needs no session, because such a call checks no token.
   */
  async function serveLimited(
    request: IncomingMessage,
    response: ServerResponse,
    token: string | undefined,
    /** `isKnown`: the database has recently accepted the token. */
    serve: (isKnown: boolean, party: string) => Promise<Result<unknown, HubError> | undefined>,
  ): Promise<string> {
    const isKnown = token !== undefined && known.has(token)
    const { rate, counter } = limits[isKnown ? 'station' : 'address']
    const party = isKnown ? stationOfToken(token) : findClientAddress(request, deps.isBehindProxy)
    if (isKnown && !deps.admit(request, party)) return refuseMany(request, response, tooManyConnections)
    const wait = rate.take(party)
    if (wait !== undefined || !counter.begin(party)) return refuseMany(request, response, tooManyCalls, wait)
    try {
      const answered = await serve(isKnown, party)
      if (token !== undefined) note(request, token, answered)
      return answered === undefined ? 'stream' : reply(response, answered)
    } finally {
      counter.end(party)
    }
  }

  /** Remembers an accepted token, and forgets a refused one. `answered` is undefined if a stream was opened. */
  function note(request: IncomingMessage, token: string, answered: Result<unknown, HubError> | undefined): void {
    if (answered === undefined || answered.ok) {
      known.add(token)
      deps.admit(request, stationOfToken(token))
    } else if (answered.error.code === 'not-signed-in' || answered.error.code === 'revoked') known.remove(token)
  }

  /** Reads a large body only for a session that the database knows, because anyone can invent a token. */
  async function readBodyOf(request: IncomingMessage, token: string | undefined, isKnown: boolean, party: string) {
    if (token === undefined) return readBody(request, bounds.bytesOfAStranger, party)
    if (!isKnown && isLonger(request, bounds.bytesOfAStranger)) {
      const checked = await database.call('check_session', { token: hashToken(token), request: {} })
      if (!checked.ok) {
        request.resume()
        return checked
      }
    }
    return readBody(request, bounds.bytesOfAStation, party)
  }

  async function serveCall(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = now()
    const needsSession = isHubCall(name) && !isForAnyone(name)
    const token = needsSession ? readBearer(request.headers.authorization) : undefined
    const outcome = await serveLimited(request, response, token, async (isKnown, party) => {
      if (!isHubCall(name)) return fail(notFound)
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return fail(wrongType)
      const body = await readBodyOf(request, token, isKnown, party)
      if (!body.ok) return body
      const ask = () => answer(name, token, body.value)
      // The station in an unknown token may be invented, so such a token takes no turn of that station.
      const turnOf = (shown: string): string => (isKnown ? party : `${party} ${stationOfToken(shown)}`)
      const answered = await (token === undefined ? ask() : inTurn(turnOf(token), ask))
      if (answered.ok) deps.onChange()
      return answered
    })
    metrics.countCall(isHubCall(name) ? name : 'unknown', outcome, now() - started)
  }

  async function serveEvents(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const after = url.searchParams.get('after') ?? undefined
    const token = readBearer(request.headers.authorization)
    await serveLimited(request, response, token, async () => {
      if (token === undefined) return fail(notSignedIn)
      if (after !== undefined && !/^\d{1,15}$/.test(after)) return fail(wrongPosition)
      const opened = await deps.streams.open(token, after === undefined ? undefined : Number(after), response)
      return opened.ok ? undefined : opened
    })
  }

  /** The last health check. The database is asked at most once a second, however many requests come. */
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

const isLonger = ({ headers }: IncomingMessage, bytes: number): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bytes

const tooManyCalls: HubError = { code: 'too-many', message: 'Too many calls. Try again later.' }
const tooManyConnections: HubError = {
  code: 'too-many',
  message: 'This station has too many connections. Close some, or try again later.',
}

/** Refuses a request whose client has too many calls or connections. `wait`: seconds after which the client may try again. */
function refuseMany(request: IncomingMessage, response: ServerResponse, error: HubError, wait = 1): string {
  request.resume()
  response.setHeader('retry-after', wait)
  return reply(response, fail(error))
}

const notFound: HubError = { code: 'not-found', message: 'There is no such call.' }
const wrongType: HubError = { code: 'bad-request', message: 'The body must be application/json.' }
const wrongPosition: HubError = { code: 'bad-request', message: 'The position must be a whole number.' }

/** Writes the answer. Returns `ok` or the error's code. */
function reply(response: ServerResponse, answered: Result<unknown, HubError>): string {
  // The hub does not wait for the rest of this request's body, so the connection is closed after the answer.
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

const tooLarge: HubError = { code: 'too-large', message: 'The request is too large.' }
const tooMuch: HubError = { code: 'too-many', message: 'The hub has too much to read. Try again later.' }
const notJson: HubError = { code: 'bad-request', message: 'The body is not JSON, or it ended early.' }

/**
 * Reads JSON bodies. Refuses a body of more than `atMost` bytes. Also refuses a body that would bring the bodies in progress above a limit,
 * so that no station uses up what the others need. There is a limit for each station or address and one for all together. The rest of a
 * refused body is read and discarded. Otherwise a client that is still sending would see a broken connection and no refusal.
 */
function createBodyReader({ bytesOfAParty, bytesTogether }: Pick<DoorBounds, 'bytesOfAParty' | 'bytesTogether'>) {
  let together = 0
  const ofParties = new Map<string, number>()
  const count = (party: string, bytes: number): void => {
    together += bytes
    const ofParty = (ofParties.get(party) ?? 0) + bytes
    if (ofParty > 0) ofParties.set(party, ofParty)
    else ofParties.delete(party)
  }
  return (request: IncomingMessage, atMost: number, party: string): Promise<Result<unknown, HubError>> =>
    new Promise((resolve) => {
      let size = 0
      let parts: Buffer[] | undefined = []
      const settle = (result: Result<unknown, HubError>): void => {
        if (parts === undefined) return
        parts = undefined
        count(party, -size)
        resolve(result)
      }
      request.on('data', (part: Buffer) => {
        if (parts === undefined) return
        parts.push(part)
        size += part.length
        count(party, part.length)
        if (size > atMost) settle(fail(tooLarge))
        else if (together > bytesTogether || (ofParties.get(party) ?? 0) > bytesOfAParty) settle(fail(tooMuch))
      })
      request.on('end', () => settle(parse(parts ?? [], size)))
      request.on('error', () => settle(fail(notJson)))
      request.on('close', () => settle(fail(notJson)))
      if (Number(request.headers['content-length'] ?? 0) > atMost) settle(fail(tooLarge))
    })
}

function parse(parts: readonly Buffer[], size: number): Result<unknown, HubError> {
  try {
    return succeed(JSON.parse(Buffer.concat(parts, size).toString('utf8')))
  } catch {
    return fail(notJson)
  }
}

interface AnswerDeps {
  readonly database: Pick<HubDatabase, 'call'>
  readonly random: (count: number) => Uint8Array
  readonly log: HubLog
  readonly onDefect?: (call: string) => void
}

type Answered = Result<unknown, HubError>

const notSignedIn: HubError = { code: 'not-signed-in', message: 'Sign in first.' }

/** Calls that are not simply passed to one database function: the door checks a signature or adds random bytes. */
type DoorCall = 'enrol' | 'challenge' | 'sign-in'

export const isHubCall = (name: string): name is HubCall => Object.hasOwn(hubCalls, name)

export const isForAnyone = (name: HubCall): boolean => hubCalls[name].by === 'anyone'

/** Returns a function that answers a hub call: it checks the request, lets the database decide, and checks the database's answer. */
export function createAnswer(deps: AnswerDeps) {
  return async (name: HubCall, token: string | undefined, body: unknown): Promise<Answered> => {
    const call = hubCalls[name]
    if (token === undefined && !isForAnyone(name)) return fail(notSignedIn)
    const request = call.request.safeParse(body)
    if (!request.success) {
      const [issue] = request.error.issues
      return fail({
        code: 'bad-request',
        message: `Wrong value at ${issue?.path.join('.') || 'the top'}.`.slice(0, 400),
      })
    }
    const answered = await decide(deps, name, token, request.data)
    if (!answered.ok) return answered
    const answer = call.answer.safeParse(answered.value)
    if (answer.success) return succeed(answer.data)
    // A wrong answer is a defect of the hub. The log entry quotes no values.
    deps.log.warn('wrong-answer', { call: name, place: answer.error.issues[0]?.path.join('.') ?? '' })
    deps.onDefect?.(name)
    return fail({ code: 'defect', message: 'The hub has a defect. Its log says where.' })
  }
}

function decide(deps: AnswerDeps, name: HubCall, token: string | undefined, request: unknown): Promise<Answered> {
  const own: { readonly [C in DoorCall]: (given: HubRequest<C>) => Promise<Answered> } = {
    enrol: (given) => enrol(deps, given),
    challenge: (given) => challenge(deps, given),
    'sign-in': (given) => signIn(deps, given),
  }
  if (Object.hasOwn(own, name)) return (own[name as DoorCall] as (given: unknown) => Promise<Answered>)(request)
  return deps.database.call(name.replaceAll(/[.-]/g, '_'), {
    token: token === undefined ? undefined : hashToken(token),
    request,
  })
}

async function enrol({ database }: AnswerDeps, request: HubRequest<'enrol'>): Promise<Answered> {
  const { lookup, identityKey, sealKey, proof } = request
  if (!fitsSignature(identityKey, [lookup, identityKey, sealKey], proof))
    return fail({ code: 'bad-request', message: 'The proof does not fit the keys.' })
  return database.call('enrol', { token: undefined, request })
}

async function challenge({ database, random }: AnswerDeps, { station }: HubRequest<'challenge'>): Promise<Answered> {
  const bytes = Buffer.from(random(32)).toString('base64')
  return database.call('challenge', { token: undefined, request: { station, challenge: bytes } })
}

/** Uses up the challenge before it checks the signature, so that a wrong signature cannot be tried again. */
async function signIn({ database, random, log }: AnswerDeps, request: HubRequest<'sign-in'>): Promise<Answered> {
  const { station, challenge, signature } = request
  const used = await database.call('use_challenge', { token: undefined, request: { station, challenge } })
  if (!used.ok) return used
  const { identityKey } = used.value as { readonly identityKey: string }
  if (!fitsSignature(identityKey, [signInPurpose, station, challenge], signature)) {
    log.warn('sign-in-refused', { station })
    return fail({ code: 'not-signed-in', message: 'The signature does not fit the station.' })
  }
  const token = formatToken(station, random(32))
  const opened = await database.call('open_session', { token: hashToken(token), request: { station, challenge } })
  if (!opened.ok) return opened
  return succeed({ token, ...(opened.value as Omit<HubAnswer<'sign-in'>, 'token'>) })
}

/** Whether an Ed25519 signature (64 bytes, base64) over these lines, joined by line feeds, fits a raw public key (32 bytes, base64). */
function fitsSignature(identityKey: string, lines: readonly string[], signature: string): boolean {
  const x = Buffer.from(identityKey, 'base64')
  const bytes = Buffer.from(signature, 'base64')
  if (x.length !== 32 || bytes.length !== 64) return false
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' })
    return verify(undefined, Buffer.from(lines.join('\n')), key, bytes)
  } catch {
    // Not every 32 bytes are a point of the curve, so the key can be unusable.
    return false
  }
}

/** The first line of the text that a station signs to sign in. */
const signInPurpose = 'setdesk-hub-sign-in'
