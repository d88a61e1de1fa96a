import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatMac,
  identifierKey,
  identifierOnWire,
  mayNameDevice,
  namesDevice,
  readDeviceIdentifier,
  strayLetters,
  type DeviceIdentifier,
} from '../../../../src/shared/domain/device-identifier.ts'
import { deviceIdentifierSchema } from '../../../../src/shared/domain/device-identifier-schema.ts'
import { readListedIdentifier } from '../../../../src/shared/domain/label/read-listed.ts'

const mac = (value: string): DeviceIdentifier => ({ kind: 'mac', value })
const serial = (value: string): DeviceIdentifier => ({ kind: 'serial', value })

describe('a MAC address', () => {
  it.each([
    '00:1A:79:4E:B2:0F',
    '00:1a:79:4e:b2:0f',
    '00-1A-79-4E-B2-0F',
    '001A.794E.B20F',
    '00 1A 79 4E B2 0F',
    '001A794EB20F',
    '  001a794eb20f\r\n',
    'MAC: 00:1A:79:4E:B2:0F',
    'MAC:001A794EB20F',
    'MAC001A794EB20F',
    'Mac Address 00-1A-79-4E-B2-0F',
    'ETH MAC: 001A794EB20F',
    'LAN MAC ID=001A794EB20F',
    'Wi-Fi MAC 00:1A:79:4E:B2:0F',
  ])('is read in the notation %j', (text) => {
    expect(readDeviceIdentifier(text)).toEqual({ ok: true, identifier: mac('001A794EB20F'), cautions: [] })
  })

  it('is read with invisible characters and with typographic colons and hyphens', () => {
    expect(readDeviceIdentifier('\u0002\u200b001A794EB20F\u0003')).toMatchObject({ identifier: mac('001A794EB20F') })
    expect(readDeviceIdentifier('00：1A：79：4E：B2：0F')).toMatchObject({ identifier: mac('001A794EB20F') })
    expect(readDeviceIdentifier('00–1A–79–4E–B2–0F')).toMatchObject({ identifier: mac('001A794EB20F') })
  })

  it.each([
    ['00:1A:79:4E:B2:0', 'mac-length'],
    ['00:1A:79:4E:B2', 'mac-length'],
    ['001A794EB20', 'mac-length'],
    ['001A794EB20F1', 'mac-length'],
    ['MAC: 001A79', 'mac-length'],
    ['00:1A:79:FF:FE:4E:B2:0F', 'eui-64'],
    ['001A79FFFE4EB20F', 'eui-64'],
    ['00:1G:79:4E:B2:0F', 'mac-letters'],
    ['MAC: N0715', 'mac-letters'],
    ['', 'empty'],
    [' \u200b ', 'empty'],
    ['###', 'not-understood'],
    ['AB1', 'not-understood'],
    ['https://box.example/?mac=1', 'not-understood'],
  ])('is not read from %j, with the reason %s', (text, problem) => {
    expect(readDeviceIdentifier(text)).toMatchObject({ ok: false, problem })
  })

  it('with letters that look like digits is proposed with digits, but not corrected automatically', () => {
    expect(readDeviceIdentifier('OO:1A:79:4E:B2:OF')).toEqual({
      ok: false,
      problem: 'mac-letters',
      proposal: '00:1A:79:4E:B2:0F',
    })
    expect(readDeviceIdentifier('OOIA794EB2OF')).toMatchObject({ proposal: '00:1A:79:4E:B2:0F' })
    expect(readDeviceIdentifier('001A794EBS0L')).toMatchObject({ proposal: '00:1A:79:4E:B5:01' })
  })

  it('is not proposed for a Q, which may be an A of a French keyboard', () => {
    for (const text of ['001q79c2d3e4', 'QO1A79C2D3E4'])
      expect(readDeviceIdentifier(text)).toEqual({ ok: false, problem: 'mac-letters' })
  })

  it('gives a warning if it cannot belong to a single box, or if it is locally administered', () => {
    expect(readDeviceIdentifier('FF:FF:FF:FF:FF:FF')).toMatchObject({ ok: true, cautions: ['broadcast'] })
    expect(readDeviceIdentifier('00:00:00:00:00:00')).toMatchObject({ ok: true, cautions: ['all-zero'] })
    expect(readDeviceIdentifier('01:00:5E:00:00:FB')).toMatchObject({ ok: true, cautions: ['multicast'] })
    expect(readDeviceIdentifier('02:1A:79:4E:B2:0F')).toMatchObject({ ok: true, cautions: ['locally-administered'] })
  })

  it('of twelve digits gives a warning that it may be another number, unless the label says MAC', () => {
    expect(readDeviceIdentifier('082021071543')).toMatchObject({
      identifier: mac('082021071543'),
      cautions: ['digits-only'],
    })
    expect(readDeviceIdentifier('MAC 082021071543')).toMatchObject({ cautions: [] })
    for (const pairs of ['08:20:21:07:15:42', '08-20-21-07-15-42', '08 20 21 07 15 42', '0820.2107.1542'])
      expect(readDeviceIdentifier(pairs)).toMatchObject({ cautions: [] })
    for (const printed of ['8 85909 95018 5', '0034 5678 9012', '0034-5678-9012', '08.2021.071543'])
      expect(readDeviceIdentifier(printed)).toMatchObject({ ok: true, cautions: ['digits-only'] })
  })

  it('is read back after it was written in any format', () => {
    const digits = fc.stringMatching(/^[0-9A-F]{12}$/)
    fc.assert(
      fc.property(digits, fc.constantFrom('colon' as const, 'hyphen' as const, 'bare' as const), (value, format) => {
        expect(readDeviceIdentifier(formatMac(value, format))).toMatchObject({ ok: true, identifier: mac(value) })
      }),
    )
  })
})

describe('a serial number', () => {
  it.each([
    '001A79ABCDEG',
    '001a79abcdeg',
    '001A7920ZZ11',
    'G01A79ABCDEZ',
    '001A79ABC',
    '001A79ABCD',
    '001A79ABCDEF01',
  ])('gives a warning if it is nearly a MAC address (%j), unless it is confirmed as a serial number', (text) => {
    expect(readDeviceIdentifier(text)).toEqual({ ok: true, identifier: serial(text), cautions: ['nearly-mac'] })
    expect(readDeviceIdentifier(text, 'serial')).toMatchObject({ ok: true, cautions: [] })
  })

  it.each([
    'STB1G2345678',
    'HK1234567890',
    '001A7920ZZZ1',
    '12345678901G5',
    '0820217154',
    'ABCDEFABCD',
    'HUMAX001A79A',
  ])('gives no warning for %j', (text) => {
    expect(readDeviceIdentifier(text)).toMatchObject({ ok: true, cautions: [] })
  })

  it.each([
    ['082021N071543', '082021N071543'],
    ['S/N 082021N071543', '082021N071543'],
    ['S/N:082021N071543', '082021N071543'],
    ['Serial No. 082021N071543', '082021N071543'],
    ['serial number: ab-12_34/5', 'ab-12_34/5'],
    ['SN12345', 'SN12345'],
    ['SN-12345', 'SN-12345'],
    ['MACHINE7', 'MACHINE7'],
    ['4006381333931', '4006381333931'],
  ])('is read from %j', (text, value) => {
    expect(readDeviceIdentifier(text)).toEqual({ ok: true, identifier: serial(value), cautions: [] })
  })

  it('is accepted from a doubtful text if it is confirmed', () => {
    for (const text of ['001A794EB20', 'OO1A794EB2OF', '082021071543', '12-34-56'])
      expect(readDeviceIdentifier(text, 'serial')).toEqual({ ok: true, identifier: serial(text), cautions: [] })
  })

  it('is not accepted if it has characters or a length that the platform does not accept', () => {
    expect(readDeviceIdentifier('00:1A:79', 'serial')).toMatchObject({ problem: 'not-understood' })
    expect(readDeviceIdentifier('two words', 'serial')).toMatchObject({ problem: 'not-understood' })
    expect(readDeviceIdentifier('x'.repeat(41), 'serial')).toMatchObject({ problem: 'not-understood' })
  })

  it('is read from any text without an exception, and only as a valid identifier', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.boolean(), (text, asSerial) => {
        const reading = readDeviceIdentifier(text, asSerial ? 'serial' : undefined)
        expect(!reading.ok || deviceIdentifierSchema.safeParse(reading.identifier).success).toBe(true)
      }),
    )
  })
})

describe('a box in a list', () => {
  it.each([
    ['001A7920ZZ11', 'Z'],
    ['001a79abcdeg', 'G'],
    ['0G1A79ABCDEZ', 'G, Z'],
  ])('is not read from %j, and the letters that no MAC address has are listed', (text, letters) => {
    expect(readListedIdentifier(text)).toEqual({ ok: false, problem: 'nearly-mac' })
    expect(strayLetters(text)).toBe(letters)
  })

  it('is accepted if it is labelled or known as a serial number', () => {
    expect(readListedIdentifier('SN 001A7920ZZ11')).toMatchObject({ ok: true, identifier: serial('001A7920ZZ11') })
    const patterns = [
      { model: 'MAG520', pattern: '######@@##' },
      { model: 'X', pattern: '###@####@@##' },
    ]
    expect(readListedIdentifier('001A7920ZZ11', patterns)).toMatchObject({ ok: true })
  })

  it('is rejected as an article number, unless it is labelled as a serial number or is an address of digits', () => {
    expect(readListedIdentifier('4006381333931')).toEqual({ ok: false, problem: 'article-number' })
    expect(readListedIdentifier('SN 4006381333931')).toMatchObject({ ok: true })
    expect(readListedIdentifier('036000291452')).toMatchObject({ ok: true, identifier: { kind: 'mac' } })
  })

  it.each(['001A794EB20F', '001A79ABCD', 'STB1G2345678', '082021N071543', '001A794EB20'])(
    'is read from %j in the same way as outside a list',
    (text) => {
      expect(readListedIdentifier(text)).toEqual(readDeviceIdentifier(text))
    },
  )
})

describe('a device identifier', () => {
  it("is sent in the connection's format, but a serial number is sent as it was read", () => {
    expect(identifierOnWire(mac('001A794EB20F'), 'colon')).toBe('00:1A:79:4E:B2:0F')
    expect(identifierOnWire(mac('001A794EB20F'), 'hyphen')).toBe('00-1A-79-4E-B2-0F')
    expect(identifierOnWire(mac('001A794EB20F'), 'bare')).toBe('001A794EB20F')
    expect(identifierOnWire(serial('ab12/3'), 'colon')).toBe('ab12/3')
  })

  it('has one key for all its notations, and another for a serial number with the same digits', () => {
    expect(identifierKey(serial('ab12'))).toBe(identifierKey(serial('AB12')))
    expect(identifierKey(mac('082021071543'))).not.toBe(identifierKey(serial('082021071543')))
  })

  it('is recognized in every notation of the platform', () => {
    for (const text of ['00:1a:79:4e:b2:0f', '001A794EB20F', '00-1A-79-4E-B2-0F ', 'MAC: 001a.794e.b20f'])
      expect(namesDevice(text, mac('001A794EB20F'))).toBe(true)
    expect(namesDevice('00:1A:79:4E:B2:0E', mac('001A794EB20F'))).toBe(false)
    expect(namesDevice(' ab12 ', serial('AB12'))).toBe(true)
    expect(namesDevice('ab123', serial('AB12'))).toBe(false)
    for (const text of ['0:1a:79:4e:b2:f', '0x001A794EB20F', '００：１Ａ：７９：４Ｅ：Ｂ２：０Ｆ'])
      expect(namesDevice(text, mac('001A794EB20F'))).toBe(true)
    expect(namesDevice('S/N: ab12', serial('AB12'))).toBe(true)
    for (const text of ['001A79FFFE4EB20F', '00-1a-79-ff-fe-4e-b2-0f', '113704350223', ' 0113704350223 '])
      expect(namesDevice(text, mac('001A794EB20F'))).toBe(true)
    expect(namesDevice('5', mac('000000000005'))).toBe(false)
    expect(namesDevice('113704350223', serial('001A794EB20F'))).toBe(false)
  })

  it.each([
    ['KL001A794EB20F', mac('001A794EB20F')],
    ['00:1A:79:4E:B2:0F (Ethernet)', mac('001A794EB20F')],
    ['00%3A1A%3A79%3A4E%3AB2%3A0F', mac('001A794EB20F')],
    ['00:1A:79:**:**:0F', mac('001A794EB20F')],
    ['*01A794EB2*', mac('001A794EB20F')],
    ['02:1A:79:FF:FE:4E:B2:0F', mac('001A794EB20F')],
    ['12345678', serial('KL12345678')],
    ['KL12345678-01', serial('KL12345678')],
  ])('may be meant by %s, which does not name it', (text, box) => {
    expect([namesDevice(text, box), mayNameDevice(text, box)]).toEqual([false, true])
  })

  it.each([
    ['0:1a:79:4e:b2:e', mac('001A794EB20F')],
    ['00:1A:79:4E:B2:0E', mac('001A794EB20F')],
    ['KL12345679', serial('KL12345678')],
    ['113704350222', mac('001A794EB20F')],
    ['001A79FFFE4EB20E', mac('001A794EB20F')],
    ['5678', serial('KL12345678')],
  ])('is not meant by %s', (text, box) => {
    expect([namesDevice(text, box), mayNameDevice(text, box)]).toEqual([false, false])
  })

  it('cannot be a serial number with a colon, because that is an incomplete MAC address', () => {
    expect(deviceIdentifierSchema.safeParse(serial('00:1A:79')).success).toBe(false)
    expect(deviceIdentifierSchema.safeParse(serial('AB12')).success).toBe(true)
  })
})
