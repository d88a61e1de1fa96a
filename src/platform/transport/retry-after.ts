/** A day: a longer wait is a server's mistake or a clock's. */
const longestMs = 24 * 60 * 60 * 1000

/**
 * `Retry-After` in milliseconds from now: seconds, or a date. A date is measured against the answer's own `Date`, so that a
 * wrong clock here does no harm; `now` (milliseconds since 1970) only where there is none.
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const value = headers['retry-after']?.trim()
  if (value === undefined || value === '') return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, longestMs)
  const until = Date.parse(value)
  if (Number.isNaN(until)) return undefined
  const said = Date.parse(headers['date'] ?? '')
  return Math.min(Math.max(until - (Number.isNaN(said) ? now : said), 0), longestMs)
}
