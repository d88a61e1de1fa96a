import { describe, expect, it } from 'vitest'
import { formatToldDay } from '../../../../src/renderer/src/ui/format-time.ts'

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

describe('a date from the platform', () => {
  it.each(['2027-10-19', '2027-10-19 00:00:00', '2027-10-19T23:30:00Z', '19/10/2027', '/Date(1823904000000)/'])(
    'is written in the local style, however the platform wrote it: %s',
    (text) => {
      expect(formatToldDay(text)).toBe(inWords.format(Date.UTC(2027, 9, 19)))
      expect(formatToldDay(text)).not.toContain('10-19')
    },
  )

  it.each(['04/05/2027', 'never', ''])('is unchanged if it is ambiguous: %s', (text) => {
    expect(formatToldDay(text)).toBe(text)
  })
})
