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
 * The query for a server's state. It has no parameters, so any connection can make it. The timeline is the first part of a log file's
 * name.
 */
export const stateQuery = `
  select pg_is_in_recovery() as "isStandby",
    case when pg_is_in_recovery() then 0 else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer end as timeline,
    extract(epoch from pg_postmaster_start_time())::text as "startedAt"`

/**
 * Chooses the server to work with: not a standby, and on the highest timeline. A former primary that comes back has an older
 * timeline than `newest`, the highest seen so far, and must not be written to.
 */
export function chooseServer(servers: readonly ServerState[], newest: number): ServerState | undefined {
  const writable = servers.filter(({ isStandby, timeline }) => !isStandby && timeline >= newest)
  return writable.toSorted((a, b) => b.timeline - a.timeline)[0]
}

/**
 * Chooses the primary for a command of the owner. Such a command has not seen any timeline before. If there are two primaries, it chooses
 * none, because one of them is a former primary and would lose anything that is written to it. `problems`: why the other servers did not
 * answer.
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

/** Host and port of an address, without its credentials. */
export function describeServer(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || (searchParams.get('host') ?? 'localhost')
}
