import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { compose } from '../../src/main/compose.ts'
import type { App } from '../../src/main/app.ts'
import { channelNotes } from '../../scripts/lib/bridge/bridge-page.ts'
import { errorsOfEveryCall } from '../../scripts/lib/bridge/channel-note.ts'
import { createDispatch } from '../../src/main/bridge/dispatch.ts'
import { openConfFile, createSettingsStore } from '../../src/main/host/settings.ts'
import { runApartInNode } from '../../src/main/host/run-apart.ts'
import type { Ports } from '../../src/main/ports.ts'
import { createHttpTransport } from '../../src/platform/transport/transport.ts'
import { createSandbox, type Sandbox, type SandboxDeps } from '../../src/sandbox/sandbox.ts'
import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'
import type { Connection } from '../../src/shared/domain/connection/connection.ts'
import type { JobDetail, JobState } from '../../src/shared/domain/job.ts'
import { createFakeLog } from './log.ts'
import { makeFolder } from './folder.ts'
import { trulyRandom } from './random.ts'
import { createSystemClock, readFolderId } from '../../src/main/host/host-ports.ts'

/** The whole app without a host: real disk, real HTTP, called through the bridge like a screen. */
export interface TestApp {
  readonly app: App
  readonly folder: string
  readonly ports: Ports
  /** Calls a channel through the dispatcher. An error fails the test. */
  readonly call: <C extends Channel>(channel: C, request: Request<C>) => Promise<Response<C>>
  /** The code of an expected error. Fails the test if the bridge page does not list that code for the channel. */
  readonly refusal: <C extends Channel>(channel: C, request: Request<C>) => Promise<string>
  /** Waits until the job is in one of these states. */
  readonly jobIn: (id: string, ...states: readonly JobState[]) => Promise<JobDetail>
  readonly stop: () => Promise<void>
}

export async function openApp(folder = makeFolder(), changed: Partial<Ports> = {}): Promise<TestApp> {
  mkdirSync(folder, { recursive: true })
  const log = createFakeLog()
  const ports: Ports = {
    host: 'loopback',
    version: '0.0.0',
    dataFolder: folder,
    clock: createSystemClock(),
    random: trulyRandom,
    transport: createHttpTransport(),
    settings: createSettingsStore(folder, log, openConfFile),
    keyStore: { kind: 'passphrase' },
    machineId: () => Promise.resolve('this machine'),
    folderId: () => readFolderId(folder),
    log,
    runApart: runApartInNode,
    ...changed,
  }
  const app = compose(ports)
  const dispatch = createDispatch(app.handlers, log)
  await app.start()
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await app.stop()
  }
  onTestFinished(stop)

  const call: TestApp['call'] = async (channel, request) => {
    const reply = await dispatch(channel, request)
    if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.error)}`)
    return reply.value as never
  }
  return {
    app,
    folder,
    ports,
    call,
    async refusal(channel, request) {
      const reply = await dispatch(channel, request)
      if (reply.ok) throw new Error(`${channel} was answered`)
      const { code } = reply.error
      const named = [...errorsOfEveryCall, ...channelNotes[channel].errors]
      if (!named.includes(code)) throw new Error(`The notes of ${channel} in scripts/lib/bridge do not name ${code}`)
      return code
    },
    async jobIn(id, ...states) {
      for (;;) {
        const detail = await call('job.read', { id })
        if (states.includes(detail.summary.state)) return detail
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    stop,
  }
}

/** Opens a copy of a data folder as if it were the folder itself, after the process that had it died. */
export const openAfterDeath = (copy: string, folder: string): Promise<TestApp> =>
  openApp(copy, { folderId: () => readFolderId(folder) })

/** A permissive sandbox for the test: a call that is sent twice takes effect twice, and that shows. */
export async function openPlatform(deps: Partial<SandboxDeps> = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({
    dataFolder: ':memory:',
    ...deps,
    options: { uniqueUserids: false, ...deps.options },
  })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** Connects an app to a platform, with short times. */
export async function connect(app: TestApp, platform: Sandbox, changed: Partial<Connection> = {}): Promise<Connection> {
  const { vault, connections: others } = await app.call('app.snapshot', {})
  if (vault.state === 'new' && app.ports.keyStore.kind === 'passphrase')
    await app.call('vault.protect', { passphrase: randomBytes(12).toString('base64url') })
  const form = {
    name: others.length === 0 ? 'Test' : `Test ${others.length + 1}`,
    colour: 'blue' as const,
    baseUrl: platform.url,
    crmService: platform.crmService,
    cmsService: platform.cmsService,
  }
  const { id } = await app.call('connection.add', { form, token: platform.authToken })
  const { connections } = await app.call('app.snapshot', {})
  const added = connections.find(({ settings }) => settings.id === id)
  if (added === undefined) throw new Error('The connection was not added')
  const connection: Connection = {
    ...added.settings,
    longestProcessingSeconds: 0.4,
    // A busy computer must not make a call time out.
    timeoutSeconds: 20,
    hostnames: [...platform.hostnames],
    products: platform.products.map((product) => ({
      productid: product.id,
      name: product.name,
      months: 12,
      days: 0,
      renewalinterval: 1,
    })),
    ...changed,
  }
  await app.call('connection.save', { ...connection, token: platform.authToken })
  return connection
}
