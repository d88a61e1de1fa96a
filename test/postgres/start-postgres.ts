import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresPlace } from './find-postgres.ts'
import { findFreePorts } from './start-cluster.ts'
import { copyAsStandby, createServer, initServer, makeServerFolder, type PostgresServer } from './start-server.ts'

/** One server with a folder of its own. */
export interface OwnServer extends PostgresServer {
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>
}

/** Makes a server in a temporary folder and starts it on a free port of loopback; as a standby of `primary` if there is one. */
export async function startPostgres(
  place: PostgresPlace,
  { primary }: { readonly primary?: PostgresServer } = {},
): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-postgres-'))
  makeServerFolder(place, folder)
  const [port] = await findFreePorts()
  const password = primary?.password ?? randomBytes(12).toString('hex')
  const options = { place, folder, name: 'server', port, password }
  if (primary !== undefined) await copyAsStandby(options, primary.port, [])
  const server = primary === undefined ? await initServer(options, []) : createServer(options)
  await server.start()
  return {
    ...server,
    async stop() {
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
