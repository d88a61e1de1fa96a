import { describe, expect, it } from 'vitest'
import { canReplaceBox, judgeScan } from '../../../../../../src/renderer/src/features/activation/draft/stored-draft.ts'
import { boxOfCodes } from '../../../../../../src/renderer/src/features/scan/box-text.ts'
import type { Draft } from '../../../../../../src/shared/domain/activation.ts'

type Open = Pick<Draft, 'withoutBox' | 'box' | 'correcting'>
const [mac, otherMac, ean, upc, serial] = [
  '001A794EB20F',
  '001A79AABBCC',
  '4006381333931',
  '036000291452',
  'STB7N0042913',
]
const scanned = (...codes: readonly string[]) =>
  boxOfCodes(
    codes.map((text) => ({ text })),
    { patterns: [], habits: [] },
  )
const draft = (raw: string): Open => ({
  box: { raw, asSerial: false, model: '' },
})

describe('a scan for a draft with a box', () => {
  it.each([
    ['of another address replaces the box', mac, [otherMac], 'take'],
    ['of its own box in another notation changes nothing', '00:1a:79:4e:b2:0f', [mac], 'same'],
    ['of an EAN is ignored', mac, [ean], 'leave'],
    ['of a UPC-A is ignored', mac, [upc], 'leave'],
    ['of a UPC-A with the blanks that are printed is ignored', mac, ['0 36000 29145 2'], 'leave'],
    ['of an EAN is ignored also if the box is a serial number', serial, [ean], 'leave'],
    ['of a model is ignored', mac, ['MODEL: MAG520'], 'leave'],
    ['of a text that only looks like a serial number raises a question', mac, ['MAG520W3'], 'ask'],
    ['of a serial number that the label names as such replaces the box', mac, ['SN: STB7N0042913'], 'take'],
    ['of a serial number replaces another serial number', serial, ['STB7N0099999'], 'take'],
    ['of a label with an address and an article number uses the address', mac, [ean, otherMac], 'take'],
    ['of an address with letters in place of digits raises a question', mac, ['OO1A79AABBCC'], 'ask'],
  ] as const)('%s', (_, raw, codes, meaning) => {
    expect(judgeScan(draft(raw), scanned(...codes), 'form')).toBe(meaning)
  })

  it('of another box raises a question if the draft is complete, or if another screen is open', () => {
    for (const code of [otherMac, ean, upc, serial, 'MAG520W3', 'what is this'])
      expect(judgeScan(draft(mac), scanned(code), 'ready-form')).toBe('ask')
    expect(judgeScan(draft(mac), scanned(mac), 'ready-form')).toBe('same')
    for (const code of [otherMac, ean]) expect(judgeScan(draft(mac), scanned(code), 'elsewhere')).toBe('ask')
    expect(judgeScan(draft(mac), scanned(mac), 'elsewhere')).toBe('same')
  })
})

describe('a scan for a draft without a box', () => {
  it('fills in an address or a serial number, and shows a label that names no box', () => {
    for (const from of ['form', 'elsewhere'] as const) {
      expect(judgeScan(draft(''), scanned(mac), from)).toBe('take')
      expect(judgeScan(draft('no box at all'), scanned(serial), from)).toBe('take')
      expect(judgeScan(draft(''), scanned(ean), from)).toBe('unnamed')
      expect(judgeScan(draft(''), scanned(upc), from)).toBe('unnamed')
    }
  })

  it('raises a question if the customer is to have no box and the draft is complete or not on screen', () => {
    const alone = { ...draft(''), withoutBox: true }
    expect(judgeScan(alone, scanned(mac), 'form')).toBe('take')
    expect(judgeScan(alone, scanned(ean), 'form')).toBe('leave')
    expect(judgeScan(alone, scanned(mac), 'elsewhere')).toBe('ask')
    expect(judgeScan(alone, scanned(mac), 'ready-form')).toBe('ask')
    // The customer of a correction has none already.
    expect(judgeScan({ ...alone, correcting: 'job-1' }, scanned(mac), 'form')).toBe('ask')
    // A box that was typed before does not count for a customer without a box.
    expect(judgeScan({ ...alone, box: draft(mac).box }, scanned(mac), 'ready-form')).toBe('ask')
  })
})

it('a scan can replace the box of a draft if it names a box, or can be corrected to name one', () => {
  expect([mac, serial, 'OO1A79AABBCC', ean, upc, 'MODEL: MAG520'].map((code) => canReplaceBox(scanned(code)))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

it('an article number is accepted if the technician says that it is a serial number', () => {
  expect(judgeScan(draft(''), { ...scanned(ean), asSerial: true }, 'form')).toBe('take')
})
