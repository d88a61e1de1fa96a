import { Client } from 'pg'
import {
  deriveLookup,
  formatOneTimeCode,
  normaliseOneTimeCode,
  oneTimeCodeBytes,
} from '../shared/fleet/one-time-code.ts'
import { fail, succeed, type Result } from '../shared/result.ts'
import { choosePrimary, describeServer, stateQuery, type ServerState } from './database/postgres.ts'
import { migrate } from './database/migrate.ts'
import { codeOf, readAsLibpq, type SqlConnection } from './database/sql-connection.ts'

/** Makes a code for the first supervisor and registers it in the database, valid for `hours`. Fails while the fleet has a supervisor. */
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

/** Counts the stations in the fleet. The use of a first code removes all of them, because the new supervisor makes new keys. */
export const countStations = async (connection: SqlConnection): Promise<number> => {
  const [row] = await connection.query<{ count: number }>(
    "select count(*)::integer as count from setdesk.station where state = 'active'",
  )
  return row?.count ?? 0
}

/** Removes a station. Needs no supervisor, so this can remove the laptop of the only supervisor. Returns the station's id. */
export const revokeStation = (connection: SqlConnection, station: string): Promise<Result<string, string>> =>
  explainRefusal(async () => {
    await connection.query('select setdesk.revoke_station($1)', [station])
    return station
  }, `No station has the id ${station}. As setdesk_owner, "select id, name from setdesk.station" lists the ids of all stations.`)

const isUnknownStation = (code: string): boolean => code === '22P02' || code === 'SD404'

async function explainRefusal<T>(work: () => Promise<T>, unknownStation?: string): Promise<Result<T, string>> {
  try {
    return succeed(await work())
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (unknownStation !== undefined && isUnknownStation(code)) return fail(unknownStation)
    const hint = code === '3F000' || code === '42883' || code === '42P01' ? '. Run npm run hub -- --migrate first.' : ''
    return fail(`${error instanceof Error ? error.message : 'The database does not answer.'}${hint}`)
  }
}

export async function asOwner<T>(
  urls: readonly string[],
  work: (connection: SqlConnection) => Promise<Result<T, string>>,
  onSlow: (text: string) => void = () => undefined,
): Promise<Result<T, string>> {
  const asked = await Promise.all(urls.map(askServer))
  let slow: NodeJS.Timeout | undefined
  const servers = asked.flatMap((one) => (one.ok ? one.value : []))
  const problems = asked.flatMap((one) => (one.ok ? [] : one.error))
  try {
    const primary = choosePrimary(servers, problems)
    if (!primary.ok) return primary
    slow = setTimeout(() => onSlow(confirmsNothing), askMs)
    return await work(connectClient(primary.value.client))
  } catch (error) {
    return fail(describeError(error))
  } finally {
    clearTimeout(slow)
    await Promise.all(servers.map(({ client }) => end(client)))
  }
}

const askMs = 5000

const confirmsNothing =
  'The database has not finished or not confirmed this yet. If its synchronous standby is away, bring it back, or reset synchronous_standby_names on the primary. This command ends when the database confirms.'

interface AskedServer extends ServerState {
  readonly client: Client
}

async function askServer(url: string): Promise<Result<AskedServer, string>> {
  const connectionString = readAsLibpq(url)
  const client = new Client({ connectionString, connectionTimeoutMillis: askMs, application_name: 'setdesk-owner' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Omit<ServerState, 'url'>>(stateQuery)
    if (rows[0] === undefined) throw new Error('It says nothing of its state.')
    return succeed({ url, client, ...rows[0] })
  } catch (error) {
    await end(client)
    return fail(`${describeServer(url)}: ${describeError(error)}`)
  }
}

const end = (client: Client): Promise<void> => client.end().catch(() => undefined)

const describeError = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error))

export const connectClient = (client: Client): SqlConnection => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as readonly Row[],
  script: async (text) => {
    await client.query(text)
  },
})

export async function migrateAndSay(connection: SqlConnection): Promise<Result<string, string>> {
  const migrated = await migrate(connection)
  if (!migrated.ok) return migrated
  return succeed(migrated.value === 0 ? 'The database is up to date.' : `${migrated.value} files were applied.`)
}
