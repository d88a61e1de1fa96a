/** Whether a connection's platform was reached when it was last asked. Milliseconds since 1970. */
export interface LinkState {
  readonly state: 'unknown' | 'reached' | 'unreached' | 'token-refused'
  readonly since: number
  /** A network failure, or `platform-busy`. */
  readonly failure?: string
}
