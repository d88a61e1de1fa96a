import { describe, expect, it } from 'vitest'
import { readPatterns, writePatterns } from '../../../../../src/renderer/src/features/settings/preference-panels.tsx'
describe('a text with one serial number pattern per line', () => {
  it('can be read back after it was written', () => {
    const patterns = [
      { model: 'MAG520', pattern: '######@#######' },
      { model: 'A=B', pattern: 'XY-????' },
    ]
    expect(readPatterns(`\n${writePatterns(patterns)}\n`)).toEqual({ patterns })
    expect(readPatterns('')).toEqual({ patterns: [] })
  })

  it.each([
    ['MAG520', 1],
    ['MAG520 = ####\nMAG522 = a b c d', 2],
    ['= ####', 1],
    ['MAG520 = #', 1],
  ])('is refused at the first invalid line of %j', (text, line) => {
    expect(readPatterns(text)).toEqual({ line })
  })
})
