import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sirv from 'sirv'
import type { Reply } from '../../shared/bridge/bridge.ts'
import type { BridgeEvent } from '../../shared/bridge/contract.ts'
import type { ErrorCode } from '../../shared/bridge/errors.ts'
import type { Snapshot } from '../../shared/bridge/snapshot.ts'
import { largestAnswer } from '../../shared/domain/answer-size.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import type { App } from '../app.ts'
import { describeProblem } from '../bridge/describe-problem.ts'
import { checkEvent, createDispatch, type Dispatch } from '../bridge/dispatch.ts'
import { hostTexts } from '../host/say.ts'
import { listServedFiles, securityHeaders } from '../host/served-files.ts'
import type { Log, Random } from '../ports.ts'
import { createBrowserSession, type BrowserSession } from './browser-session.ts'

const beatMs = 15_000
const mostStreams = 50
/** The most bytes that may wait for a page that does not read. */
const mostWaitingBytes = 4 * 1024 * 1024

/** The parts of a request that decide whether it may pass. `url`: as received, undecoded. */
type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

type Objection =
  | 'wrong-host'
  | 'wrong-origin'
  | 'cross-site'
  | 'no-session'
  | 'wrong-method'
  | 'wrong-target'
  | 'wrong-content-type'

const json = /^application\/json(?:\s*;\s*charset=utf-8)?$/i

/** Larger than any call of the bridge: the largest answer pasted for the field mapping, with every character escaped. */
export const largestBodyBytes = 7 * largestAnswer

/** The stylesheet of the host's own pages, served without a session: the content security policy forbids inline styles. */
const pageStylePath = '/setdesk-host.css'

const pageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f4f8, #17141c) }
main { max-width: 34rem; margin: 1.5rem; padding: 2rem; border-radius: 12px; background: light-dark(#fff, #221e29); color: light-dark(#221e29, #eeeaf3) }
h1 { margin: 0 0 .75rem; font-size: 1.25rem }
p { margin: 0 0 1rem }
a { color: light-dark(#6b3fa0, #c9a8ee) }
`

export interface LoopbackServerDeps {
  readonly app: App
  readonly rendererFolder: string
  /** 0 for any free port. */
  readonly port: number
  readonly random: Random
  readonly log: Log
}

/** Serves the page and the bridge to browsers on this computer. Rejects if the port is not available. */
export async function startLoopbackServer(deps: LoopbackServerDeps) {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000, maxHeaderSize: 16_384 })
  const port = await listen(server, deps.port)
  const origin = `http://127.0.0.1:${String(port)}`
  const session = createBrowserSession(deps.random, port)
  const streams = createEventStreams()
  const endListening = deps.app.listen((event) => {
    const checked = checkEvent(event, deps.log)
    if (checked !== undefined) streams.push(checked)
  })
  const dispatch = createDispatch(deps.app.handlers, deps.log)
  const route = createRoute({ origin, session, streams, dispatch, serveFile: createFileRoute(deps.rendererFolder) })
  server.on('request', (request, response) => {
    route(request, response).catch((thrown: unknown) => {
      deps.log.problem('loopback.request-threw', describeProblem(thrown))
      response.destroy()
    })
  })

  return {
    origin,
    /** The address that opens the app. It works once. */
    launchUrl: `${origin}/?launch=${session.launchToken}`,
    close: async (): Promise<void> => {
      endListening()
      streams.close()
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
  readonly serveFile: (request: IncomingMessage, response: ServerResponse) => void
}

function createRoute({ origin, session, streams, dispatch, serveFile }: RouteDeps) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = readTarget(request.url, origin)
    const token = request.method === 'GET' && pathname === '/' ? searchParams.get('launch') : null
    if (token !== null || pathname === pageStylePath) {
      const objection = judgePlace(request, origin)
      if (objection !== undefined) return refuse(response, pathname, objection)
      if (token !== null) return launch(response, session.redeem(token))
      return sendText(response, 200, pageStyle, { 'content-type': 'text/css; charset=utf-8' })
    }

    const objection = judgeRequest(request, origin, session)
    if (objection !== undefined) return refuse(response, pathname, objection)
    if (pathname === '/bridge/events' && request.method === 'GET') return await openStream(response, dispatch, streams)
    if (pathname.startsWith('/bridge/') && request.method === 'POST') {
      return await carryCall(request, response, pathname.slice('/bridge/'.length), dispatch)
    }
    if (request.method === 'POST') return sendRefusal(response, 405, 'This takes no POST.', 'not-allowed')
    serveFile(request, response)
  }
}

/** The path is not decoded, so that a file has only one spelling. */
function readTarget(target: string | undefined, origin: string): Pick<URL, 'pathname' | 'searchParams'> {
  const [path = '/', query = ''] = (target ?? '/').split('?', 2)
  return { pathname: path, searchParams: new URL(`/?${query}`, origin).searchParams }
}

function launch(response: ServerResponse, cookie: string | undefined): void {
  if (cookie === undefined) return sendPage(response, 403, 'used')
  // The redirect removes the token from the address bar and the history.
  sendText(response, 303, '', { location: '/', 'set-cookie': cookie })
}

function refuse(response: ServerResponse, pathname: string, objection: Objection): void {
  response.shouldKeepAlive = false
  const status = objection === 'no-session' ? 401 : objection === 'wrong-content-type' ? 415 : 403
  if (pathname.startsWith('/bridge/')) return sendRefusal(response, status, `Refused: ${objection}.`, 'not-allowed')
  sendPage(response, status, objection === 'cross-site' ? 'outside' : 'stranger')
}

async function carryCall(request: IncomingMessage, response: ServerResponse, channel: string, dispatch: Dispatch) {
  const body = await readJsonBody(request)
  if (body.ok) return sendReply(response, 200, await dispatch(channel, body.value))
  // The rest of the body is not read.
  response.shouldKeepAlive = false
  if (body.error === 'too-large') return sendRefusal(response, 413, 'This call is too large.', 'bad-request')
  sendRefusal(response, 400, 'The body of this call is not JSON.', 'bad-request')
}

async function openStream(response: ServerResponse, dispatch: Dispatch, streams: EventStreams): Promise<void> {
  const reply = await dispatch('app.snapshot', {})
  const first = reply.ok ? [{ name: 'snapshot', payload: reply.value as Snapshot } as const] : []
  if (!streams.open(response, first)) sendRefusal(response, 503, 'Too many pages are open.', 'not-allowed')
}

function createFileRoute(rendererFolder: string): RouteDeps['serveFile'] {
  const files = listServedFiles(rendererFolder)
  const serve = sirv(rendererFolder, {
    dotfiles: false,
    etag: true,
    setHeaders: (response, pathname) => {
      const kept = files.get(pathname)?.immutable === true ? 'private, max-age=31536000, immutable' : 'no-store'
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
      response.setHeader('cache-control', kept)
    },
  })
  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    // sirv decodes paths and follows symbolic links, so only listed files reach it.
    if (files.has(path)) serve(request, response, () => sendPage(response, 404, 'missing'))
    else sendPage(response, 404, 'missing')
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

function sendPage(response: ServerResponse, status: number, name: keyof typeof hostTexts.pages): void {
  sendText(response, status, writePage(name), { 'content-type': 'text/html; charset=utf-8' })
}

/** A complete page of the host. It holds only fixed texts, nothing from the request. */
function writePage(name: keyof typeof hostTexts.pages): string {
  const page = hostTexts.pages[name]
  const link = 'link' in page ? `<p><a href="/">${page.link}</a></p>` : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${hostTexts.title}: ${page.heading}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${pageStylePath}"></head>
<body><main><h1>${page.heading}</h1><p>${page.text}</p>${link}</main></body></html>`
}

/** The JSON value of a request's body. An empty body gives `{}`. Stops reading at 56 MB, whatever `content-length` says. */
async function readJsonBody(
  request: IncomingMessage,
): Promise<Result<unknown, 'too-large' | 'not-json' | 'broken-off'>> {
  if (Number(request.headers['content-length'] ?? 0) > largestBodyBytes) return fail('too-large')
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > largestBodyBytes) return fail('too-large')
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
 * The first objection to a request; undefined if it may pass. Each check covers one attack: the Host header a name that was
 * rebound to this computer, Origin and `sec-fetch-site` a page of another site, the content type a form, and the cookie another
 * program.
 */
function judgeRequest(asked: Asked, origin: string, session: BrowserSession): Objection | undefined {
  const basic = judgePlace(asked, origin)
  if (basic !== undefined) return basic
  if (!session.admits(asked.headers.cookie)) return 'no-session'
  if (asked.method === 'POST' && !json.test(asked.headers['content-type'] ?? '')) return 'wrong-content-type'
  return undefined
}

/** The checks that apply even before there is a session. */
function judgePlace({ method, url: target, headers }: Asked, origin: string): Objection | undefined {
  if (`http://${headers.host ?? ''}` !== origin) return 'wrong-host'
  if (target === undefined || !target.startsWith('/') || target.startsWith('//') || target.length > 2000) {
    return 'wrong-target'
  }
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return 'wrong-method'
  // A browser sends an Origin with every POST. A POST without one does not come from our page.
  if ((method === 'POST' || headers.origin !== undefined) && headers.origin !== origin) return 'wrong-origin'
  // `none`: the address was typed, or opened by the system. Another port of this computer counts as `same-site`.
  const from = headers['sec-fetch-site']
  const fromHere = from === undefined || from === 'same-origin' || (from === 'none' && method !== 'POST')
  return fromHere ? undefined : 'cross-site'
}

/** One message per event: `data: {"name":…,"payload":…}`. A page that falls behind is disconnected; it reconnects by itself. */
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
