import { accessSync, constants } from 'node:fs'
import { codeOf } from './sql-connection.ts'

/**
 * An address with `sslmode` as PostgreSQL's own programs read it: `require` encrypts without asking who answers, `verify-full` asks. The package reads
 * `require` as `verify-full` unless it is told.
 */
export function readAsLibpq(address: string): string {
  const url = URL.parse(address)
  if (url === null || !url.searchParams.has('sslmode') || url.searchParams.has('uselibpqcompat')) return address
  url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}

/** What is wrong with a file that an address names; undefined if all of them can be read. */
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
