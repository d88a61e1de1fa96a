import { describe, expect, it } from 'vitest'
import { formatToldDay } from '../../../../src/renderer/src/ui/format-time.ts'

const inWords = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' })

describe('a day that a platform told', () => {
  it.each(['2027-10-19', '2027-10-19 00:00:00', '2027-10-19T23:30:00Z', '19/10/2027', '/Date(1823904000000)/'])(
    'is written as people here write days, whatever the platform wrote: %s',
    (text) => {
      expect(formatToldDay(text)).toBe(inWords.format(Date.UTC(2027, 9, 19)))
      expect(formatToldDay(text)).not.toContain('10-19')
    },
  )

  it.each(['04/05/2027', 'never', ''])('stays as it is where it could be another: %s', (text) => {
    expect(formatToldDay(text)).toBe(text)
  })
})
