import { describe, expect, it } from 'vitest'
import { checkPassphrase } from '../../../../../src/renderer/src/features/vault/protect-panel.tsx'
describe('a passphrase', () => {
  it('is accepted from eight characters on, whatever they are', () => {
    expect(checkPassphrase('aaaaaaaa', 'aaaaaaaa')).toEqual({})
    expect(checkPassphrase('aaaaaaa', 'aaaaaaa')).toEqual({ passphrase: 'passphrase-short' })
  })

  it('must be typed the same way twice, including the last space', () => {
    expect(checkPassphrase('four small words', 'four small words ')).toEqual({ again: 'passphrase-differs' })
  })
})
