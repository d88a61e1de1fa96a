import { accessSync, constants } from 'node:fs'

export interface SqlConnection {
  /** Runs one statement with values. Throws the database's refusal, with its SQLSTATE as `code`. */
  readonly query: <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  readonly script: (text: string) => Promise<void>
}

/** The SQLSTATE of a database error, or the code of a network error. Undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
  return isCoded ? (error.code as string) : undefined
}

/**
 * Returns the address for the package `pg`, so that `pg` reads `sslmode` as PostgreSQL's own programs do: `require` encrypts without
 * checking the server, and `verify-full` also checks the server. Otherwise `pg` would read `require` as `verify-full`.
 */
export function readAsLibpq(address: string): string {
  const url = URL.parse(address)
  if (url === null || !url.searchParams.has('sslmode') || url.searchParams.has('uselibpqcompat')) return address
  url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}

/** The problem with a file that an address names. Undefined if all files can be read. */
export function findUnreadableFile(addresses: readonly string[]): string | undefined {
  const files = addresses.flatMap((address) =>
    ['sslrootcert', 'sslcert', 'sslkey'].map((name) => ({ name, file: URL.parse(address)?.searchParams.get(name) })),
  )
  for (const { name, file } of files)
    try {
      if (typeof file === 'string') accessSync(file, constants.R_OK)
    } catch (error) {
      return `The file of ${name} in the address of the database cannot be read: ${file}: ${codeOf(error) ?? 'unknown'}. The hub's user must be able to read it.`
    }
  return undefined
}
