/** `same-answer`: it gave several jobs the same answer, which is not understood; nothing is sent until a technician says so. */
export type LinkCode = 'unknown' | 'reached' | 'unreached' | 'token-refused' | 'same-answer'

/** Whether a connection's platform was reached when it was last asked. Milliseconds since 1970. */
export interface LinkState {
  readonly state: LinkCode
  readonly since: number
  /** A network failure, or `platform-busy`. */
  readonly failure?: string
  /** The answer that is not understood. */
  readonly words?: string
}
