import { describe, expect, it } from 'vitest'
import { sayReadingProblem, sayUnread, writeBox } from '../../../../../src/renderer/src/features/scan/box-text.ts'
import { readDeviceIdentifier } from '../../../../../src/shared/domain/device-identifier.ts'

const say = (text: string): string | undefined => sayReadingProblem(readDeviceIdentifier(text), text)

describe('the message for a text that names no box', () => {
  it.each([
    ['00:1A:79:4E:B2:0', 'this has 11'],
    ['MAC: 00:1A:79:4E:B2', 'this has 10'],
    ['001A794EB20F1', 'this has 13'],
    ['OO:1A:79:4E:B2:OF', 'contains only 0 to 9 and A to F'],
    ['001A79FFFE4EB20F', 'EUI-64'],
    ['#', 'neither a MAC address nor a serial number'],
    ['', 'Scan the label'],
  ])('for %j says: %s', (text, words) => {
    expect(say(text)).toContain(words)
  })

  it('lists the code points of foreign letters and of invisible characters', () => {
    expect(say('001\u0410\u041279С4ЕВ20F')).toContain('no such code contains: U+0410 U+0412 U+0421 U+0415')
    expect(say('box\u0007no\u0007box!')).toContain('U+0007')
    expect(say('no box!')).not.toContain('U+')
    // A suggestion has its own button, so no code points are listed.
    expect(say('00Ö1AÖ79Ö4CÖ00Ö01')).not.toContain('U+')
  })

  it('gives the length of a text that is not shown completely', () => {
    expect(say('?'.repeat(500))).toContain('It has 500 characters; only the beginning is shown.')
    expect(say('?'.repeat(60))).not.toContain('only the beginning')
  })

  it('does not exist for a text that names a box', () => {
    expect(say('001A794EB20F')).toBeUndefined()
  })
})

describe('the toast for a scan that names no box', () => {
  it('lists the first code points of the scan, and how many more there are', () => {
    expect(sayUnread('box\u0007\u0416')).toMatch(/“box\uFFFDЖ”.* no such code contains: U\+0007 U\+0416$/)
    expect(sayUnread('БДЖИЙ12')).toMatch(/U\+0411 U\+0414 U\+0416 and 2 more$/)
  })

  it('shows the beginning and the length of a long text', () => {
    const said = sayUnread(`https://box.example/${'x'.repeat(480)}`)
    expect(said).toContain('It has 500 characters; only the beginning is shown.')
    expect(said).toContain('“https://box.example/xxxx…”')
    expect(said.length).toBeLessThan(150)
  })
})

describe('a box in a sentence', () => {
  it('is written as on its label, or as it was received', () => {
    expect(writeBox({ raw: '001a794eb20f', asSerial: false })).toBe('00:1A:79:4E:B2:0F')
    expect(writeBox({ raw: '001a794eb20f', asSerial: true })).toBe('001a794eb20f')
    expect(writeBox({ raw: '??', asSerial: false })).toBe('??')
    expect(writeBox({ raw: '?'.repeat(500), asSerial: false })).toHaveLength(61)
  })
})
