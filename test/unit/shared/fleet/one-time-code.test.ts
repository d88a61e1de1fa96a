import { hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  deriveEnvelopeKey,
  deriveLookup,
  formatOneTimeCode,
  normaliseOneTimeCode,
  oneTimeCodeBytes,
} from '../../../../src/shared/fleet/one-time-code.ts'

const bytes = Uint8Array.from({ length: oneTimeCodeBytes }, (_, index) => index)
const code = '000G40R40M30E209185GR38E'

describe('a one-time code', () => {
  it('is written in six groups that contain all bits', () => {
    expect(formatOneTimeCode(bytes)).toBe('000G-40R4-0M30-E209-185G-R38E')
    expect(formatOneTimeCode(new Uint8Array(oneTimeCodeBytes).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ')
  })

  it('is read with small letters, spaces and confused characters', () => {
    expect(normaliseOneTimeCode(' ooog 40r4-0m30-E2O9 I85g-r38e')).toBe(code)
    expect(normaliseOneTimeCode(formatOneTimeCode(bytes))).toBe(code)
  })

  it.each(['', code.slice(1), `${code}0`, code.replace('R', 'U')])('is not read from %j', (typed) => {
    expect(normaliseOneTimeCode(typed)).toBeUndefined()
  })

  it('gives the lookup and the envelope key by HKDF, each with its own info value', async () => {
    expect(await deriveLookup(code)).toBe('b338e91d00ea24eedba13869866f3a63c3d30cbd1074ebc4c044cb5ea7f3b350')
    const key = Buffer.from(await deriveEnvelopeKey(code)).toString('hex')
    expect(key).toBe('eaecc407b0bab8020b028afe1143c363ed0f2f1a7da13604a2622366411f8fc7')
    expect(key).toBe(Buffer.from(hkdfSync('sha256', code, '', 'setdesk fleet envelope', 32)).toString('hex'))
  })
})
