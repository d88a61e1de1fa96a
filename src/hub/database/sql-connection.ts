/** What the hub needs from a database: PostgreSQL through `pg`, or PGlite. */
export interface SqlConnection {
  /** Runs one statement with values. Throws the database's refusal, with its SQLSTATE as `code`. */
  readonly query: <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Runs several statements without values. */
  readonly script: (text: string) => Promise<void>
}

/** The SQLSTATE of a database error, or the code of a network error. Undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
  return isCoded ? (error.code as string) : undefined
}
