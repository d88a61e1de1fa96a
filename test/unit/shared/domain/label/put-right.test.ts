import { describe, expect, it } from 'vitest'
import { readDeviceIdentifier } from '../../../../../src/shared/domain/device-identifier.ts'
import { learntScannerSchema } from '../../../../../src/shared/domain/scanner.ts'
import { putRight } from '../../../../../src/shared/domain/label/sort-label.ts'

const german = { computer: 'german', scanner: 'us' } as const
const french = { computer: 'french', scanner: 'us' } as const

describe('a code from a scanner with a known keyboard layout', () => {
  it.each([
    ['an address with colons', '00Ö1AÖ79Ö4CÖ00Ö01', german, '00:1A:79:4C:00:01'],
    ['a serial number that reads as a different one', 'STBY071543', german, 'STBZ071543'],
    ['a serial number on a French keyboard', 'STBèNàà\'é(&"', french, 'STB7N0042513'],
    ['an address, with Caps Lock', '00m1qm79m4cm00m01', french, '00:1A:79:4C:00:01'],
    ['values with keys', 'MACÖ001A794EB20FöSNÖSTB7N0042913', german, 'MAC:001A794EB20F;SN:STB7N0042913'],
    [
      'values of a GS1 code',
      ')01=04006381333931)21=STB7N0042913\u001D240MAG520',
      german,
      '(01)04006381333931(21)STB7N0042913\u001D240MAG520',
    ],
  ])('is converted to the characters of the label: %s', (_, sent, pair, meant) => {
    expect(putRight(sent, [pair])).toBe(meant)
  })

  it('is converted even if the code alone would allow two addresses', () => {
    const sent = ')).!Q.&(.$C.)).)!'
    expect(readDeviceIdentifier(sent)).toEqual({ ok: false, problem: 'not-understood' })
    expect(putRight(sent, [{ computer: 'us', scanner: 'french' }])).toBe('00:1A:79:4C:00:01')
    expect(putRight(sent, [{ computer: 'german', scanner: 'french' }])).toBe('99:1A:68:4C:99:91')
  })

  it('stays unchanged if it is an address, if it is the same in both layouts, or if no layout is known', () => {
    expect(putRight('00:1A:79:4C:00:01', [german])).toBeUndefined()
    expect(putRight('AABBCCDDEEFF', [french])).toBeUndefined()
    expect(putRight('082021N071543', [german])).toBeUndefined()
    expect(putRight('00Ö1AÖ79Ö4CÖ00Ö01', [])).toBeUndefined()
    expect(putRight('?!', [german])).toBeUndefined()
  })

  it('stays unchanged if the possible layouts disagree', () => {
    const either = [german, { computer: 'german', scanner: 'italian' } as const]
    expect(putRight('STBY071543', either)).toBe('STBZ071543')
    expect(putRight('STBY071543', [german, { computer: 'spanish', scanner: 'us' }])).toBeUndefined()
  })
})

describe('the result of a scanner test from an older version', () => {
  it('is still valid, without hold times of keys and without layouts', () => {
    expect(learntScannerSchema.parse({ end: 'Enter', shortestGap: 2, longestGap: 9 })).toEqual({
      end: 'Enter',
      shortestGap: 2,
      longestGap: 9,
      longestHold: null,
      layouts: [],
    })
  })
})
