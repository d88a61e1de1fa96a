import { describe, expect, it } from 'vitest'
import { checkPassphrase } from '../../../../../src/renderer/src/features/vault/protect-panel.tsx'
describe('a passphrase typed twice', () => {
  it('is good from eight characters on, whatever they are', () => {
    expect(checkPassphrase('aaaaaaaa', 'aaaaaaaa')).toEqual({})
    expect(checkPassphrase('aaaaaaa', 'aaaaaaa')).toEqual({ passphrase: 'passphrase-short' })
  })

  it('has to be the same both times, to the last space', () => {
    expect(checkPassphrase('four small words', 'four small words ')).toEqual({ again: 'passphrase-differs' })
  })
})
