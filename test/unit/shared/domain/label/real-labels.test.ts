import { describe, expect, it } from 'vitest'
import { readDeviceIdentifier } from '../../../../../src/shared/domain/device-identifier.ts'
import type { LabelCode } from '../../../../../src/shared/domain/label/label.ts'
import { readListedIdentifier } from '../../../../../src/shared/domain/label/read-listed.ts'
import { namesItsValues, sortLabel } from '../../../../../src/shared/domain/label/sort-label.ts'

const [FNC1, RS, EOT] = ['\u001D', '\u001E', '\u0004']
const address = { kind: 'mac', value: '001A79123456' } as const
const serial = (value: string) => ({ kind: 'serial', value })
const sort = (...codes: readonly (string | LabelCode)[]) =>
  sortLabel(
    codes.map((code) => (typeof code === 'string' ? { text: code } : code)),
    { patterns: [], habits: [] },
  )

/** Labels of makers, as scanners, cameras and pasted messages give them. */
describe('a label with several addresses', () => {
  it.each([
    [['eCM MAC: 001A79FFFFFF', 'eSTB MAC: 001A79123456']],
    [['CM MAC:001A79FFFFFF;STB MAC:001A79123456']],
    [['WMAC:001A79FFFFFF', 'EMAC:001A79123456']],
    [['MAC(W): 00:1A:79:FF:FF:FF', 'MAC(E): 00:1A:79:12:34:56']],
    [['WIRELESS_MAC=001A79FFFFFF;MAC=001A79123456']],
    [['BLE MAC:001A79FFFFFF;ROUTER MAC:001A79FFFFFE;MAC:001A79123456']],
    [['BSSID:001A79FFFFFF;MAC:001A79123456']],
    [['WLAN MAC Address: 001A79FFFFFF\nLAN MAC Address: 001A79123456']],
    [['wifi_mac_address=001A79FFFFFF&mac_address=001A79123456']],
    [['MAC ADDRESS (WLAN):001A79FFFFFF;MAC ADDRESS (LAN):001A79123456']],
    [['5G MAC:001A79FFFFFF;MAC:001A79123456']],
    [['2.4GHz MAC:001A79FFFFFF;Wireless LAN MAC:001A79FFFFFE;MAC (WAN):001A79123456']],
    [['PASSWORD:001A79123456', '001A79123456']],
    [['SSID:tv;KEY:001A79123456', '001A79123456', '052013N012345']],
    [['MAC: 00:1A:79:12:34:56 DC: 12V']],
    [['MAC: 00:1A:79:12:34:56 CA: 1234567']],
    [['Cable Modem MAC: 001A79FFFFFF; STB MAC: 001A79123456']],
    [['CM MAC: 001A79FFFFFF STB MAC: 001A79123456']],
    [['CM MAC: 00:1A:79:FF:F2:0F STB MAC: 00:1A:79:12:34:56']],
    [['CM MAC: 001A79FFFFFF', 'Adresse MAC: 001A79123456']],
    [['CM MAC: 001A79FFFFFF', 'Dirección MAC: 001A79123456']],
    [['CM MAC: 001A79FFFFFF', 'Endereço MAC: 001A79123456']],
    [['CM MAC: 001A79FFFFFF', 'S/N: 052013N012345 MAC: 001A79123456']],
    [['S/N: 052013N012345; Mesh MAC: 001A79FFFFFF; MAC: 001A79123456']],
    [['<label><wifi_mac>001A79FFFFFF</wifi_mac><mac>001A79123456</mac></label>']],
    [['MAC', '001A79123456', 'WIFI MAC', '001A79FFFFFF']],
    [['WLAN MAC:001A79FFFFFF', '001A79FFFFFF', '001A79123456']],
    [['CM MAC:001A79123456;MAC:none']],
    [['MAC: 00 : 1A : 79 : 12 : 34 : 56']],
    [['W-LAN MAC: 001A79FFFFFF', 'MAC: 001A79123456']],
    [['Wi\u2011Fi MAC: 001A79FFFFFF', '001A79123456']],
    [['Wi-Fi® MAC: 001A79FFFFFF', 'Bluetooth® MAC: 001A79FFFFFE', '001A79123456']],
    [['WI FI MAC: 001A79FFFFFF', '001A79123456']],
    [['WIFI1 MAC: 001A79FFFFFF;WIFI2 MAC: 001A79FFFFFE', '001A79123456']],
    [['RF4CE MAC: 001A79FFFFFF;P2P MAC: 001A79FFFFFE', '001A79123456']],
    [['{"wifi.mac":"001A79FFFFFF","mac":"001A79123456"}']],
    [['MAC WIFI: 001A79FFFFFF;MAC LAN: 001A79123456']],
    [['MAC BT: 001A79FFFFFF', 'MAC ETH0: 001A79123456']],
    [['MoCA MAC: 001A79FFFFFF', 'ENET MAC: 001A79123456']],
    [['Cable Card MAC: 001A79FFFFFF', 'eSTB MAC: 001A79123456']],
    [['Mesh MAC: 001A79FFFFFF;Thread MAC: 001A79FFFFFE;MAC: 001A79123456']],
    [['MAC1: 001A79123456', 'MAC2: 001A79123457']],
    [['WIFI MAC', '001A79FFFFFF', 'MAC', '001A79123456']],
    [['<sn>052013N012345</sn><mac>001A79123456</mac>']],
    [["{'sn':'052013N012345','mac':'001A79123456'}"]],
    [['https://tv.example/#/add?device_mac=001a79123456&device_sn=052013N012345']],
    [['SN: none', 'MAC Add.: 001A79123456']],
    [['MAC：001A79123456；SN：052013N012345']],
  ])('is identified by that of the box: %j', (codes) => {
    expect(sort(...codes).identifier).toEqual(address)
  })

  it('leaves no other address open if its key is not that of the box', () => {
    expect(sort('CM MAC:001A79FFFFFF;STB MAC:001A79123456').parts).toMatchObject([
      { role: 'rest', by: 'key' },
      { role: 'mac', by: 'key' },
    ])
  })

  it('is identified by that of its modem if it has no other', () => {
    expect(sort('CM MAC: 001A79123456').identifier).toEqual(address)
  })

  it('leaves a second address with the same key to the technician', () => {
    expect(sort('{"wifi":{"mac":"001A79FFFFFF"},"lan":{"mac":"001A79123456"}}').parts).toMatchObject([
      { role: 'mac', by: 'key' },
      { role: 'rest', by: 'grammar' },
    ])
  })
})

describe('the number of a part', () => {
  it.each([
    ['CARD SN: 99999999', '99999999'],
    ['GPON SN: HWTC12345678', 'HWTC12345678'],
  ])('is none of the box either in its bare code: %s', (...codes) => {
    expect(sort(...codes).identifier).toBeUndefined()
  })

  it('is none of the box if its key is a code of its own', () => {
    expect(sort('CA S/N', '8125123456789012').identifier).toBeUndefined()
    // A camera may have seen the codes in another order than the label has them.
    expect(sort('WIFI MAC', '001A79123456', '001A79FFFFFF').identifier).toEqual(address)
    expect(sort('WIFI MAC', '001A79FFFFFF').identifier).toBeUndefined()
    expect(sort('S/N', '052013N012345', 'CA S/N', '812512N345678').parts).toMatchObject([
      { role: 'rest' },
      { text: '052013N012345', role: 'serial', by: 'key', code: 1 },
      { role: 'rest' },
      { text: '812512N345678', role: 'rest', by: 'key', code: 3 },
    ])
  })

  it('is not the address of a name server', () => {
    expect(sort('DNS:8.8.8.8;SN:12345678').identifier).toEqual(serial('12345678'))
  })

  it.each([
    'CA S/N: 8125123456789012',
    'CARD_SERIAL=012345678901',
    'SMARTCARD SN: 012345678901',
    'HDD S/N: WX41A123456',
  ])('is not the serial number of the box: %s', (text) => {
    expect(sort(text).identifier).toBeUndefined()
    expect(sort(text, 'SN: VI1C001234').identifier).toEqual(serial('VI1C001234'))
  })
})

describe('a serial number', () => {
  it.each(['SN:none', 'SN: N/A', 'S/N -', 'S/N: UNKNOWN', 'SN=0000000000', '{"sn":"NULL"}', 'SN: not available'])(
    'is missing from a label that says %s',
    (text) => {
      expect(sort(text).identifier).toBeUndefined()
    },
  )

  it.each([
    '"SN": "052013N012345"',
    "'SN': '052013N012345'",
    '«SN»: «052013N012345»',
    '“SN”: “052013N012345”',
    '„S/N“: „052013N012345“',
    'S/N: ‘052013N012345’',
    'SN：052013N012345',
  ])('is read within its quotes: %s', (text) => {
    expect(sort(text).identifier).toEqual(serial('052013N012345'))
  })
})

describe('a label in another language', () => {
  it.each([
    'Seriennummer: 253123456789',
    'Serien-Nr.: 253123456789',
    'Seri No: 253123456789',
    'Серийный номер: 253123456789',
    '序列号:253123456789',
    'N° de série : 253123456789',
    'No. de serie: 253123456789',
    'Número de série: 253123456789',
    'Nº serie 253123456789',
    'N/S: 253123456789',
    'NS:253123456789',
    'Ser. Nr. 253123456789',
    'DSN: 253123456789',
    'الرقم التسلسلي: 253123456789',
    'SN:253123456789 CAID:8125123456789012',
  ])('names the serial number: %s', (text) => {
    expect(sort(text).identifier).toEqual(serial('253123456789'))
  })

  it.each([
    'Adresse MAC : 00:1A:79:12:34:56',
    'MAC-Adresse 00-1A-79-12-34-56',
    'MAC ADD: 00:1A:79:12:34:56',
    'MAC Address(LAN) 001A79123456',
    'MAC Adresi: 001A79123456',
    'MAC-адрес: 001A79123456',
    'MAC地址:001A79123456',
  ])('names the address: %s', (text) => {
    expect(sort(text).identifier).toEqual(address)
  })
})

describe('a GS1 code', () => {
  const article = '0104820198340018'

  it.each([
    [`${article}21052013N012345`],
    [`${article}1119051221052013N012345`],
    [`[)>${RS}05${FNC1}${article}${FNC1}21052013N012345${RS}${EOT}`],
  ])('is read even if the scanner names no symbology: %j', (text) => {
    expect(sort(text).identifier).toEqual(serial('052013N012345'))
  })

  it.each([
    [{ text: '00038201983400123459', aim: ']C1' }],
    [{ text: `${article}10LOT1234567`, aim: ']C1' }],
    [{ text: '241CUSTOMER1234', aim: ']d2' }],
    [{ text: '250COMPONENT123', aim: ']d2' }],
    // A lost separator: the batch reaches to the end.
    [{ text: `${article}10B721052013N012345` }],
  ])('has no box if it names only a pallet, a batch or a part: %j', (code) => {
    expect(sort(code).identifier).toBeUndefined()
  })

  it('is no GS1 code if its article number has a wrong check digit', () => {
    expect(sort('010482019834001921052013N012345').identifier).toEqual(serial('010482019834001921052013N012345'))
  })
})

describe('an envelope with data identifiers (ISO/IEC 15434)', () => {
  it.each([
    [`[)>${RS}06${FNC1}1PMAG254w1${FNC1}S052013N012345${FNC1}23S001A79123456${RS}${EOT}`, address],
    [`[)>06${FNC1}18VLEHWT${FNC1}1PMAG254w1${FNC1}S21023511251234567890`, serial('21023511251234567890')],
  ])('names model, serial number and address: %j', (text, identifier) => {
    expect(sort(text)).toMatchObject({ identifier, model: 'MAG254w1' })
    expect(namesItsValues(text)).toBe(true)
  })
})

describe('an envelope with two formats', () => {
  it.each([
    [`[)>${RS}05${FNC1}0104006381333931${RS}06${FNC1}S052013N012345${FNC1}23S001A79123456${RS}${EOT}`, address],
    [`[)>${RS}05${FNC1}0104006381333931${RS}06${FNC1}1PMAG254w1${FNC1}S052013N012345`, serial('052013N012345')],
    [`[)>${RS}06${FNC1}1PMAG254w1${RS}05${FNC1}0104006381333931${FNC1}21052013N012345`, serial('052013N012345')],
  ])('is read whole, in any order: %j', (text, identifier) => {
    expect(sort(text).identifier).toEqual(identifier)
  })

  it('ends the serial number at the next format', () => {
    expect(sort(`[)>${RS}06${FNC1}S12345678${RS}05${FNC1}0104006381333931${RS}${EOT}`).identifier).toEqual(
      serial('12345678'),
    )
  })
})

describe('a code with several values and no keys', () => {
  it.each([
    '052013N012345,001A79123456',
    '052013N012345;00:1A:79:12:34:56;MAG524',
    '052013N012345/001A79123456',
    'MAG524|001A79123456',
  ])('is identified by its address: %s', (text) => {
    expect(sort(text).identifier).toEqual(address)
    expect(namesItsValues(text)).toBe(true)
  })

  it.each([
    '001A79123456,001A79123457',
    'https://box.example/001A79123456',
    'WIFI:S:MAG-1;T:WPA;P:001A79123456;;',
    'AB/12/3456',
  ])('is left whole without exactly one address: %s', (text) => {
    expect(sort(text).parts).toHaveLength(1)
    expect(sort(text).identifier?.kind).not.toBe('mac')
  })
})

describe('a typed or pasted address', () => {
  it.each([
    '"00:1A:79:12:34:56"',
    '“00:1A:79:12:34:56”',
    '«001A79123456»',
    '="001A79123456"',
    "'001A79123456",
    '*001A79123456*',
    '00−1A−79−12−34−56',
    '٠٠:1A:٧٩:١٢:٣٤:٥٦',
    '۰۰:1A:۷۹:۱۲:۳۴:۵۶',
    '00_1A_79_12_34_56',
    '00;1A;79;12;34;56',
    '00/Z1A/Z79/Z12/Z34/Z56',
  ])('is read in the notation %s', (text) => {
    expect(readDeviceIdentifier(text)).toMatchObject({ ok: true, identifier: address })
  })

  it.each(['00:1\u0410:79:12:34:56', '00:1\u0391:79:12:34:56', '\u041E\u041E:1A:79:12:34:56'])(
    'with letters of another script that only look right is proposed: %s',
    (text) => {
      expect(readDeviceIdentifier(text)).toMatchObject({ problem: 'mac-letters', proposal: '00:1A:79:12:34:56' })
    },
  )

  it.each([
    ['001A79123456001A79123456', '00:1A:79:12:34:56'],
    ['00:1A:79:12:34:56 00:1A:79:12:34:56', '00:1A:79:12:34:56'],
    ['052013N012345052013N012345', '052013N012345'],
  ])('that was sent twice is proposed once: %s', (text, proposal) => {
    expect(readDeviceIdentifier(text)).toEqual({ ok: false, problem: 'doubled', proposal })
    expect(readDeviceIdentifier(text.replaceAll(/[: ]/g, ''), 'serial')).toMatchObject({ ok: true })
  })

  it.each(['001A79123456001A79123457', '001A79123456/001A79123457'])(
    'is no serial number with another one: %s',
    (text) => {
      expect(readDeviceIdentifier(text)).toMatchObject({ problem: 'mac-length' })
    },
  )

  it.each([
    '192.168.100.200',
    '192:168:100:200',
    '520 123 456 789',
    'www.infomir.example/mag524',
    'qr.infomir.example/1',
    'b2b.example/001A79',
  ])('is not taken from %s', (text) => {
    expect(readDeviceIdentifier(text)).toMatchObject({ problem: 'not-understood' })
  })

  it('after the data identifier of an address gives a warning', () => {
    expect(readDeviceIdentifier('23S001A79123456')).toMatchObject({ ok: true, cautions: ['nearly-mac'] })
  })
})

describe('a cell of a spreadsheet', () => {
  it.each(['="4006381333931"', "'4006381333931", '*4006381333931*'])(
    'is an article number within its signs: %s',
    (text) => {
      expect(readListedIdentifier(text)).toEqual({ ok: false, problem: 'article-number' })
    },
  )

  it.each([
    '1.2E+11',
    '1,20E+11',
    '5E+11',
    '631114032100123.0',
    '631114032100123,00',
    '12/05/2019',
    '12/05/19',
    '2019-05-12',
    '12.05.2019',
    '2019-05-12 00:00:00',
    '#N/A',
    '#REF!',
    '#NAME?',
    '##########',
  ])('that a spreadsheet has changed is named as such: %s', (text) => {
    expect(readListedIdentifier(text)).toEqual({ ok: false, problem: 'spreadsheet' })
  })

  it.each([
    'none',
    '"none"',
    "'none",
    '="0000000000"',
    'NULL',
    'TRUE',
    'Total',
    'unknown',
    'Ninguno',
    'لا',
    '0000',
    '0-0',
  ])('is no box if it is %s', (text) => {
    expect(readListedIdentifier(text).ok).toBe(false)
    expect(readListedIdentifier('none')).toEqual({ ok: false, problem: 'no-number' })
  })

  it.each(['SN NONE', '12-STB-1901', '1234/12/3456', 'AB/12/3456'])('may be the serial number %s', (text) => {
    expect(readListedIdentifier(text)).toMatchObject({ ok: true, identifier: { kind: 'serial' } })
  })
})

describe('a code that is not a key with a value', () => {
  it('is not read as one if a scanner with another layout wrote > for a colon', () => {
    expect(sort('SN>STBZ0042913').identifier).toBeUndefined()
  })
  it('ends its value at a slash if the code is a link without a query', () => {
    expect(sort('https://tv.example/SN:12345678/help').identifier).toEqual(serial('12345678'))
  })
})
