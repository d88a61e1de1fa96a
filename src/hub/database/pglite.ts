import { PGlite, type Transaction } from '@electric-sql/pglite'
import type { HubLog } from '../log.ts'
import type { Result } from '../../shared/result.ts'
import { createCall, type HubDatabase } from './hub-database.ts'
import { migrate } from './migrate.ts'
import type { SqlConnection } from './sql-connection.ts'

/** Creates the three roles. On a server, an administrator creates them. */
export const createRoles = `
  create role setdesk_owner; create role setdesk_hub; create role setdesk_reader;
  grant create on database postgres to setdesk_owner;
`

/** Wraps PGlite, which is PostgreSQL inside this process with a single connection. */
export const connectPglite = (database: Pick<PGlite | Transaction, 'query' | 'exec'>): SqlConnection => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await database.query<Row>(text, [...values])).rows,
  script: async (text) => {
    await database.exec(text)
  },
})

/** Creates a database for `--try` in this process's memory, and the code of the first supervisor. Throws if either fails. */
export async function openTrial(
  makeCode: (connection: SqlConnection) => Promise<Result<string, string>>,
  log: HubLog,
): Promise<{ readonly database: HubDatabase; readonly firstCode: string }> {
  const pglite = await PGlite.create()
  const connection = connectPglite(pglite)
  await connection.script(createRoles)
  const migrated = await migrate(connection)
  const made = migrated.ok ? await makeCode(connection) : migrated
  if (!made.ok) throw new Error(made.error)
  return { database: await openPgliteDatabase(pglite, log), firstCode: made.value }
}

/** Wraps a prepared PGlite database. All calls run as the role `setdesk_hub`. */
export async function openPgliteDatabase(
  pglite: Pick<PGlite, 'query' | 'exec' | 'listen' | 'close'>,
  log: HubLog,
): Promise<HubDatabase> {
  const connection = connectPglite(pglite)
  await connection.script('reset role; set role setdesk_hub')
  const call = createCall((text, values) => connection.query(text, values), log)
  return {
    call,
    ask: (name) => call(name),
    listen: (onEvents) => void pglite.listen('setdesk_events', onEvents),
    close: () => pglite.close(),
  }
}
