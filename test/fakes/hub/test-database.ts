import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { randomBytes } from 'node:crypto'
import { connectPglite, createRoles, openPgliteDatabase } from '../../../src/hub/database/pglite.ts'
import type { HubDatabase } from '../../../src/hub/database/hub-database.ts'
import { migrate } from '../../../src/hub/database/migrate.ts'
import { createPostgres } from '../../../src/hub/database/postgres.ts'
import type { SqlConnection } from '../../../src/hub/database/sql-connection.ts'
import { connectClient, makeFirstCode } from '../../../src/hub/operator-commands.ts'
import type { HubLog } from '../../../src/hub/log.ts'
import type { PostgresServer } from '../../postgres/start-server.ts'

/** A prepared database of the fleet, seen as the hub sees it and from outside. */
export interface TestDatabase {
  readonly database: HubDatabase
  /** Any SQL as one of the three roles, or as a superuser. */
  readonly as: (role: TestRole, text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly close: () => Promise<void>
}
type TestRole = 'postgres' | 'setdesk_owner' | 'setdesk_hub' | 'setdesk_reader'

export const silentLog: HubLog = { info: () => undefined, warn: () => undefined }

let prepared: Promise<Blob | File> | undefined

/** The data of a database that is made once for all files of this thread. Copying the data takes an eighth of the time. */
async function preparePglite(): Promise<Blob | File> {
  const pglite = await PGlite.create()
  const connection = connectPglite(pglite)
  await connection.script(createRoles)
  await mustMigrate(connection)
  const data = await pglite.dumpDataDir('none')
  await pglite.close()
  return data
}

const startPglite = async (): Promise<PGlite> =>
  await PGlite.create({ loadDataDir: await (prepared ??= preparePglite()) })

interface TestPglite extends TestDatabase {
  /** A code for the first supervisor. */
  readonly firstCode: () => Promise<string>
}

/** PGlite in memory, for tests that change more than rows. */
export async function openTestPglite(log = silentLog): Promise<TestPglite> {
  const pglite = await startPglite()
  return await seeDatabase(pglite, pglite, log)
}

type Pglite = Parameters<typeof openPgliteDatabase>[0]

/** The databases that the tests of this thread have given back. */
const idle: PGlite[] = []

/** PGlite in memory, for tests that change only rows. It is emptied and used again, because its start takes longer than most tests. */
export async function borrowTestPglite(): Promise<TestPglite> {
  const pglite = idle.pop() ?? (await startPglite())
  let isOver = false
  /** What the hub still asks after its end goes to nobody else's database. */
  const whileOpen = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (isOver) throw new Error('This database was given back.')
    return await ask()
  }
  const lent: Pglite = {
    query: async (...given) => await whileOpen(async () => await pglite.query(...given)),
    exec: async (...given) => await whileOpen(async () => await pglite.exec(...given)),
    listen: async (...given) => await pglite.listen(...given),
    async close() {
      isOver = true
      await pglite.unlisten('setdesk_events')
      await emptyTables(database)
      idle.push(pglite)
    },
  }
  const database = await seeDatabase(pglite, lent, silentLog)
  return database
}

/** `lent`: the same database, as the hub sees it. */
async function seeDatabase(pglite: PGlite, lent: Pglite, log: HubLog): Promise<TestPglite> {
  return {
    database: await openPgliteDatabase(lent, log),
    firstCode: () =>
      pglite.transaction(async (transaction) => {
        await transaction.exec('set local role setdesk_owner')
        const made = await makeFirstCode(connectPglite(transaction), randomBytes, 1)
        if (!made.ok) throw new Error(made.error)
        return made.value
      }),
    // It has one connection, so the role changes for the one transaction.
    as: (role, text) =>
      pglite.transaction(async (transaction) => {
        await transaction.exec(`set local role ${role}`)
        const results = await transaction.exec(text)
        return results.at(-1)?.rows ?? []
      }),
    close: async () => await lent.close(),
  }
}

/** What an administrator does once: the roles and the database. */
const prepare = (password: string): readonly string[] => [
  ...['setdesk_owner', 'setdesk_hub', 'setdesk_reader'].map(
    (role) => `create role ${role} login password '${password}'`,
  ),
  'create database setdesk owner setdesk_owner',
]

/** A real server. The statements of each role go through a connection of that role. */
export async function openTestPostgres(server: PostgresServer, connections = 10): Promise<TestDatabase> {
  const administrator = await openClient(server.urlFor('postgres', 'postgres'))
  for (const statement of prepare(server.password)) await administrator.query(statement)
  await administrator.end()
  const owner = await openClient(server.urlFor('setdesk_owner'))
  await mustMigrate(connectClient(owner))
  await owner.end()
  const database = createPostgres({ urls: [server.urlFor('setdesk_hub')], connections, log: silentLog })
  return {
    database,
    async as(role, text) {
      const client = await openClient(server.urlFor(role))
      try {
        const results: unknown = await client.query(text)
        const last = (Array.isArray(results) ? results.at(-1) : results) as { rows: Record<string, unknown>[] }
        return last.rows
      } finally {
        await client.end()
      }
    },
    close: () => database.close(),
  }
}

/** A connection that can be lost without a crash. */
export async function openClient(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function mustMigrate(connection: SqlConnection): Promise<void> {
  const migrated = await migrate(connection)
  if (!migrated.ok) throw new Error(migrated.error)
}

/** The tables of the fleet, but for the one row of its limits. */
const tables = (
  'station code challenge session presence job claim work status day_total ' +
  'audit_head audit_entry audit_fork document document_taken event_inbox event'
).split(' ')

/**
 * Empties every table of the fleet, past the guards, and sets the limits and the position of events back. It deletes rows, because
 * to truncate makes new files for all tables and indexes, and takes far longer than most tests.
 */
export const emptyTables = ({ as }: TestDatabase) =>
  as(
    'postgres',
    `set session_replication_role = replica;
     ${tables.map((table) => `delete from setdesk.${table};`).join(' ')}
     delete from setdesk.fleet; insert into setdesk.fleet default values;
     select setval('setdesk.event_position', 1, false);
     set session_replication_role = default`,
  )

/** Lets time pass for claims. */
export const letClaimsAge = ({ as }: Pick<TestDatabase, 'as'>, interval: string) =>
  as(
    'postgres',
    `update setdesk.job set since = since - interval '${interval}', until = until - interval '${interval}', effect_until = effect_until - interval '${interval}', work_at = work_at - interval '${interval}'`,
  )

/** Lets time pass for codes, challenges and sessions. */
export const letSessionsAge = ({ as }: TestDatabase, interval: string) =>
  as(
    'postgres',
    ['session', 'challenge', 'code']
      .map((table) => `update setdesk.${table} set lapses_at = lapses_at - interval '${interval}'`)
      .join(';'),
  )
