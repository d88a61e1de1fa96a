import { fail, succeed, type Result } from '../../shared/result.ts'

/** What a server says of itself. */
export interface ServerState {
  readonly url: string
  readonly isStandby: boolean
  /** Grows with every promotion of a standby. */
  readonly timeline: number
  /** When its process began, to the microsecond: two addresses with the same one lead to one server. */
  readonly startedAt: string
}

/** Asks a server for its state; `$1` is not used, so any connection can ask. The timeline is the head of a log file's name. */
export const stateQuery = `
  select pg_is_in_recovery() as "isStandby",
    case when pg_is_in_recovery() then 0 else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer end as timeline,
    extract(epoch from pg_postmaster_start_time())::text as "startedAt"`

/**
 * The server to work with: one that is no standby, on the highest timeline. A former primary that comes back has an older timeline than `newest`, the
 * highest that was seen; it must not be written to.
 */
export function chooseServer(servers: readonly ServerState[], newest: number): ServerState | undefined {
  const writable = servers.filter(({ isStandby, timeline }) => !isStandby && timeline >= newest)
  return writable.toSorted((a, b) => b.timeline - a.timeline)[0]
}

/**
 * The primary for a command of the owner, which has seen no timeline before. Of two primaries it takes none: one of them is a former primary, and what
 * is written to it is lost. `problems`: why each other server did not answer.
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

/** Host and port of an address, without its login. */
export function describeServer(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || (searchParams.get('host') ?? 'localhost')
}
