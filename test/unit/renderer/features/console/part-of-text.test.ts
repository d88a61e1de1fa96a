import { describe, expect, test } from 'vitest'
import { countTextParts, partOf } from '../../../../../src/renderer/src/features/console/long-text.tsx'

const all = (text: string) => Array.from({ length: countTextParts(text) }, (_, index) => partOf(text, index))

describe('the parts of a long text', () => {
  test.each([0, 1, 65_536, 65_537, 131_072, 200_000])('make up the whole text if it has %i characters', (length) => {
    const text = Array.from({ length }, (_, index) => String(index % 10)).join('')
    expect(
      all(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
    expect(all(text)).toHaveLength(Math.max(1, Math.ceil(length / 65_536)))
  })

  test('report their start and end in the text', () => {
    const parts = all('x'.repeat(65_540))
    expect(parts.map(({ from, to }) => [from, to])).toEqual([
      [0, 65_536],
      [65_536, 65_540],
    ])
  })

  test('are never cut within a character', () => {
    const text = `${'x'.repeat(65_535)}🙂${'y'.repeat(10)}`
    expect(all(text).map((part) => part.text.isWellFormed())).toEqual([true, true])
    expect(
      all(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})
