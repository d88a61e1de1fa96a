import { describe, expect, it } from 'vitest'
import { formatAgo, formatSpan, formatToldDay } from '../../../../src/renderer/src/ui/format-time.ts'

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

describe('a date from the platform', () => {
  it.each(['2027-10-19', '2027-10-19 00:00:00', '2027-10-19T23:30:00Z', '19/10/2027', '/Date(1823904000000)/'])(
    'is written in the local style, however the platform wrote it: %s',
    (text) => {
      expect(formatToldDay(text)).toBe(inWords.format(Date.UTC(2027, 9, 19)))
      expect(formatToldDay(text)).not.toContain('10-19')
    },
  )

  it.each(['04/05/2027', 'never', ''])('stays unchanged if it is ambiguous or not a date: %s', (text) => {
    expect(formatToldDay(text)).toBe(text)
  })
})

describe('the age of an event', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

  it.each([
    [2 * minute, '2 minutes ago'],
    [119 * minute, '119 minutes ago'],
    [2 * hour, '2 hours ago'],
    [47 * hour, '47 hours ago'],
    [3 * day, '3 days ago'],
  ])('of %s ms is written as %s', (ms, words) => {
    expect(formatAgo(0, ms)).toBe(words)
  })

  it('is not written if it is less than a minute, or for a time in the future', () => {
    expect(formatAgo(0, minute - 1)).toBeUndefined()
    expect(formatAgo(hour, 0)).toBeUndefined()
  })

  it('can be written as a length of time without "ago"', () => {
    expect(formatSpan(3 * day)).toBe('3 days')
    expect(formatSpan(1)).toBe('1 minute')
  })
})
