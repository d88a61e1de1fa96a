import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWindowsSigner, describeSigning } from '../../../../scripts/lib/package/signing.ts'
import { makeFolder } from '../../../fakes/folder.ts'

describe('the signing of packages', () => {
  it('depends on the environment, and an unsigned package is reported', () => {
    expect(describeSigning('win', {})).toMatchObject({ isSigned: false, says: expect.stringContaining('UNSIGNED') })
    expect(describeSigning('mac', { CSC_LINK: '' })).toMatchObject({
      isSigned: false,
      says: expect.stringContaining('UNSIGNED'),
    })
    expect(describeSigning('win', { SETDESK_SIGN_WINDOWS: '["sign","{file}"]' }).isSigned).toBe(true)
    expect(describeSigning('win', { WIN_CSC_LINK: 'a' }).isSigned).toBe(true)
    expect(describeSigning('linux', { CSC_LINK: 'a' }).isSigned).toBe(false)
  })

  it('includes notarization by Apple only with a certificate and complete credentials', () => {
    const key = { APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' }
    expect(describeSigning('mac', { CSC_LINK: 'a', ...key })).toMatchObject({ isSigned: true, isNotarized: true })
    expect(describeSigning('mac', key)).toMatchObject({ isSigned: false, isNotarized: false })
    const half = { CSC_NAME: 'Setdesk', APPLE_ID: 'a', APPLE_TEAM_ID: 'b' }
    expect(describeSigning('mac', half)).toMatchObject({
      isNotarized: false,
      says: expect.stringContaining('NOT NOTARIZED'),
    })
  })
})

describe('a release', () => {
  const release = { SETDESK_RELEASE: '1' }
  it('is stopped before any package is made if the signature of its system is not complete', () => {
    const notary = { APPLE_KEYCHAIN_PROFILE: 'setdesk' }
    expect(describeSigning('win', release).stopsRelease).toBe(true)
    expect(describeSigning('mac', release).stopsRelease).toBe(true)
    expect(describeSigning('mac', { ...release, CSC_LINK: 'a' }).stopsRelease).toBe(true)
    expect(describeSigning('mac', { ...release, CSC_LINK: 'a', ...notary }).stopsRelease).toBe(false)
    expect(describeSigning('win', { ...release, WIN_CSC_LINK: 'a' }).stopsRelease).toBe(false)
    expect(describeSigning('linux', release).stopsRelease).toBe(false)
  })

  it('is the only case in which a missing signature stops anything', () => {
    expect(describeSigning('win', {}).stopsRelease).toBe(false)
    expect(describeSigning('mac', {}).stopsRelease).toBe(false)
  })
})

describe('the command that signs for Windows', () => {
  it("is electron-builder's own if none is set", () => {
    expect(createWindowsSigner({})).toBeUndefined()
    expect(createWindowsSigner({ SETDESK_SIGN_WINDOWS: '' })).toBeUndefined()
  })

  it('is run for each file, word by word and without a shell', async () => {
    const folder = makeFolder()
    const program = join(folder, 'sign.mjs')
    writeFileSync(
      program,
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(process.argv[3], process.argv.slice(2).join('|'))\n`,
    )
    chmodSync(program, 0o755)
    const file = join(folder, 'Set desk; echo.exe')
    const words = [process.execPath, program, '$HOME', '{file}']
    await createWindowsSigner({ SETDESK_SIGN_WINDOWS: JSON.stringify(words) })?.({ path: file })
    expect(readFileSync(file, 'utf8')).toBe(`$HOME|${file}`)
  })

  it('stops the packaging if it fails or is invalid', async () => {
    const words = JSON.stringify([process.execPath, '--eval', 'process.exit(3)', '{file}'])
    await expect(createWindowsSigner({ SETDESK_SIGN_WINDOWS: words })?.({ path: 'a.exe' })).rejects.toThrow(
      'exit code 3',
    )
    expect(() => createWindowsSigner({ SETDESK_SIGN_WINDOWS: '["sign"]' })).toThrow('one of them {file}')
    expect(() => createWindowsSigner({ SETDESK_SIGN_WINDOWS: '{}' })).toThrow('JSON array')
  })
})
