import { describe, expect, it } from 'vitest'
import { browserEnvironment } from '../../../scripts/lib/browser.mjs'

const home = '/cache/chromium'
const facts = { env: { HOME: '/home/x', EMPTY: undefined }, home, hasFonts: true, starts: () => true }
const startsByItsOwn = (env: Record<string, string>) =>
  env['LD_LIBRARY_PATH']?.startsWith('/cache/chromium/lib') ?? false

describe("the browser's environment", () => {
  it('is the environment of the system if the browser starts in it', () => {
    expect(browserEnvironment(facts)).toEqual({ HOME: '/home/x' })
  })

  it("has the browser's own libraries first if the system lacks one", () => {
    expect(browserEnvironment({ ...facts, starts: startsByItsOwn })?.['LD_LIBRARY_PATH']).toBe('/cache/chromium/lib')
    const env = { LD_LIBRARY_PATH: '/opt/lib' }
    expect(browserEnvironment({ ...facts, env, starts: startsByItsOwn })?.['LD_LIBRARY_PATH']).toBe(
      '/cache/chromium/lib:/opt/lib',
    )
  })

  it("has the browser's own fonts if the system has none", () => {
    expect(browserEnvironment({ ...facts, hasFonts: false })?.['FONTCONFIG_FILE']).toBe('/cache/chromium/fonts.conf')
  })

  it('is undefined if the browser starts in no environment', () => {
    expect(browserEnvironment({ ...facts, starts: () => false })).toBeUndefined()
  })
})
