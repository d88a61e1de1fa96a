/** What a log line may contain: codes, counts and ids of stations. It must not contain names, addresses, tokens or texts of a request. */
export type LogFields = Readonly<Record<string, string | number | boolean>> & {
  readonly [name in 'at' | 'level' | 'event']?: never
}

export interface HubLog {
  readonly info: (event: string, fields?: LogFields) => void
  readonly warn: (event: string, fields?: LogFields) => void
}

export function createHubLog(write: (line: string) => void, now: () => number): HubLog {
  const writeLine =
    (level: 'info' | 'warn') =>
    (event: string, fields: LogFields = {}): void =>
      write(`${JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...fields })}\n`)
  return { info: writeLine('info'), warn: writeLine('warn') }
}
