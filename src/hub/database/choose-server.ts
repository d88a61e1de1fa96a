/** What a server says of itself. `timeline` grows with every promotion of a standby. */
export interface ServerState {
  readonly url: string
  readonly isStandby: boolean
  readonly timeline: number
}

/** Asks a server for its state; `$1` is not used, so any connection can ask. The timeline is the head of a log file's name. */
export const stateQuery = `
  select pg_is_in_recovery() as "isStandby",
    case when pg_is_in_recovery() then 0 else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer end as timeline`

/**
 * The server to work with: one that is no standby, on the highest timeline. A former primary that comes back has an older timeline than `newest`, the
 * highest that was seen; it must not be written to.
 */
export function chooseServer(servers: readonly ServerState[], newest: number): ServerState | undefined {
  const writable = servers.filter(({ isStandby, timeline }) => !isStandby && timeline >= newest)
  return writable.toSorted((a, b) => b.timeline - a.timeline)[0]
}
