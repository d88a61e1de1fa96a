import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BridgeEvent, Reply } from '../../shared/bridge/bridge.ts'
import type { ErrorCode } from '../../shared/bridge/errors.ts'
import type { Snapshot } from '../../shared/bridge/snapshot.ts'
import { defined } from '../../shared/defined.ts'
import { largestAnswer } from '../../shared/domain/answer-size.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { describeProblem } from '../bridge/describe-problem.ts'
import type { Dispatch, ServedApp } from '../bridge/dispatch.ts'
import { hostTexts } from '../host/say.ts'
import { listServedFiles, securityHeaders } from '../host/served-files.ts'
import type { Random } from '../ports.ts'

const beatMs = 15_000
const mostStreams = 50
/** The most bytes that may wait for a page that does not read its events. */
const mostWaitingBytes = 4 * 1024 * 1024

/** The parts of a request that decide whether it may pass. `url`: as received, undecoded. */
type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

type Objection =
  | 'wrong-host'
  | 'wrong-origin'
  | 'cross-site'
  | 'service-worker'
  | 'no-session'
  | 'wrong-method'
  | 'wrong-target'
  | 'wrong-content-type'

const json = /^application\/json(?:\s*;\s*charset=utf-8)?$/i

/** The largest body of a call that is read, in bytes: enough for a field mapping's pasted answer with every character escaped. */
export const largestBodyBytes = 7 * largestAnswer

/** The largest body that is read before the sign-in, in bytes. It is enough for a launch token as JSON. */
const largestSignInBytes = 1000

/** The page that exchanges the token in its URL for the bearer token. */
const launchPath = '/launch.html'

/**
 * The path of the sign-in, which exchanges `{"token":…}` for `{"bearer":…}`. If the app is loaded, the answer also has `first`: the answer
 * to `app.snapshot`, the first call of every page.
 */
const signInPath = '/session'

/** Pages that the launch page shows if it cannot sign in (`src/renderer/src/bridge/launch.ts`). */
const endings: ReadonlyMap<string, keyof ReturnType<typeof hostTexts>['pages']> = new Map([
  ['/used', 'used'],
  ['/taken', 'taken'],
  ['/no-storage', 'noStorage'],
])

/** The stylesheet of the host's own pages. It is a file, because the content security policy forbids inline styles. */
const pageStylePath = '/setdesk-host.css'

const pageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f4f8, #17141c) }
main { max-width: 34rem; margin: 1.5rem; padding: 2rem; border-radius: 12px; background: light-dark(#fff, #221e29); color: light-dark(#221e29, #eeeaf3) }
h1 { margin: 0 0 .75rem; font-size: 1.25rem }
p { margin: 0 0 1rem }
a { color: light-dark(#6b3fa0, #c9a8ee) }
`

export interface LoopbackServerDeps {
  readonly rendererFolder: string
  /** The port to listen on; 0 for any free port. */
  readonly port: number
  readonly random: Pick<Random, 'bytes'>
  /** Called once, when the launch token was used. */
  readonly signedIn?: () => void
}

/** Serves the page at once, and the bridge as soon as the app exists. Calls wait until then. Rejects if the port is not available. */
export async function startLoopbackServer(deps: LoopbackServerDeps) {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000, maxHeaderSize: 16_384 })
  const port = await listen(server, deps.port)
  const origin = `http://127.0.0.1:${String(port)}`
  const session = createBrowserSession(deps.random)
  const streams = createEventStreams()
  const served = Promise.withResolvers<ServedApp>()
  let endListening: (() => void) | undefined
  const dispatch: Dispatch = async (channel, payload) => await (await served.promise).dispatch(channel, payload)
  const askFirst = async () => (endListening === undefined ? undefined : await dispatch('app.snapshot', {}))
  const { signedIn } = deps
  const serveFile = createFileRoute(deps.rendererFolder)
  const route = createRoute({ origin, session, streams, dispatch, askFirst, serveFile, signedIn })
  server.on('request', (request, response) => {
    route(request, response).catch((thrown: unknown) => {
      response.destroy()
      void served.promise.then(({ log }) => log.problem('loopback.request-threw', describeProblem(thrown)))
    })
  })

  return {
    origin,
    /** The address that opens the app. It works once. A browser never sends the part after the `#` to a server. */
    launchUrl: `${origin}${launchPath}#${session.launchToken}`,
    /** Connects the app. After that, calls reach the app, and the app's events reach the pages. */
    serve: (app: ServedApp): void => {
      endListening = app.listen(streams.push)
      served.resolve(app)
    },
    close: async (): Promise<void> => {
      endListening?.()
      streams.close()
      // Calls in progress get their answer. Their connections are not used again.
      server.keepAliveTimeout = 1
      server.keepAliveTimeoutBuffer = 0
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      })
    },
  }
}

export type LoopbackServer = Awaited<ReturnType<typeof startLoopbackServer>>

interface RouteDeps {
  readonly origin: string
  readonly session: BrowserSession
  readonly streams: EventStreams
  readonly dispatch: Dispatch
  /** The answer to a page's first call. Undefined while the app is not loaded. */
  readonly askFirst: () => Promise<Reply<unknown> | undefined>
  readonly serveFile: (request: IncomingMessage, response: ServerResponse) => void
  readonly signedIn: (() => void) | undefined
}

function createRoute(deps: RouteDeps) {
  const { origin, session, streams, dispatch, serveFile } = deps
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // The path is not decoded, so that each file has only one path.
    const [pathname = '/'] = (request.url ?? '/').split('?', 1)
    const objection = judgeRequest(request, pathname, origin, session)
    if (objection !== undefined) return refuse(response, pathname, objection)
    if (pathname === '/bridge/events' && request.method === 'GET') return await openStream(response, dispatch, streams)
    if (pathname.startsWith('/bridge/') && request.method === 'POST') {
      return await carryCall(request, response, pathname.slice('/bridge/'.length), dispatch)
    }
    if (pathname === signInPath && request.method === 'POST') return await signIn(request, response, deps)
    if (request.method === 'POST') return sendRefusal(response, 405, 'This takes no POST.', 'not-allowed')
    const ending = endings.get(pathname)
    if (ending !== undefined) return sendPage(response, 403, ending)
    if (pathname === pageStylePath) {
      return sendText(response, 200, pageStyle, { 'content-type': 'text/css; charset=utf-8' })
    }
    serveFile(request, response)
  }
}

async function signIn(
  request: IncomingMessage,
  response: ServerResponse,
  { session, signedIn, askFirst }: RouteDeps,
): Promise<void> {
  const body = await readJsonBody(request, largestSignInBytes)
  if (!body.ok) return refuseBody(response, body.error)
  const token = readToken(body.value) ?? ''
  // The token is used up only when the rest of the answer exists. A page that is reloaded before that can then sign in again.
  const first = session.isLaunchToken(token) ? await askFirst() : undefined
  if (response.destroyed) return
  const bearer = session.redeem(token)
  if (bearer === undefined) return sendRefusal(response, 403, 'Refused: used-token.', 'not-allowed')
  signedIn?.()
  sendReply(response, 200, succeed({ bearer, ...defined({ first }) }))
}

/** Reads the token without a schema, because schemas are loaded with the app, after this server. */
const readToken = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string'
    ? body.token
    : undefined

function refuse(response: ServerResponse, pathname: string, objection: Objection): void {
  response.shouldKeepAlive = false
  const status = objection === 'no-session' ? 401 : objection === 'wrong-content-type' ? 415 : 403
  if (pathname.startsWith('/bridge/') || pathname === signInPath) {
    return sendRefusal(response, status, `Refused: ${objection}.`, 'not-allowed')
  }
  sendPage(response, status, objection === 'cross-site' ? 'outside' : 'stranger')
}

async function carryCall(request: IncomingMessage, response: ServerResponse, channel: string, dispatch: Dispatch) {
  const body = await readJsonBody(request, largestBodyBytes)
  if (!body.ok) return refuseBody(response, body.error)
  sendReply(response, 200, await dispatch(channel, body.value))
}

function refuseBody(response: ServerResponse, reason: BadBody): void {
  // The rest of the body is not read, so the connection cannot be used again.
  response.shouldKeepAlive = false
  if (reason === 'too-large') return sendRefusal(response, 413, 'This call is too large.', 'bad-request')
  sendRefusal(response, 400, 'The body of this call is not JSON.', 'bad-request')
}

async function openStream(response: ServerResponse, dispatch: Dispatch, streams: EventStreams): Promise<void> {
  const reply = await dispatch('app.snapshot', {})
  // The page was closed while the snapshot was made. Its stream would stay open for good.
  if (response.destroyed) return
  const first = reply.ok ? [{ name: 'snapshot', payload: reply.value as Snapshot } as const] : []
  if (!streams.open(response, first)) sendRefusal(response, 503, 'Too many pages are open.', 'not-allowed')
}

/** Serves the page's files. Each is read and sent in one turn of the event loop, so that it need not wait while the app is loaded. */
function createFileRoute(rendererFolder: string): RouteDeps['serveFile'] {
  const files = listServedFiles(rendererFolder)
  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    const file = files.get(path)
    if (file === undefined) return sendPage(response, 404, 'missing')
    const content = readFileSync(file.path)
    response.writeHead(200, {
      ...securityHeaders,
      'cache-control': file.immutable ? 'private, max-age=31536000, immutable' : 'no-store',
      'content-type': file.type,
      'content-length': content.length,
    })
    response.end(content)
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function sendText(response: ServerResponse, status: number, text: string, headers: Record<string, string>): void {
  const length = String(Buffer.byteLength(text))
  response.writeHead(status, { ...securityHeaders, 'cache-control': 'no-store', 'content-length': length, ...headers })
  response.end(text)
}

function sendReply(response: ServerResponse, status: number, reply: Reply<unknown>): void {
  sendText(response, status, JSON.stringify(reply), { 'content-type': 'application/json; charset=utf-8' })
}

function sendRefusal(response: ServerResponse, status: number, message: string, code: ErrorCode): void {
  sendReply(response, status, { ok: false, error: { code, message, retryable: false } })
}

function sendPage(response: ServerResponse, status: number, name: keyof ReturnType<typeof hostTexts>['pages']): void {
  sendText(response, status, writePage(name), { 'content-type': 'text/html; charset=utf-8' })
}

/** A complete page of the host. It contains only fixed texts and nothing from the request. */
function writePage(name: keyof ReturnType<typeof hostTexts>['pages']): string {
  const page = hostTexts().pages[name]
  const link = 'link' in page ? `<p><a href="/">${page.link}</a></p>` : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${hostTexts().title}: ${page.heading}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${pageStylePath}"></head>
<body><main><h1>${page.heading}</h1><p>${page.text}</p>${link}</main></body></html>`
}

type BadBody = 'too-large' | 'not-json' | 'broken-off'

/** The JSON value of a request's body. An empty body gives `{}`. Stops reading at `limit` bytes, whatever `content-length` says. */
async function readJsonBody(request: IncomingMessage, limit: number): Promise<Result<unknown, BadBody>> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return fail('too-large')
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) return fail('too-large')
      chunks.push(chunk)
    }
  } catch {
    return fail('broken-off')
  }
  if (size === 0) return succeed({})
  try {
    return succeed(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    return fail('not-json')
  }
}

/**
 * The first objection to a request. Undefined if the request may pass. Each check stops one attack. The Host check stops a host name that
 * was rebound to this computer. Origin and `sec-fetch-site` stop a page of another site or port. The content type stops a form, and the
 * bearer token stops another program. The page's files contain no secret, so only the bridge needs the bearer token.
 */
function judgeRequest(asked: Asked, pathname: string, origin: string, session: BrowserSession): Objection | undefined {
  const { method, url: target, headers } = asked
  if (`http://${headers.host ?? ''}` !== origin) return 'wrong-host'
  if (target === undefined || !target.startsWith('/') || target.startsWith('//') || target.length > 2000) {
    return 'wrong-target'
  }
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return 'wrong-method'
  // A browser sends an Origin with every POST, so a POST without an Origin does not come from the page.
  if ((method === 'POST' || headers.origin !== undefined) && headers.origin !== origin) return 'wrong-origin'
  if (!comesFromHere(asked, pathname, session)) return 'cross-site'
  // The page has no service worker. A foreign service worker could read the bearer token and answer in place of the host.
  if (headers['service-worker'] !== undefined) return 'service-worker'
  if (pathname.startsWith('/bridge/') && !session.admits(headers.authorization)) return 'no-session'
  if (method === 'POST' && !json.test(headers['content-type'] ?? '')) return 'wrong-content-type'
  return undefined
}

/**
 * Whether a request comes from this computer's user or from the app's page. The browser's `sec-fetch-site` decides. Its value `none` means
 * that the user typed the address. For a page on another port of this computer the value is `same-site`.
 */
function comesFromHere({ method, headers }: Asked, pathname: string, session: BrowserSession): boolean {
  const from = headers['sec-fetch-site']
  if (from === undefined || from === 'same-origin') return true
  if (method === 'POST') return false
  // The file that opens the browser (`createLaunchFile`) comes from another origin. That is allowed until a user has signed in.
  const isLaunch = pathname === launchPath && !session.isUsed() && headers['sec-fetch-dest'] === 'document'
  return from === 'none' || isLaunch
}

/** Sends the app's events to all open pages, each as `data: {"name":…,"payload":…}`. A page that falls behind is disconnected. */
function createEventStreams() {
  const streams = new Set<ServerResponse>()
  const sendAll = (text: string) => {
    for (const stream of streams) send(stream, text)
  }
  const beat = setInterval(() => sendAll(': still here\n\n'), beatMs)
  beat.unref()

  return {
    /** Starts a stream with the events that a new page needs. False if too many streams are open. */
    open: (response: ServerResponse, first: readonly BridgeEvent[]): boolean => {
      if (streams.size >= mostStreams) return false
      response.writeHead(200, { ...securityHeaders, 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(`retry: 1000\n\n${first.map(writeEvent).join('')}`)
      streams.add(response)
      response.once('close', () => streams.delete(response))
      return true
    },
    push: (event: BridgeEvent) => sendAll(writeEvent(event)),
    close: () => {
      clearInterval(beat)
      for (const stream of streams) stream.end()
    },
  }
}

type EventStreams = ReturnType<typeof createEventStreams>

const writeEvent = (event: BridgeEvent): string => `data: ${JSON.stringify(event)}\n\n`

function send(stream: ServerResponse, text: string): void {
  if (stream.writableLength > mostWaitingBytes) stream.destroy()
  else stream.write(text)
}

/**
 * Decides who may use the bridge until the process ends. The launch token works once and is exchanged for a bearer token. Every later
 * request to the bridge carries the bearer token in its `Authorization` header. No cookie is used, because a browser sends the cookies of
 * 127.0.0.1 to every port, and so to the servers of other programs.
 */
export function createBrowserSession(random: Pick<Random, 'bytes'>) {
  const launchToken = newSecret(random)
  const bearer = newSecret(random)
  let used = false
  const isLaunchToken = (token: string): boolean => !used && isSame(token, launchToken)

  return {
    launchToken,
    isUsed: () => used,
    /** Whether `redeem` accepts this token. */
    isLaunchToken,
    /** Exchanges the launch token for the bearer token. Undefined for a wrong token, and for a second use. */
    redeem: (token: string): string | undefined => {
      if (!isLaunchToken(token)) return undefined
      used = true
      return bearer
    },
    /** `header`: the `Authorization` header. Always false before the launch token was used. */
    admits: (header = ''): boolean => used && isSame(header, `Bearer ${bearer}`),
  }
}

type BrowserSession = ReturnType<typeof createBrowserSession>

const newSecret = (random: Pick<Random, 'bytes'>): string => Buffer.from(random.bytes(32)).toString('base64url')

/** Compares two texts in a time that does not depend on where they differ. */
const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
