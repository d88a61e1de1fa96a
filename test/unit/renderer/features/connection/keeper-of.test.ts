import { describe, expect, it } from 'vitest'
import { keeperOf, needsPassphrase } from '../../../../../src/renderer/src/features/connection/keeper-of.ts'

describe('what keeps a token', () => {
  it('is the system’s key store in its own window, even before the first one', () => {
    expect(keeperOf({ host: 'electron', vault: { state: 'new', protection: 'none' } })).toBe('system')
    expect(keeperOf({ host: 'electron', vault: { state: 'open', protection: 'system-weak' } })).toBe('system-weak')
  })

  it('is a passphrase in a browser, which has to be chosen before a real connection', () => {
    const passphrase = { host: 'loopback', vault: { state: 'open', protection: 'passphrase' } } as const
    expect(keeperOf(passphrase)).toBe('passphrase')
    expect(needsPassphrase(passphrase)).toBe(false)
    expect(needsPassphrase({ host: 'loopback', vault: { state: 'new', protection: 'none' } })).toBe(true)
    expect(needsPassphrase({ host: 'loopback', vault: { state: 'open', protection: 'training-file' } })).toBe(true)
    expect(needsPassphrase({ host: 'electron', vault: { state: 'new', protection: 'none' } })).toBe(false)
  })
})
