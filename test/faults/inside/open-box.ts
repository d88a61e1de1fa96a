import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createDispatch } from '../../../src/main/bridge/dispatch.ts'
import { compose } from '../../../src/main/compose.ts'
import type { KeyStore, Ports, Random, Settings, SettingsStore } from '../../../src/main/ports.ts'
import { runApartInNode } from '../../../src/main/host/run-apart.ts'
import { defaultPreferences } from '../../../src/main/host/settings.ts'
import type { Transport } from '../../../src/platform/transport/exchange.ts'
import type { Reply } from '../../../src/shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../../src/shared/bridge/contract.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { markEnding } from '../../../src/main/storage/files.ts'
import { keyFileName } from '../../../src/main/vault/vault.ts'
import type { DirectPlatform } from './direct-platform.ts'
import type { ProcessClock } from './virtual-time.ts'

/** The whole app except its host, in this process: real disk, but the clock and network of the test. */
export interface Box {
  readonly folder: string
  readonly reply: <C extends Channel>(channel: C, request: Request<C>) => Promise<Reply<unknown>>
  /** Throws on an error. */
  readonly call: <C extends Channel>(channel: C, request: Request<C>) => Promise<Response<C>>
  /** Stops at a safe point and closes the file. */
  readonly stop: () => Promise<void>
}

export interface BoxDeps {
  readonly folder: string
  readonly clock: ProcessClock
  readonly transport: Transport
  readonly settings: SettingsStore
  readonly random: Random
  /** Default: a key store that answers. */
  readonly keyStore?: KeyStore
  /** Called with everything that the app logs as a problem. */
  readonly onProblem?: (event: string, facts: unknown) => void
}

/** Starts the app on a folder. */
export async function openBox({ folder, onProblem, ...deps }: BoxDeps): Promise<Box> {
  mkdirSync(folder, { recursive: true })
  const log: Ports['log'] = { info: () => undefined, problem: (event, facts) => onProblem?.(event, facts) }
  const app = compose({
    keyStore: fakeKeyStore(),
    ...deps,
    host: 'electron',
    version: '0.0.0',
    dataFolder: folder,
    machineId: () => Promise.resolve('this machine'),
    folderId: () => 'this folder',
    log,
    runApart: runApartInNode,
  })
  const dispatch = createDispatch(app.handlers, log)
  await app.start()
  const call: Box['call'] = async (channel, request) => {
    const reply = await dispatch(channel, request)
    if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.error)}`)
    return reply.value as never
  }
  return { folder, reply: dispatch, call, stop: app.stop }
}

/** Settings in memory that survive a restart of the app. */
export function keepSettings(settings: Settings = noSettings): SettingsStore {
  let current = settings
  return {
    read: () => current,
    write: (changed) => void (current = changed),
    forget: () => void (current = noSettings),
  }
}

const noSettings: Settings = {
  preferences: { ...defaultPreferences, technician: 'Sam' },
  connections: [],
  activeConnectionId: undefined,
}

/** Connects a new app to a platform. */
export async function connectBox(
  box: Box,
  platform: Pick<DirectPlatform, 'baseUrl' | 'authToken' | 'crmService' | 'cmsService' | 'hostnames'>,
  changed: Partial<Connection> = {},
): Promise<Connection> {
  const { baseUrl, crmService, cmsService } = platform
  const form = { name: 'North', colour: 'teal' as const, baseUrl, allowsPlainHttp: true, crmService, cmsService }
  const { id } = await box.call('connection.add', { form, token: platform.authToken })
  const { connections } = await box.call('app.snapshot', {})
  const added = connections.find(({ settings }) => settings.id === id)
  if (added === undefined) throw new Error('The connection was not added')
  const connection: Connection = { ...added.settings, hostnames: [...platform.hostnames], ...changed }
  await box.call('connection.save', connection)
  return connection
}

/** The ledger's file in the data folder. */
export const ledgerFile = (folder: string): string => join(folder, 'setdesk.db')

/** Copies what is on disk now, which the next start finds if the process dies here. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of ['setdesk.db', 'setdesk.db-wal', `setdesk.db${markEnding}`, keyFileName])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
}

/** Repeatable randomness; no secret depends on it. */
export function drawnRandom(draw: () => number): Random {
  return {
    bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(draw() * 256)),
    below: (bound) => Math.floor(draw() * bound),
  }
}
