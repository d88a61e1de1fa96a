import { describe, expect, it } from 'vitest'
import { keeperOf, needsPassphrase } from '../../../../../src/renderer/src/features/vault/protect-panel.tsx'

describe('the protection of a token', () => {
  it('is the system’s key store in Electron, even before the first token', () => {
    expect(keeperOf({ host: 'electron', vault: { state: 'new', protection: 'none' } })).toBe('system')
    expect(keeperOf({ host: 'electron', vault: { state: 'open', protection: 'system-weak' } })).toBe('system-weak')
  })

  it('is a passphrase in a browser, which must be chosen before a real connection', () => {
    const passphrase = { host: 'loopback', vault: { state: 'open', protection: 'passphrase' } } as const
    expect(keeperOf(passphrase)).toBe('passphrase')
    expect(needsPassphrase(passphrase)).toBe(false)
    expect(needsPassphrase({ host: 'loopback', vault: { state: 'new', protection: 'none' } })).toBe(true)
    expect(needsPassphrase({ host: 'loopback', vault: { state: 'open', protection: 'training-file' } })).toBe(true)
    expect(needsPassphrase({ host: 'electron', vault: { state: 'new', protection: 'none' } })).toBe(false)
    expect(needsPassphrase({ host: 'electron', vault: { state: 'open', protection: 'system' } })).toBe(false)
  })

  it('must be a passphrase, too, if the key store protects nothing', () => {
    expect(needsPassphrase({ host: 'electron', vault: { state: 'open', protection: 'system-weak' } })).toBe(true)
    expect(needsPassphrase({ host: 'electron', vault: { state: 'locked', protection: 'passphrase' } })).toBe(false)
  })
})
