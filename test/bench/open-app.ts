import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDispatch } from '../../src/main/bridge/dispatch.ts'
import type { App } from '../../src/main/app.ts'
import { compose } from '../../src/main/compose.ts'
import { openConfFile } from '../../src/main/host/settings.ts'
import { createHostPorts } from '../../src/main/host/host-ports.ts'
import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'
import type { Connection } from '../../src/shared/domain/connection/connection.ts'

/** The whole app except its page, in this process, on its own data folder. */
export interface OpenApp {
  readonly folder: string
  readonly connection: Connection
  /** Calls through the bridge's dispatcher, like a screen; throws on an error. */
  readonly call: <C extends Channel>(channel: C, request: Request<C>) => Promise<Response<C>>
  /** Stops the app, and deletes the folder unless it is kept. */
  readonly close: (keepFolder?: boolean) => Promise<void>
}

/** The platform that the app is connected to, with further connection settings. */
interface AppPlatform {
  readonly url: string
  readonly authToken: string
  readonly crmService: string
  readonly cmsService: string
}

/** A closed port: saved jobs stay unsent. */
export const nowhere: AppPlatform = {
  url: 'http://127.0.0.1:9',
  authToken: randomBytes(12).toString('base64url'),
  crmService: 'crm',
  cmsService: 'cms',
}

/** The app on a data folder, not started yet. `call` goes through the bridge's dispatcher, like a screen. */
export function composeApp(folder: string): { readonly app: App; readonly call: OpenApp['call'] } {
  const ports = createHostPorts({
    host: 'loopback',
    version: '0.0.0',
    dataFolder: folder,
    keyStore: { kind: 'passphrase' },
    openFile: openConfFile,
  })
  const app = compose(ports)
  const dispatch = createDispatch(app.handlers, ports.log)
  const call: OpenApp['call'] = async (channel, request) => {
    const reply = await dispatch(channel, request)
    if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.error)}`)
    return reply.value as never
  }
  return { app, call }
}

/** Creates a data folder, protected by a passphrase and connected. */
export async function openApp(
  { url, authToken, crmService, cmsService }: AppPlatform = nowhere,
  settings: Partial<Connection> = {},
  passphrase = randomBytes(12).toString('base64url'),
): Promise<OpenApp> {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-bench-'))
  const { app, call } = composeApp(folder)
  await app.start()
  await call('vault.protect', { passphrase })
  const form = { name: 'North', colour: 'teal' as const, baseUrl: url, crmService, cmsService }
  const { id } = await call('connection.add', { form, token: authToken })
  const { connections } = await call('app.snapshot', {})
  const added = connections.find((one) => one.settings.id === id)
  if (added === undefined) throw new Error('The connection was not added')
  const connection = { ...added.settings, ...settings }
  await call('connection.save', connection)
  return {
    folder,
    connection,
    call,
    async close(keepFolder = false) {
      await app.stop()
      if (!keepFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}
