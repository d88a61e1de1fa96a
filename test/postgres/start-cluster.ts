import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer as createSocket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresPlace } from './find-postgres.ts'
import {
  copyAsStandby,
  createServer,
  initServer,
  makeServerFolder,
  type PostgresServer,
  type ServerOptions,
} from './start-server.ts'

/** A primary and its synchronous standby: a commit that was acknowledged is on the disks of both, while both are there. */
export interface PostgresCluster {
  readonly primary: () => PostgresServer
  /** Undefined between the loss of a server and `rebuild`. */
  readonly standby: () => PostgresServer | undefined
  /** Addresses of both servers, in the order of their ports, for any role. They stay the same. */
  readonly urls: (role: string, password: string, database?: string) => readonly string[]
  readonly administrator: { readonly role: 'postgres'; readonly password: string }
  /**
   * Makes the standby the primary. The former primary is out of the cluster, whether it is dead, frozen or alive: the caller ends it before `rebuild`.
   * Until then the new one commits alone.
   */
  readonly failOver: () => Promise<{ readonly former: PostgresServer }>
  /** Makes the server that is out of the cluster a new standby, from a copy of the primary, and returns when commits wait for it. */
  readonly rebuild: () => Promise<void>
  /** Ends all and removes the data. */
  readonly close: () => Promise<void>
}

/** Milliseconds between two questions to a server. */
const pause = 20

/** Starts both, or one alone. `settings`: lines of `postgresql.conf`. */
export async function startCluster({
  place,
  alone = false,
  settings = [],
}: {
  readonly place: PostgresPlace
  readonly alone?: boolean
  readonly settings?: readonly string[]
}): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-postgres-'))
  makeServerFolder(place, folder)
  const password = randomBytes(12).toString('hex')
  const [firstPort, secondPort] = await findFreePorts()
  const optionsOf = (name: string, port: number): ServerOptions => ({ place, folder, name, port, password })
  const options = [optionsOf('one', firstPort), optionsOf('two', secondPort)] as const
  let primary = await initServer(options[0], settings)
  let standby: PostgresServer | undefined
  const optionsFor = ({ port }: PostgresServer): ServerOptions => (port === firstPort ? options[0] : options[1])
  const addStandby = async (port: number): Promise<void> => {
    const own = port === firstPort ? options[0] : options[1]
    rmSync(join(folder, own.name), { recursive: true, force: true })
    await copyAsStandby(own, primary.port, [])
    standby = createServer(own)
    await standby.start()
    await setSynchronous(primary, '*')
    await waitForStandby(primary)
  }
  await primary.start()
  if (!alone) await addStandby(secondPort)

  return {
    administrator: { role: 'postgres', password },
    primary: () => primary,
    standby: () => standby,
    urls: (role, secret, database = 'postgres') =>
      (alone ? [firstPort] : [firstPort, secondPort]).map(
        (port) => `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`,
      ),
    async failOver() {
      if (standby === undefined) throw new Error('There is no standby')
      const former = primary
      primary = standby
      standby = undefined
      await primary.promote()
      // Else its commits would wait for a standby that is not there yet.
      await setSynchronous(primary, '')
      return { former }
    },
    async rebuild() {
      await addStandby(optionsFor(primary).port === firstPort ? secondPort : firstPort)
    },
    async close() {
      await Promise.all([standby?.kill(), primary.kill()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whose confirmation commits wait for: no server's, or that of the standby. Returns when every process of the server knows. */
async function setSynchronous(server: PostgresServer, names: '' | '*'): Promise<void> {
  await server.sql(`alter system set synchronous_standby_names = '${names}'`)
  await server.sql('select pg_reload_conf()')
  // A new connection gets it as soon as the postmaster has read it and has told the others.
  while ((await server.sql('show synchronous_standby_names')) !== names) await delay(pause)
  // The checkpointer reads its settings before it works; it tells those that commit.
  await server.sql('checkpoint')
}

/** Waits until the standby has everything that was committed without it. */
async function waitForStandby(primary: PostgresServer): Promise<void> {
  const end = await primary.sql('select pg_current_wal_insert_lsn()')
  const has = `select count(*) from pg_stat_replication where sync_state = 'sync' and flush_lsn >= '${end}'`
  while ((await primary.sql(has)) !== '1') await delay(pause)
}

/** Two ports that nobody listens on. They are free for a moment only, so another program may take one; the server then says so. */
export async function findFreePorts(): Promise<readonly [number, number]> {
  const sockets = [createSocket(), createSocket()]
  const ports = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<number>((resolve) => {
          socket.listen(0, '127.0.0.1', () => resolve((socket.address() as AddressInfo).port))
        }),
    ),
  )
  await Promise.all(sockets.map((socket) => new Promise((resolve) => void socket.close(resolve))))
  return [ports[0] ?? 0, ports[1] ?? 0]
}
