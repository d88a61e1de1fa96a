import { describe, expect, it } from 'vitest'
import { boxOfCodes } from '../../../../../src/renderer/src/features/scan/box-text.ts'
import { OtherAddresses } from '../../../../../src/renderer/src/features/scan/label-parts.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const wordsFor = (...texts: readonly string[]): string => {
  const box = boxOfCodes(
    texts.map((text) => ({ text })),
    { patterns: [], habits: [] },
  )
  return renderWithServices(<OtherAddresses box={box} onChange={() => undefined} />)
}

describe('a label whose box is shown', () => {
  it.each([
    [['001A794EB20F', '001A794EB210']],
    [['MAC:001A794EB20F;MAC:001A794EB210']],
    [['STB7N0042913', '001A794EB20F', '001A794EB210']],
  ])('names the other address that it has, and offers it: %j', (texts) => {
    expect(wordsFor(...texts)).toContain('The label has 00:1A:79:4E:B2:10, too.')
    expect(wordsFor(...texts)).toContain('Use 00:1A:79:4E:B2:10')
  })

  it.each([
    [['STB7N0042913', 'STB7N0042914']],
    [['SN:STB7N0042913', 'SN:STB7N0042914']],
    [['S/N: STB7N0042913\nS/N: STB7N0042914']],
    [['(21)STB7N0042913', '(21)STB7N0042914']],
  ])('names a second serial number of the same form: %j', (texts) => {
    expect(wordsFor(...texts)).toContain('The label has STB7N0042914, too.')
    expect(wordsFor(...texts)).toContain('Use STB7N0042914')
  })

  it('names a second serial number that has the form of a known model, too', () => {
    const knowledge = { patterns: [{ model: 'MAG520', pattern: 'STB#@#######' }], habits: [] }
    const box = boxOfCodes([{ text: 'STB7N0042913' }, { text: 'STB7N0042914' }], knowledge)
    expect(renderWithServices(<OtherAddresses box={box} onChange={() => undefined} />)).toContain('STB7N0042914')
  })

  it.each([
    [['001A794EB20F', 'WIFI MAC:001A794EB210']],
    [['001A794EB20F', 'STB7N0042913', '4006381333931']],
    [['001A794EB20F', '001A794EB20F']],
    [['CM MAC:001A794EB210;STB MAC:001A794EB20F']],
    [['001A794EB20F', 'MAC:00:1A:79:4E:B2:0F;SN:STB7N0042913']],
    [['SN:STB7N0042913', 'STB7N0042914']],
    [['SN:STB7N0042913', 'S/N: stb7n0042913']],
  ])('says nothing of codes that cannot be the box: %j', (texts) => {
    expect(wordsFor(...texts)).toBe('')
  })
})
