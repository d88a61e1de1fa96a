/** What the hub needs of a database: PostgreSQL by `pg`, or PGlite. */
export interface SqlConnection {
  /** One statement with values. Throws what the database refuses, with its SQLSTATE as `code`. */
  readonly query: <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Several statements without values. */
  readonly script: (text: string) => Promise<void>
}

/** The SQLSTATE of an error, or the code of the network's error. */
export function codeOf(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
  return isCoded ? (error.code as string) : undefined
}
