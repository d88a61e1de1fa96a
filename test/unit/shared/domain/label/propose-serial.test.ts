import { describe, expect, it } from 'vitest'
import { proposeSerial } from '../../../../../src/shared/domain/label/propose-serial.ts'

const patterns = [{ model: 'MAG520', pattern: '######B#######' }]

describe('a serial number that misses a pattern by slips of the eye', () => {
  it.each([
    ['05201881234567', '052018B1234567'],
    ['OS2018B1234567', '052018B1234567'],
    ['052018B12345B7', '052018B1234587'],
  ])('is proposed: %s', (text, proposal) => {
    expect(proposeSerial(text, patterns)).toBe(proposal)
  })

  it('is not where it follows a pattern, is nothing alike, or two patterns would have it otherwise', () => {
    expect(proposeSerial('052018B1234567', patterns)).toBeUndefined()
    expect(proposeSerial('052018X1234567', patterns)).toBeUndefined()
    expect(proposeSerial('0520', patterns)).toBeUndefined()
    const two = [
      { model: 'A', pattern: 'B###' },
      { model: 'C', pattern: '@I##' },
    ]
    expect(proposeSerial('8123', two)).toBeUndefined()
    expect(proposeSerial('8123', two.slice(0, 1))).toBe('B123')
  })
})
