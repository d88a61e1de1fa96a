import { describe, expect, it } from 'vitest'
import { boxOfLabel, boxOfPart } from '../../../../../src/renderer/src/features/camera/box-of-label.ts'
import { sortLabel } from '../../../../../src/shared/domain/label/sort-label.ts'

const sort = (...texts: readonly string[]) =>
  sortLabel(
    texts.map((text) => ({ text })),
    { patterns: [], habits: [] },
  )

describe('the box of a label', () => {
  it('is its MAC address, or its serial number where there is none', () => {
    expect(boxOfLabel(sort('STB7N0042913', '00:1A:79:4C:00:01'))).toEqual({
      raw: '00:1A:79:4C:00:01',
      asSerial: false,
    })
    expect(boxOfLabel(sort('STB7N0042913'))).toEqual({ raw: 'STB7N0042913', asSerial: true })
    expect(boxOfLabel(sort('4006381333931'))).toBeUndefined()
  })

  it('can be any other code that may be one, but never an article number', () => {
    const { parts } = sort('001A794C0001', '001A794C0002', 'STB7N0042913', '4006381333931')
    expect(parts.map((part) => boxOfPart(part)?.raw)).toEqual([
      '001A794C0001',
      '001A794C0002',
      'STB7N0042913',
      undefined,
    ])
  })
})
