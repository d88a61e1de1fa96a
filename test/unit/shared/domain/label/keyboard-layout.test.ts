import { describe, expect, it } from 'vitest'
import { readDeviceIdentifier } from '../../../../../src/shared/domain/device-identifier.ts'

const repaired = { ok: false, problem: 'keyboard-layout', proposal: '00:1A:79:4C:00:01' }

describe('an address from a scanner with a different keyboard layout', () => {
  it.each([
    ['US on a French computer', "ààM&QMèçM'CMààMà&"],
    ['US on a German computer', '00Ö1AÖ79Ö4CÖ00Ö01'],
    ['US on a German computer, with hyphens', '00ß1Aß79ß4Cß00ß01'],
    ['US on a French computer, with Caps Lock', '00m1qm79m4cm00m01'],
    ['German on a US computer, with hyphens', '00/1A/79/4C/00/01'],
    ['US on a French computer, bare', "àà&Qèç'Cààà&"],
  ])('is proposed with the intended characters, but never used without asking: %s', (_, text) => {
    expect(readDeviceIdentifier(text)).toEqual(repaired)
  })

  it('is not guessed if two pairs of layouts give different addresses', () => {
    expect(readDeviceIdentifier(')).!Q.&(.$C.)).)!')).toEqual({ ok: false, problem: 'not-understood' })
  })

  it('can still be confirmed as a serial number, if it is a valid one', () => {
    expect(readDeviceIdentifier('00/1A/79/4C/00/01', 'serial')).toMatchObject({ ok: true })
  })

  it.each([['001A794C0001'], ['00:1A:79:4C:00:01'], ['00-1A-79-4C-00-01'], ['052018P1234567'], ['YZMAQWZ12345']])(
    'is not assumed in a readable text: %s',
    (text) => {
      expect(readDeviceIdentifier(text)).toMatchObject({ ok: true })
    },
  )

  it.each([
    ['amelie.okonkwo@ex'],
    ['Rue des Lilas 14!'],
    ['\u0416\u0416\u0416\u0416\u0416\u0416\u0416\u0416\u0416\u0416\u0416\u0416'],
  ])('is not proposed for other texts: %s', (text) => {
    expect(readDeviceIdentifier(text)).toEqual({ ok: false, problem: 'not-understood' })
  })
})
