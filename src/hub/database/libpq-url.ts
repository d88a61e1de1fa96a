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
