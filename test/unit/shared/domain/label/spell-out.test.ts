import { describe, expect, it } from 'vitest'
import { spellOut } from '../../../../../src/shared/domain/label/label.ts'

describe('a text that was not understood', () => {
  it('is shown with the code points of letters of another alphabet, each once', () => {
    expect(spellOut('ЖЖ12')).toMatchObject({ shown: 'ЖЖ12', codePoints: ['U+0416'], length: 4 })
    expect(spellOut('📦')).toMatchObject({ shown: '📦', codePoints: ['U+1F4E6'], length: 1 })
  })

  it('has its control characters replaced and named', () => {
    expect(spellOut('A\u0000\u001D\u202EB')).toEqual({
      isWhole: true,
      further: 0,
      shown: 'A\uFFFD\uFFFD\uFFFDB',
      codePoints: ['U+0000', 'U+001D', 'U+202E'],
      length: 5,
    })
  })

  it('is shown by its start and its length if it is long', () => {
    const { shown, isWhole, length, codePoints } = spellOut('Ab1'.repeat(200))
    expect(isWhole).toBe(false)
    expect(spellOut('A'.repeat(60))).toMatchObject({ shown: 'A'.repeat(60), isWhole: true })
    expect(Array.from(shown)).toHaveLength(61)
    expect(length).toBe(600)
    expect(codePoints).toEqual([])
  })

  it('has its first code points named and the others counted', () => {
    expect(spellOut('БДЖИЙ', { points: 3 })).toMatchObject({ codePoints: ['U+0411', 'U+0414', 'U+0416'], further: 2 })
    expect(spellOut('ББББ', { points: 1 })).toMatchObject({ codePoints: ['U+0411'], further: 0 })
  })
})
