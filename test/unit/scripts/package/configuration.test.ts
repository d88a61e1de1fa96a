import { describe, expect, it, vi } from 'vitest'
import { describePackaging } from '../../../../electron-builder.mjs'
import { prepareEnvironment } from '../../../../scripts/lib/package/make-package.ts'

const describeWith = (env: Readonly<Record<string, string>> = {}) =>
  describePackaging({
    electronVersion: '45.0.0',
    electronChecksums: {},
    appFolder: 'app',
    icons: { windows: 'icon.ico', mac: 'icon.icns', linux: 'icons' },
    output: 'dist',
    env,
  })

describe('the configuration of electron-builder', () => {
  it('makes an installer for Windows that asks for no administrator and opens the operator’s file', () => {
    const { win, nsis } = describeWith()
    expect(nsis).toMatchObject({ oneClick: true, perMachine: false, packElevateHelper: false })
    expect(win).toMatchObject({
      requestedExecutionLevel: 'asInvoker',
      fileAssociations: [{ ext: 'setdesk-connections' }],
    })
  })

  it('makes one app for both processors of macOS, with the archive of the other systems', () => {
    expect(describeWith().mac).toMatchObject({
      mergeASARs: false,
      target: [
        { target: 'dmg', arch: ['universal'] },
        { target: 'zip', arch: ['universal'] },
      ],
    })
  })

  it('signs and notarizes the app of macOS only as far as the environment allows', () => {
    const certificate = { CSC_LINK: 'certificate.p12' }
    const notary = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' }
    expect(describeWith().mac).toMatchObject({ identity: '-', hardenedRuntime: false, notarize: false })
    expect(describeWith(certificate).mac).toMatchObject({ hardenedRuntime: true, notarize: false })
    expect(describeWith(certificate).mac).not.toHaveProperty('identity')
    expect(describeWith({ ...certificate, ...notary }).mac).toMatchObject({ hardenedRuntime: true, notarize: true })
  })

  it('refuses packages without a signature in a release', () => {
    expect(describeWith({ SETDESK_RELEASE: '1' }).forceCodeSigning).toBe(true)
    expect(describeWith().forceCodeSigning).toBe(false)
  })
})

describe('the environment of electron-builder', () => {
  it('has no empty variables for certificates while packages are made, because these would be taken for a path', () => {
    vi.stubEnv('CSC_LINK', '')
    vi.stubEnv('CSC_NAME', 'Setdesk')
    const restore = prepareEnvironment(true)
    expect([process.env['CSC_LINK'], process.env['CSC_NAME']]).toEqual([undefined, 'Setdesk'])
    restore()
    expect(process.env['CSC_LINK']).toBe('')
    vi.unstubAllEnvs()
  })
})
