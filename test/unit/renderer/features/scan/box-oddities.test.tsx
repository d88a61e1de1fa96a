import { describe, expect, it } from 'vitest'
import { BoxDoubts, BoxField } from '../../../../../src/renderer/src/features/scan/box-field.tsx'
import { boxOfCodes, readBox } from '../../../../../src/renderer/src/features/scan/box-text.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const nothing = (): void => undefined
const patterns = [{ model: 'MAG520', pattern: '######B#######' }]

/** The warnings shown about an accepted box. */
const doubtsOf = (raw: string, asSerial = false): string => {
  const box = { raw, asSerial }
  return renderWithServices(<BoxDoubts box={box} reading={readBox(box)} onChange={nothing} />, {
    serialPatterns: patterns,
  })
}
const fieldOf = (raw: string): string =>
  renderWithServices(
    <BoxField box={{ raw, asSerial: false }} onChange={nothing} onGoOn={nothing} label="Box" hint="How" insist />,
  )

const unknownMaker = 'No manufacturer is known'

describe('a warning about a box', () => {
  it('is absent if its maker is known', () => {
    expect(doubtsOf('00:1A:79:4E:B2:0F')).not.toContain('svg')
  })

  it.each([
    ['a multicast address', '01:00:5E:00:00:FB', 'This is a multicast address'],
    ['the broadcast address', 'FF:FF:FF:FF:FF:FF', 'All digits are F.'],
    ['an address of zeros', '00:00:00:00:00:00', 'All digits are 0.'],
    ['an address that software made up', '02:1A:79:4E:B2:0F', 'Software made up this address'],
    ['twelve digits that may be an article number', '001122334455', 'Twelve digits may also be a serial number'],
  ])('is shown for %s, which can still be used', (_, raw, words) => {
    expect(readBox({ raw, asSerial: false }).ok).toBe(true)
    expect(doubtsOf(raw)).toContain(words)
  })

  it.each(['01:00:5E:00:00:FB', 'FF:FF:FF:FF:FF:FF', '00:00:00:00:00:00', '02:1A:79:4E:B2:0F'])(
    'about an unknown maker is not added for the special address %s',
    (raw) => {
      expect(doubtsOf(raw)).not.toContain(unknownMaker)
    },
  )

  it('is shown for an address of no known maker', () => {
    expect(doubtsOf('34:56:78:4E:B2:0F')).toContain(unknownMaker)
  })

  it('is shown with a suggestion for a serial number that almost matches a pattern', () => {
    const words = doubtsOf('05201881234567', true)
    expect(words).toContain('Serial numbers of this model look different')
    expect(words).toContain('Use 052018B1234567')
    expect(doubtsOf('052018B1234567', true)).not.toContain('Serial numbers of this model')
  })
})

describe('a field with a text that is not a box', () => {
  it.each(['001A79FFFE4EB20F', '00-1A-79-FF-FE-4E-B2-0F', '001A.79FF.FE4E.B20F'])(
    'says about the EUI-64 %s that the MAC address is on another line of the label',
    (raw) => {
      const words = fieldOf(raw)
      expect(words).toContain('it is an EUI-64, not the MAC address')
      expect(words).not.toContain('Use 00:1A')
    },
  )

  it('suggests what a scanner with another keyboard layout meant, and says which setting to change', () => {
    const words = fieldOf('00Ö1AÖ79Ö4CÖ00Ö01')
    expect(words).toContain('The scanner uses a different keyboard layout')
    expect(words).toContain('In the scanner’s manual, look for “country” or “keyboard layout”.')
    expect(words).toContain('Use 00:1A:79:4C:00:01')
  })

  it('does not offer to use a scanned article number as a serial number', () => {
    const box = boxOfCodes([{ text: '4006381333931' }], { patterns: [], habits: [] })
    const words = renderWithServices(
      <BoxField box={box} onChange={nothing} onGoOn={nothing} label="Box" hint="How" insist />,
    )
    expect(words).toContain('an article number, the same on every box of its type')
    expect(words).not.toContain('Serial number')
    expect(fieldOf('4006381333931')).toContain('Serial number')
  })

  it('suggests digits for letters that look like them, and corrects nothing automatically', () => {
    const words = fieldOf('OO:1A:79:4E:B2:OF')
    expect(words).toContain('Use 00:1A:79:4E:B2:0F')
    expect(words).toContain('value="OO:1A:79:4E:B2:OF"')
  })
})
