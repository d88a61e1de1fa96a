import { describe, expect, it } from 'vitest'
import { splitCode } from '../../../../../src/renderer/src/features/calibration/learn-scanner.ts'
const split = (text: string, printed = ''): string => {
  const parts = splitCode(text, printed)
  if (parts === undefined) return 'not there'
  const { prefix, aim, code, suffix } = parts
  return [prefix, aim ?? '', code, suffix].join('|')
}

describe('the prefix and suffix of a scan whose printed text is not known', () => {
  it.each([
    ['001A794EB20F', '||001A794EB20F|'],
    ['00:1A:79:4E:B2:0F', '||00:1A:79:4E:B2:0F|'],
    ['~001A794EB20F', '~||001A794EB20F|'],
    ['*082021N071543*', '*||082021N071543|*'],
    ['001A794EB20F#$', '||001A794EB20F|#$'],
    [' 001A794EB20F', ' ||001A794EB20F|'],
    ['\u001D082021N071543', '\u001D||082021N071543|'],
    [']C0082021N071543', '|]C0|082021N071543|'],
    ['~]Q1MAC:001A794EB20F;SN:052018P1234567', '~|]Q1|MAC:001A794EB20F;SN:052018P1234567|'],
    ['(01)04006381333931(21)052018P1234567', '||(01)04006381333931(21)052018P1234567|'],
  ])('are the shortest that leave a box number: %j', (text, parts) => {
    expect(split(text)).toBe(parts)
  })

  it('are empty if the code is of an unknown kind, and never include letters', () => {
    expect(split('~~ hello there ~~')).toBe('||~~ hello there ~~|')
    expect(split('X001A794EB20F')).toBe('||X001A794EB20F|')
  })

  it('are found around an address that another keyboard layout made unreadable', () => {
    expect(splitCode('#00Ö1AÖ79Ö4CÖ00Ö01', '')).toMatchObject({
      prefix: '#',
      code: '00Ö1AÖ79Ö4CÖ00Ö01',
      meant: '00:1A:79:4C:00:01',
    })
  })
})

describe('the prefix and suffix of a scan with its printed text', () => {
  it.each([
    ['X001A794EB20F', '001A794EB20F', 'X||001A794EB20F|'],
    ['X001A794EB20F9', '00:1a:79:4e:b2:0f', 'X||001A794EB20F|9'],
    [']C0*082021N071543*', '082021N071543', ']C0*||082021N071543|*'],
    ['*]C0082021N071543', '082021N071543', '*|]C0|082021N071543|'],
    ['*082021N071543*', '*082021N071543*', '||*082021N071543*|'],
    ['082021N071543', 'S/N 082021N071543', 'not there'],
    ['082021N071543', '082', 'not there'],
    ['082021N071543', '-', 'not there'],
    ['5678901234567890', '5678', 'not there'],
  ])('are the parts of %j that are not in %j', (text, printed, parts) => {
    expect(split(text, printed)).toBe(parts)
  })

  it('are found even if another keyboard layout changed the code', () => {
    expect(splitCode('~STBßN/Z42', 'STB-N&Y42')).toMatchObject({ prefix: '~', code: 'STBßN/Z42', meant: 'STB-N&Y42' })
    expect(splitCode('~STB7N0042913', 'STB7N0042913')?.meant).toBeUndefined()
  })
})
