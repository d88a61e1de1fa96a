import { Client } from 'pg'
import {
  deriveLookup,
  formatOneTimeCode,
  normaliseOneTimeCode,
  oneTimeCodeBytes,
} from '../shared/fleet/one-time-code.ts'
import { fail, succeed, type Result } from '../shared/result.ts'
import { readAsLibpq } from './database/libpq-url.ts'
import { migrate } from './database/migrate.ts'
import { codeOf, type SqlConnection } from './database/sql-connection.ts'

/** Makes a code for the first supervisor known to the database. Fails while the fleet has a supervisor. */
export async function makeFirstCode(
  connection: SqlConnection,
  random: (count: number) => Uint8Array,
  hours: number,
): Promise<Result<string, string>> {
  const code = formatOneTimeCode(random(oneTimeCodeBytes))
  const lookup = await deriveLookup(normaliseOneTimeCode(code) ?? '')
  return explainRefusal(async () => {
    await connection.query('select setdesk.make_first_code($1, $2)', [Buffer.from(lookup, 'hex'), hours])
    return code
  })
}

/** Removes a station without a supervisor, such as the laptop of the only one. */
export const revokeStation = (connection: SqlConnection, station: string): Promise<Result<string, string>> =>
  explainRefusal(async () => {
    await connection.query('select setdesk.revoke_station($1)', [station])
    return station
  })

async function explainRefusal<T>(work: () => Promise<T>): Promise<Result<T, string>> {
  try {
    return succeed(await work())
  } catch (error) {
    const code = codeOf(error) ?? ''
    const hint = code === '3F000' || code === '42883' || code === '42P01' ? ' Run npm run hub -- --migrate first.' : ''
    return fail(`${error instanceof Error ? error.message : 'The database does not answer.'}${hint}`)
  }
}

/** Opens a connection of the owner, does the work and closes it. The first server that is no standby is taken. */
export async function asOwner<T>(
  urls: readonly string[],
  work: (connection: SqlConnection) => Promise<Result<T, string>>,
): Promise<Result<T, string>> {
  let problem = 'No server was named.'
  for (const url of urls) {
    const connectionString = readAsLibpq(url)
    const client = new Client({ connectionString, connectionTimeoutMillis: 5000, application_name: 'setdesk-owner' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
      if (rows[0]?.isStandby === true) {
        problem = 'The servers that answer are standbys.'
        continue
      }
      return await work(connectClient(client))
    } catch (error) {
      problem = error instanceof Error ? error.message || error.name : String(error)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return fail(problem)
}

/** One connection of `pg`. */
export const connectClient = (client: Client): SqlConnection => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as readonly Row[],
  script: async (text) => {
    await client.query(text)
  },
})

/** Prepares or updates the database. Returns a sentence about what was done. */
export async function migrateAndSay(connection: SqlConnection): Promise<Result<string, string>> {
  const migrated = await migrate(connection)
  if (!migrated.ok) return migrated
  return succeed(migrated.value === 0 ? 'The database is up to date.' : `${migrated.value} files were applied.`)
}
