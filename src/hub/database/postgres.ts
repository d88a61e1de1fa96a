import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, Pool, type ClientBase, type PoolClient } from 'pg'
import type { HubLog } from '../log.ts'
import { createCall, type HubDatabase } from './hub-database.ts'
import { codeOf, readAsLibpq } from './sql-connection.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'

interface PostgresDeps {
  /** The primary and its standbys, in any order. */
  readonly urls: readonly string[]
  /** The number of connections to the primary. In addition, one connection listens and one only reads. */
  readonly connections: number
  readonly log: HubLog
}

const connectMs = 3000
const statementMs = 10_000
/**
 * How long the hub waits for the database's answer, in milliseconds. This is longer than a statement may take. A commit may wait for ever,
 * so after this time the outcome is unknown.
 */
const answerMs = 15_000
const retryMs = 500
const goodbyeMs = 2000

const settings = (url: string) => ({
  connectionString: readAsLibpq(url),
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  application_name: 'setdesk-hub',
})

/**
 * The function of PostgreSQL that warns that an administrator has ended the wait for the standby. The commit is valid on this server, but is
 * lost if this server is lost before the standby has received the commit. The text of the warning depends on the server's language.
 */
const waitForStandby = 'SyncRepWaitForLSN'

/** Whether an SQLSTATE means that the server is gone, stopping, starting, or a standby. */
const isServerGone = (code: string | undefined): boolean =>
  code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(?:08|57P|25006)/.test(code)

interface Chosen {
  readonly url: string
  readonly timeline: number
  readonly pool: Pool
  /** A single connection that never writes, so it never waits for a standby. */
  readonly aside: Pool
}

/**
 * Connects to the one writable server. If that server is gone, searches for another writable server. A call whose answer was lost is not
 * repeated here, because the call may have been carried out. The station that made the call repeats it.
 */
export function createPostgres({ urls, connections, log }: PostgresDeps): HubDatabase {
  let chosen: Chosen | undefined
  let choosing: Promise<Chosen | undefined> | undefined
  let newest = 0
  let explained = ''
  let closed = false
  const isOpen = (): boolean => !closed
  let listener: Client | undefined

  async function findServer(): Promise<Chosen | undefined> {
    if (chosen !== undefined || closed) return chosen
    choosing ??= choose().finally(() => {
      choosing = undefined
    })
    return choosing
  }

  async function choose(): Promise<Chosen | undefined> {
    const found = await Promise.all(urls.map(readState))
    const states = found.filter((state) => 'timeline' in state)
    const server = chooseServer(states, newest)
    if (server === undefined || closed) {
      explainNone(found)
      // Calls that arrive in the meantime share this choice, so that they do not all ask the missing database.
      await delay(retryMs)
      return undefined
    }
    newest = server.timeline
    explained = ''
    chosen = openPools(server)
    log.info('database-chosen', { server: urls.indexOf(server.url) + 1, of: urls.length, timeline: server.timeline })
    return chosen
  }

  /** Logs why no server is usable, but only if the reasons have changed, because the choice is repeated all the time. */
  function explainNone(found: readonly (ServerState | Unanswered)[]): void {
    const reasons = found.map(whyNot)
    if (closed || reasons.join(' ') === explained) return
    explained = reasons.join(' ')
    for (const [index, code] of reasons.entries())
      log.warn('server-not-usable', { server: index + 1, of: urls.length, code })
  }

  function openPools({ url, timeline }: ServerState): Chosen {
    const openPool = (max: number): Pool => {
      const pool = new Pool({
        ...settings(url),
        max,
        statement_timeout: statementMs,
        query_timeout: answerMs,
        // The pool gives a connection out only after this.
        onConnect: (client) => prepare(client, server),
      })
      pool.on('error', () => drop(server))
      return pool
    }
    const server: Chosen = { url, timeline, pool: openPool(connections), aside: openPool(1) }
    return server
  }

  /** Checks the server again on each new connection, because the address may now lead to another server. Throws if it does. */
  async function prepare(client: ClientBase, server: Chosen): Promise<void> {
    // The pool handles errors only of idle clients. While a client is in use, the query in progress fails as well, so the
    // client's error is ignored here.
    client.on('error', () => undefined)
    client.on('notice', ({ routine }) => {
      if (routine === waitForStandby) unsyncedClients.add(client)
    })
    try {
      const [state] = (await client.query<ServerState>(stateQuery)).rows
      // A higher timeline is another server, too. Earlier connections may still lead to the former one, so none of them is used again.
      if (state?.timeline !== server.timeline) throw new Error('The address leads to another server')
    } catch (error) {
      drop(server)
      throw error
    }
  }

  function drop(server: Chosen): void {
    if (chosen !== server) return
    chosen = undefined
    if (!closed) log.warn('database-lost')
    // Does not wait for the pools to end, because a client of a lost server may never return to its pool.
    for (const pool of [server.pool, server.aside]) pool.end().catch(() => undefined)
    listener?.end().catch(() => undefined)
  }

  const runOn =
    (which: 'pool' | 'aside') =>
    async (text: string, values: readonly unknown[]): Promise<readonly { value: unknown }[]> => {
      const server = await findServer()
      if (server === undefined) throw new Error('No server can be written to')
      const client = await server[which].connect().catch((error: unknown) => {
        // The error may only mean that all connections are busy. The server counts as gone only if there is no connection at all.
        if (server[which].totalCount === 0) drop(server)
        throw error
      })
      return query(client, server, text, values)
    }

  async function query(client: PoolClient, server: Chosen, text: string, values: readonly unknown[]) {
    const answered = await client
      .query<{ value: unknown }>({ name: text, text, values: [...values] })
      .catch((error: unknown) => {
        const isGone = isServerGone(codeOf(error))
        client.release(isGone)
        if (isGone) drop(server)
        throw error
      })
    const isUnsynced = unsyncedClients.delete(client)
    client.release(isUnsynced)
    if (isUnsynced) throw new Error('The standby did not confirm')
    return answered.rows
  }

  /** Listens on a separate connection until `close`. Connects again, and calls `onEvents`, after each interruption. */
  async function follow(onEvents: () => void): Promise<void> {
    while (isOpen()) {
      await listenOnce(onEvents).catch(() => undefined)
      await delay(retryMs)
    }
  }

  async function listenOnce(onEvents: () => void): Promise<void> {
    const server = await findServer()
    if (server === undefined) return
    const client = new Client({ ...settings(server.url), query_timeout: answerMs })
    listener = client
    client.on('error', () => undefined)
    client.on('notification', onEvents)
    const ended = once(client, 'end')
    // If the connection breaks before the hub listens, the query below reports the error. This promise then fails as well.
    ended.catch(() => undefined)
    try {
      await client.connect()
      await client.query('listen setdesk_events')
      onEvents()
      await ended
    } finally {
      client.end().catch(() => undefined)
    }
  }

  const ask = createCall(runOn('aside'), log)
  return {
    call: createCall(runOn('pool'), log),
    ask: (name) => ask(name),
    listen: (onEvents) => void follow(onEvents),
    async close() {
      closed = true
      const open = chosen
      chosen = undefined
      // Waits a limited time, because a lost server may never close its connections.
      const ended = Promise.all([open?.pool.end(), open?.aside.end(), listener?.end()])
      await Promise.race([ended, delay(goodbyeMs, undefined, { ref: false })])
    },
  }
}

const unsyncedClients = new WeakSet<object>()

interface Unanswered {
  /** The SQLSTATE, or the code of the network error. */
  readonly failure: string
}

const whyNot = (state: ServerState | Unanswered): string => {
  if (!('timeline' in state)) return state.failure
  return state.isStandby ? 'standby' : 'older-timeline'
}

async function readState(url: string): Promise<ServerState | Unanswered> {
  const client = new Client({ ...settings(url), query_timeout: connectMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Omit<ServerState, 'url'>>(stateQuery)
    return rows[0] === undefined ? { failure: 'unknown' } : { url, ...rows[0] }
  } catch (error) {
    return { failure: codeOf(error) ?? 'unknown' }
  } finally {
    client.end().catch(() => undefined)
  }
}

export interface ServerState {
  readonly url: string
  readonly isStandby: boolean
  /** Increases with every promotion of a standby. */
  readonly timeline: number
  /** When the server's process started, to the microsecond. Two addresses with the same value lead to the same server. */
  readonly startedAt: string
}

/**
 * The query for a server's state. Returns one row with the fields of `ServerState` except `url`. The timeline is the first part of the name
 * of the current log file, and 0 for a standby.
 */
export const stateQuery = `
  select pg_is_in_recovery() as "isStandby",
    case when pg_is_in_recovery() then 0 else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer end as timeline,
    extract(epoch from pg_postmaster_start_time())::text as "startedAt"`

/**
 * Chooses the server to work with: of the servers that are not a standby, the one on the highest timeline. Undefined if there is no such
 * server. `newest`: the highest timeline seen so far. A server on a lower timeline is a former primary and must not be written to.
 */
export function chooseServer(servers: readonly ServerState[], newest: number): ServerState | undefined {
  const writable = servers.filter(({ isStandby, timeline }) => !isStandby && timeline >= newest)
  return writable.toSorted((a, b) => b.timeline - a.timeline)[0]
}

/**
 * Chooses the primary for a command of the owner. Fails if two servers say that they are the primary: one of them is a former primary, and
 * data that is written to a former primary is lost. `problems`: why the servers that are missing in `servers` did not answer.
 */
export function choosePrimary<S extends ServerState>(
  servers: readonly S[],
  problems: readonly string[],
): Result<S, string> {
  const primaries = servers.filter(
    ({ isStandby, startedAt }, index) =>
      !isStandby && servers.findIndex((one) => !one.isStandby && one.startedAt === startedAt) === index,
  )
  const [primary, other] = primaries
  if (primary === undefined)
    return fail([...(servers.length === 0 ? [] : ['The servers that answer are standbys.']), ...problems].join('\n'))
  if (other === undefined) return succeed(primary)
  const list = primaries.map(({ url, timeline }) => `  ${describeServer(url)}, timeline ${timeline}`).join('\n')
  return fail(
    `${primaries.length} servers say that they are the primary, so nothing was changed:\n${list}\n` +
      'Stop the former primary (after a promotion it has the lower timeline), or name only the right server.',
  )
}

/** The host and port in the address of a database, without the credentials. */
export function describeServer(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || (searchParams.get('host') ?? 'localhost')
}
