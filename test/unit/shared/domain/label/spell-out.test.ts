import { describe, expect, it } from 'vitest'
import { spellOut } from '../../../../../src/shared/domain/label/spell-out.ts'

describe('a text that was not understood', () => {
  it('is shown with the code points of another alphabet, each once', () => {
    expect(spellOut('ЖЖ12')).toEqual({ shown: 'ЖЖ12', codePoints: ['U+0416'], length: 4 })
    expect(spellOut('📦')).toEqual({ shown: '📦', codePoints: ['U+1F4E6'], length: 1 })
  })

  it('hides control characters and names them', () => {
    expect(spellOut('A\u0000\u001D\u202EB')).toEqual({
      shown: 'A\uFFFD\uFFFD\uFFFDB',
      codePoints: ['U+0000', 'U+001D', 'U+202E'],
      length: 5,
    })
  })

  it('shows the beginning of a long one, and how long it is', () => {
    const { shown, length, codePoints } = spellOut('Ab1'.repeat(200))
    expect(Array.from(shown)).toHaveLength(61)
    expect(length).toBe(600)
    expect(codePoints).toEqual([])
  })
})
