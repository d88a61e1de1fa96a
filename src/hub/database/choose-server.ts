import { fail, succeed, type Result } from '../../shared/result.ts'

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
 * Chooses the server to work with: of the servers that are no standby, the server on the highest timeline. Undefined if no server fits.
 * `newest`: the highest timeline seen so far. A server on a lower timeline is a former primary and must not be written to.
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
