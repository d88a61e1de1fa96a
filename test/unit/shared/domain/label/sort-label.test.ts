import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LabelCode, LabelKnowledge } from '../../../../../src/shared/domain/label/label.ts'
import { assignRole, describeLabel, keepHabit, sortLabel } from '../../../../../src/shared/domain/label/sort-label.ts'

const nothing: LabelKnowledge = { patterns: [], habits: [] }
const sort = (texts: readonly (string | LabelCode)[], knowledge = nothing) =>
  sortLabel(
    texts.map((text) => (typeof text === 'string' ? { text } : text)),
    knowledge,
  )
const rolesOf = (texts: readonly (string | LabelCode)[], knowledge = nothing) =>
  Object.fromEntries(sort(texts, knowledge).parts.map(({ role, text }) => [text, role]))

describe('a label with several bar codes', () => {
  it('is sorted into MAC address, serial number and article number, in any order of reading', () => {
    const expected = { '001A79AABBCC': 'mac', '052018P1234567': 'serial', '4006381333931': 'ean' }
    expect(rolesOf(['001A79AABBCC', '052018P1234567', '4006381333931'])).toEqual(expected)
    expect(rolesOf(['4006381333931', '052018P1234567', '001A79AABBCC'])).toEqual(expected)
    expect(sort(['4006381333931', '052018P1234567', '001A79AABBCC']).identifier).toEqual({
      kind: 'mac',
      value: '001A79AABBCC',
    })
  })

  it('is identified by its serial number if it has no MAC address', () => {
    expect(sort(['4006381333931', '052018P1234567']).identifier).toEqual({ kind: 'serial', value: '052018P1234567' })
  })

  it('has its twelve digits read as a MAC address only if no other code is the MAC address', () => {
    expect(rolesOf(['036000291452', '001A79AABBCC'])).toEqual({ '036000291452': 'ean', '001A79AABBCC': 'mac' })
    expect(rolesOf(['036000291452'])).toEqual({ '036000291452': 'mac' })
    expect(rolesOf([{ text: '036000291452', aim: ']E0' }])).toEqual({ '036000291452': 'ean' })
  })

  it('has no MAC address if its only address is an EUI-64', () => {
    expect(rolesOf(['00:1A:79:FF:FE:AA:BB:CC'])).toEqual({ '00:1A:79:FF:FE:AA:BB:CC': 'rest' })
    expect(sort(['001A79FFFEAABBCC']).identifier?.kind).not.toBe('mac')
  })

  it('contains a code once even if it was scanned twice', () => {
    expect(sort(['001A79AABBCC', '001A79AABBCC']).parts).toHaveLength(1)
  })

  it('has no identifier if no code has one', () => {
    expect(sort(['4006381333931']).identifier).toBeUndefined()
    expect(sort(['???', '']).identifier).toBeUndefined()
    expect(sort([]).parts).toEqual([])
  })
})

describe('a code with several values', () => {
  it.each([
    ['MAC:001A79AABBCC;SN:052018P1234567;MODEL:MAG520'],
    ['Model: MAG520\nS/N: 052018P1234567\nMAC: 001A79AABBCC'],
    ['{"model":"MAG520","sn":"052018P1234567","mac":"001A79AABBCC"}'],
    ['https://example.org/box?model=MAG520&sn=052018P1234567&mac=001A79AABBCC'],
    ['MODEL NAME=MAG520|SERIAL NUMBER=052018P1234567|WAN MAC=001A79AABBCC'],
  ])('yields every value: %s', (text) => {
    const label = sort([text])
    expect(rolesOf([text])).toEqual({ MAG520: 'model', '052018P1234567': 'serial', '001A79AABBCC': 'mac' })
    expect(label.model).toBe('MAG520')
    expect(label.identifier).toEqual({ kind: 'mac', value: '001A79AABBCC' })
  })

  it('yields the wired MAC address rather than the wireless one', () => {
    const text = 'WIFI MAC:001A79000001;BT MAC:001A79000002;ETH MAC:001A79AABBCC'
    expect(sort([text]).identifier?.value).toBe('001A79AABBCC')
  })

  it('yields no value for a key whose value does not fit', () => {
    expect(rolesOf(['MAC:HELLO;SN:052018P1234567'])).toEqual({ HELLO: 'rest', '052018P1234567': 'serial' })
  })

  it('is split into GS1 elements by their identifiers, in brackets or separated by FNC1', () => {
    const expected = { '04006381333931': 'ean', '052018P1234567': 'serial', MAG520: 'model' }
    expect(rolesOf(['(01)04006381333931(21)052018P1234567(240)MAG520'])).toEqual(expected)
    const plain = '010400638133393121052018P1234567\u001D240MAG520'
    expect(rolesOf([{ text: plain, aim: ']d2' }])).toEqual(expected)
    expect(rolesOf([`\u001D${plain}`])).toEqual(expected)
  })

  it('stays unchanged if its GS1 elements are incomplete', () => {
    expect(sort([{ text: '0104006381', aim: ']d2' }]).parts.map(({ text }) => text)).toEqual(['0104006381'])
  })
})

describe("this computer's knowledge of labels", () => {
  it('includes patterns that give the serial number and the model', () => {
    const knowledge = { ...nothing, patterns: [{ model: 'MAG520', pattern: '######@#######' }] }
    const label = sort(['052018P1234567', 'XY-77123456'], knowledge)
    expect(label.model).toBe('MAG520')
    expect(label.identifier?.value).toBe('052018P1234567')
    expect(label.parts.map(({ role }) => role)).toEqual(['serial', 'rest'])
  })

  it('includes the role that a technician gave to a code of the same form and model', () => {
    const habits = keepHabit([], 'AB-1234-Z', 'MAG520', 'serial')
    const codes = ['MODEL:MAG520', 'QQ12345678', 'CD-9876-X']
    expect(rolesOf(codes)['CD-9876-X']).toBe('rest')
    expect(rolesOf(codes, { ...nothing, habits })['CD-9876-X']).toBe('serial')
    expect(rolesOf(['MODEL:Other', 'QQ12345678', 'CD-9876-X'], { ...nothing, habits })['CD-9876-X']).toBe('rest')
  })

  it('is not applied to a value that does not fit the role', () => {
    const habits = keepHabit([], 'ZZ12345678', '', 'mac')
    expect(rolesOf(['QQ12345678'], { ...nothing, habits })).toEqual({ QQ12345678: 'serial' })
  })

  it('can be overruled by the technician, who assigns another role to a part', () => {
    const { parts } = sort(['001A79AABBCC', '052018P1234567', 'QQ12345678'])
    const said = assignRole(parts, 2, 'serial')
    expect(said.map(({ role }) => role)).toEqual(['mac', 'rest', 'serial'])
    expect(describeLabel(assignRole(said, 0, 'rest')).identifier).toEqual({ kind: 'serial', value: 'QQ12345678' })
  })

  it('includes one role for each model and form of code, and only a limited number of roles', () => {
    const once = keepHabit(keepHabit([], 'AB12', 'M', 'serial'), 'CD34', 'M', 'rest')
    expect(once).toEqual([{ model: 'M', shape: 'AA99', role: 'rest' }])
    const many = Array.from({ length: 300 }, (_, index) => 'A'.repeat(index + 1)).reduce<ReturnType<typeof keepHabit>>(
      (habits, text) => keepHabit(habits, text, `${text.length}`, 'rest'),
      [],
    )
    expect(many).toHaveLength(200)
  })
})

describe('any scan', () => {
  const pieces = oneof(
    string({ unit: 'binary', maxLength: 60 }),
    constantFrom(
      'MAC:',
      'SN=',
      'MODEL ',
      '\u001D',
      '(21)',
      '01',
      ';',
      '\n',
      '"',
      '00:1A:79:AA:BB:CC',
      '4006381333931',
      'http://x/?mac=',
      '%',
    ),
  )
  it('is sorted without an exception, and the result contains only values from the scan', () => {
    assert(
      property(array(array(pieces, { maxLength: 6 }), { maxLength: 5 }), (codes) => {
        const texts = codes.map((parts) => parts.join(''))
        const { parts, identifier } = sort(texts)
        for (const part of parts) expect(occurs(part.text, texts[part.code] ?? '')).toBe(true)
        if (identifier !== undefined) expect(texts.some((text) => occursLoosely(identifier.value, text))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
  it('keeps the signs of a value as they were scanned', () => {
    expect(sort(['MAC:\u0000：']).parts.map(({ text }) => text)).toEqual(['\u0000：'])
  })
})

/** Literally, or decoded as in a URL. */
const occurs = (part: string, text: string): boolean => text.includes(part) || decoded(text).includes(part)
const decoded = (text: string): string =>
  [...(URL.parse(text)?.searchParams ?? [])].map((pair) => pair.join('=')).join('\n')
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
const occursLoosely = (value: string, text: string): boolean =>
  plain(text).includes(plain(value)) || plain(decoded(text)).includes(plain(value))
