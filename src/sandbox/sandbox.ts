import { randomBytes, randomInt } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { RandomBelow } from '../shared/domain/customer/customer.ts'
import { defaultOptions, type SandboxOptions, parseOptions } from './options.ts'
import { createPlatform, subscriptionOf, type Platform, type SandboxClock } from './call.ts'
import { createRequestLog, type LedgerEntry, type RequestEntry } from './platform-ledger.ts'
import { seedStore } from './seed.ts'
import { serveCall, type ArrivedRequest } from './serve-call.ts'
import { startServer, writeReply } from './server.ts'
import { isUnusable, openStore, type Store } from './store/open-store.ts'
import { addLength } from './days.ts'
import { isSameText, parseJsonBody, readRequestBody, requestFingerprintOf } from './read-request.ts'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { jsonReply, type DialectReply } from './dialects/dialect.ts'
import { createDraw, createFaultChooser, type FaultRule, parseFaultRules } from './faults/fault.ts'
import type { Result } from '../shared/result.ts'

export interface SandboxRandom {
  readonly bytes: (count: number) => Uint8Array
  readonly below: RandomBelow
}

export interface SandboxDeps {
  /** The folder of the store. `:memory:` stores nothing. Only one process at a time may use a folder. */
  readonly dataFolder: string
  /** 0, the default, means any free port. */
  readonly port?: number
  readonly options?: Partial<SandboxOptions>
  readonly clock?: SandboxClock
  readonly random?: SandboxRandom
  readonly customers?: number
  /** Awaited before a changing call is performed and before any fault applies to it. */
  readonly onRequest?: (arrived: ArrivedRequest) => Promise<void> | void
  readonly onCrash?: (error: unknown) => void
  /** Called before an unusable file is deleted and made anew. Without this function, the file stays and is an error. */
  readonly onDamaged?: (error: unknown) => void
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>

export const trainingServices = { crmService: 'training-crm', cmsService: 'training-cms' } as const

export async function createSandbox(deps: SandboxDeps) {
  const { clock = { now: Date.now }, random = cryptographic, onCrash = () => undefined } = deps
  const makeToken = (): string => Buffer.from(random.bytes(24)).toString('base64url')
  const { databaseFile, authToken } = openDataFolder(deps.dataFolder, makeToken)
  const controlToken = makeToken()
  const seed = (empty: Store): void => seedStore(empty, clock.now(), random.below, deps.customers)
  const store = openOrReplace(databaseFile, seed, deps.onDamaged)

  let options: SandboxOptions = { ...defaultOptions, ...deps.options }
  const makeChooser = () => createFaultChooser(options.faults, createDraw(options.seed))
  let chooseFault = makeChooser()
  const tenancy = { authToken, ...trainingServices }
  const platform = createPlatform({ store, tenancy, clock, below: random.below, options: () => options })
  const log = createRequestLog(store)
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)

  const controls: Controls = {
    ledger: platform.ledger.read,
    requests: log.read,
    options: () => options,
    setFaults: (faults) => {
      options = { ...options, faults }
      chooseFault = makeChooser()
    },
    setOptions: async (changes) => {
      options = { ...options, ...changes }
      if (changes.faults !== undefined || changes.seed !== undefined) chooseFault = makeChooser()
      if (changes.offline !== undefined) await calls.setOffline(changes.offline)
    },
    firstLogIn: (userid) => store.transaction(() => logInFirst(platform, userid)),
  }
  const serving = {
    store,
    platform,
    log,
    chooseFault: (operation: Parameters<typeof chooseFault>[0]) => chooseFault(operation),
    onRequest: deps.onRequest,
    closing: ending.signal,
  }
  const control = await startServer(
    0,
    (request, response) => serveControl(controls, controlToken, request, response),
    onCrash,
  )
  const calls = await startServer(
    deps.port ?? 0,
    (request, response) =>
      request.url?.startsWith('/sandbox/') === true
        ? serveControl(controls, controlToken, request, response)
        : serveCall(serving, request, response),
    onCrash,
  )
  await calls.setOffline(options.offline)

  return {
    ...controls,
    /** Base address, without `/api`. */
    url: calls.url,
    /** Address of the control interface, which answers even while the platform is offline. */
    controlUrl: control.url,
    controlToken,
    ...tenancy,
    products: platform.offer.products(),
    hostnames: platform.offer.hostnames(),
    resellers: platform.offer.resellers(),
    close: async (): Promise<void> => {
      if (ending.signal.aborted) return
      ending.abort()
      await Promise.all([calls.close(), control.close()])
      store.close()
    },
  }
}

const cryptographic: SandboxRandom = { bytes: randomBytes, below: (bound) => randomInt(bound) }

/**
 * Performs a customer's first log-in on a box. The log-in ends the status Pending and starts a subscription that waited for the log-in.
 * False if no customer has this userid.
 */
function logInFirst({ customers, ledger, today, now }: Platform, userid: string): boolean {
  const [before] = customers.find({ userid })
  if (before === undefined) return false
  if (before.pending === 0) return true
  const starts = before.startsAtFirstLogIn === 1
  const length = { months: before.lengthInMonths, days: before.lengthInDays }
  customers.update(before.id, {
    pending: 0,
    ...(starts && { startDate: today(), endDate: addLength(today(), length) }),
  })
  const after = customers.byId(before.id)
  ledger.add({
    at: now(),
    request: null,
    operation: null,
    effect: 'first-log-in',
    userid,
    box: null,
    hostname: null,
    customer: before.id,
    fingerprint: requestFingerprintOf({ userid }),
    parameters: { userid },
    before: subscriptionOf(before),
    after: subscriptionOf(after),
  })
  return true
}

/**
 * Opens or creates a data folder for the data that must survive a restart; `:memory:` stores nothing. Each folder has one company
 * token, in a file that only its owner can read. An empty file counts as missing.
 */
function openDataFolder(folder: string, makeToken: () => string) {
  if (folder === ':memory:') return { databaseFile: ':memory:', authToken: makeToken() }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const databaseFile = join(folder, 'training-platform.sqlite')
  const tokenFile = join(folder, 'company-token')
  const known = existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : ''
  const authToken = known === '' ? makeToken() : known
  if (known === '') writeFileSync(tokenFile, authToken, { mode: 0o600 })
  return { databaseFile, authToken }
}

function openOrReplace(file: string, seed: (store: Store) => void, onDamaged: SandboxDeps['onDamaged']): Store {
  try {
    return openStore(file, seed)
  } catch (error) {
    if (onDamaged === undefined || !isUnusable(error)) throw error
    onDamaged(error)
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true })
    return openStore(file, seed)
  }
}

export const controlHeader = 'x-sandbox-control'

interface Controls {
  readonly ledger: (after?: number) => readonly LedgerEntry[]
  readonly requests: (after?: number) => readonly RequestEntry[]
  readonly options: () => SandboxOptions
  readonly setFaults: (faults: readonly FaultRule[]) => void
  readonly setOptions: (options: Partial<SandboxOptions>) => Promise<void>
  readonly firstLogIn: (userid: string) => boolean
}

/** Serves `/sandbox/*`, but only for requests with the control token. */
async function serveControl(
  controls: Controls,
  controlToken: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readRequestBody(request)
  if (!body.ok) return writeReply(response, jsonReply({ error: body.why }, 413))
  const token = request.headers[controlHeader]
  if (typeof token !== 'string' || !isSameText(token, controlToken))
    return writeReply(response, jsonReply({ error: `a ${controlHeader} header is needed` }, 403))
  writeReply(response, await answerControl(controls, `${request.method} ${request.url}`, body.text))
}

async function answerControl(controls: Controls, line: string, body: string): Promise<DialectReply> {
  const [route = '', query = ''] = line.split('?')
  const parameters = new URLSearchParams(query)
  const after = Number(parameters.get('after') ?? 0)
  switch (route) {
    case 'GET /sandbox/ledger':
      return jsonReply(controls.ledger(after))
    case 'GET /sandbox/requests':
      return jsonReply(controls.requests(after))
    case 'GET /sandbox/options':
      return jsonReply(controls.options())
    case 'POST /sandbox/faults':
      return apply(parseFaultRules(parseJsonBody(body)), controls.setFaults)
    case 'POST /sandbox/options':
      return apply(parseOptions(parseJsonBody(body)), controls.setOptions)
    case 'POST /sandbox/first-log-in':
      return controls.firstLogIn(parameters.get('userid') ?? '')
        ? jsonReply({ ok: true })
        : jsonReply({ error: 'no such customer' }, 404)
    default:
      return jsonReply({ error: 'no such control' }, 404)
  }
}

async function apply<T>(parsed: Result<T, string>, use: (value: T) => Promise<void> | void): Promise<DialectReply> {
  if (!parsed.ok) return jsonReply({ error: parsed.error }, 400)
  await use(parsed.value)
  return jsonReply({ ok: true })
}
