import { describe, expect, it } from 'vitest'
import { proposeSerial } from '../../../../../src/shared/domain/label/label.ts'

const patterns = [{ model: 'MAG520', pattern: '######B#######' }]

describe('a serial number with confused characters', () => {
  it.each([
    ['05201881234567', '052018B1234567'],
    ['OS2018B1234567', '052018B1234567'],
    ['052018B12345B7', '052018B1234587'],
  ])('is proposed as the pattern requires: %s', (text, proposal) => {
    expect(proposeSerial(text, patterns)).toBe(proposal)
  })

  it('is not proposed if it matches a pattern already, is too different, or two patterns disagree', () => {
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
