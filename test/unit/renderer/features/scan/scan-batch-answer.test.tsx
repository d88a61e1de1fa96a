import { describe, expect, it } from 'vitest'
import { boxOfCodes, type BoxText } from '../../../../../src/renderer/src/features/scan/box-text.ts'
import {
  readScanBatchScan,
  ScanBatchAnswer,
  scanBatchBox,
  type ScanBatchScan,
  type ScanBatchScans,
  type ScanBatchWord,
} from '../../../../../src/renderer/src/features/scan/scan-batch-answer.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const label = (...texts: readonly string[]) =>
  boxOfCodes(
    texts.map((text) => ({ text })),
    { patterns: [], habits: [] },
  )

const boxIn = (box: BoxText) => scanBatchBox(readScanBatchScan(box))
const rawOf = (texts: readonly ScanBatchScan[] = []) => texts.map(({ box }) => box.raw)

describe('a label for a scan batch', () => {
  it('counts as one box with its address, whatever else is on it', () => {
    expect(boxIn(label('4006381333931', 'STB7N0042913', '001A794EB20F', 'MODEL: MAG520'))).toEqual({
      identifier: { kind: 'mac', value: '001A794EB20F' },
      line: '001A794EB20F',
      others: [],
    })
  })

  it('raises a question if several of its codes may be a box and the label does not say what each code is', () => {
    expect(rawOf(boxIn(label('001A794EB20F', '001A794EB210'))?.others)).toEqual(['001A794EB210'])
    expect(rawOf(boxIn(label('STB7N0042913', 'STB7N0042914'))?.others)).toEqual(['STB7N0042914'])
    expect(rawOf(boxIn(label('MAC:001A794EB20F;WIFI MAC:001A794EB210'))?.others)).toEqual([])
    expect(rawOf(boxIn(label('MAC:001A794EB20F', 'MAC:001A794EB210'))?.others)).toEqual(['001A794EB210'])
    expect(rawOf(boxIn(label('MAC:001A794EB20F;MAC:001A794EB210;MAC:001A794EB211'))?.others)).toEqual([
      '001A794EB210',
      '001A794EB211',
    ])
    expect(rawOf(boxIn(label('001A794EB20F', 'MAC:00:1A:79:4E:B2:0F'))?.others)).toEqual([])
  })

  it('counts as no box if codes of different forms may be its serial number', () => {
    expect(boxIn(label('MAG254w1', '052013N012345'))).toBeUndefined()
    expect(boxIn(label('CARD SN:99999999', '99999999', 'MAG254w1'))).toBeUndefined()
    expect(boxIn(label('MAG254w1', '052013N012345', '036000291452'))).toBeUndefined()
    expect(boxIn(label('MAG254w1', '052013N012345', '001A794EB20F'))?.line).toBe('001A794EB20F')
    expect(boxIn(label('MAG254w1', 'SN:052013N012345'))?.line).toBe('052013N012345')
    expect(boxIn(label('4006381333931', '052013N012345'))?.line).toBe('052013N012345')
    expect(boxIn(label('EAN: 12345678', '052013N012345'))?.line).toBe('052013N012345')
  })

  it('is written to the list with SN if its serial number looks like an address', () => {
    const box = boxIn(label('SN:001A79AABBCC'))
    expect(box).toMatchObject({ identifier: { kind: 'serial', value: '001A79AABBCC' }, line: 'SN 001A79AABBCC' })
    expect(boxIn({ raw: box?.line ?? '', asSerial: false })?.identifier).toEqual(box?.identifier)
  })

  it('is written to the list with SN if its declared serial number is almost an address', () => {
    expect(boxIn(label('SN:001A7920ZZ11'))?.line).toBe('SN 001A7920ZZ11')
    expect(boxIn({ raw: '001A7920ZZ11', asSerial: true })?.line).toBe('SN 001A7920ZZ11')
  })

  it.each(['4006381333931', '036000291452', '001A7920ZZ11', 'https://box.example/start', '001A794EB20'])(
    'counts as no box if it has only %s',
    (text) => {
      expect(boxIn(label(text))).toBeUndefined()
    },
  )
})

const nothing = (): void => undefined
const answerTo = (
  { kind, box }: Pick<ScanBatchWord, 'kind' | 'box'>,
  others: readonly string[] = [],
  hasRows = false,
): string => {
  const read = others.map((raw) => readScanBatchScan(typed(raw)))
  const scans: ScanBatchScans = {
    word: { kind, ...readScanBatchScan(box) },
    others: read,
    noteSaved: nothing,
    put: nothing,
    takeOthers: nothing,
    leaveOthers: nothing,
  }
  return renderWithServices(<ScanBatchAnswer scans={scans} hasRows={hasRows} />)
}
const typed = (raw: string) => ({ raw, asSerial: false })

describe('the answer to a scan for a scan batch', () => {
  it('says whether the box is new or repeated', () => {
    expect(answerTo({ kind: 'new', box: typed('001a794eb20f') })).toContain('New: 00:1A:79:4E:B2:0F')
    expect(answerTo({ kind: 'repeated', box: typed('001a794eb20f') })).toContain('Already in the batch: 00:1A:79')
  })

  it('does not repeat a new box that is shown in its own row', () => {
    expect(answerTo({ kind: 'new', box: typed('001A794EB20F') }, [], true)).not.toContain('New')
  })

  it('warns of an address that no box has', () => {
    expect(answerTo({ kind: 'new', box: typed('FFFFFFFFFFFF') })).toContain('No box has this address')
  })

  it('shows control characters, another alphabet and the length of a text that was not understood', () => {
    expect(answerTo({ kind: 'not-understood', box: typed('box\u0007\u0416') })).toContain('U+0007 U+0416')
    expect(answerTo({ kind: 'not-understood', box: typed('?'.repeat(500)) })).toContain('It has 500 characters')
    expect(answerTo({ kind: 'not-understood', box: typed('БДЖИЙКЛМНПРСТУ') })).toMatch(/U\+0420 U\+0421 and 2 more/)
  })

  it('says what is wrong with an almost valid box, and suggests what it may mean', () => {
    expect(answerTo({ kind: 'not-understood', box: typed('001A794EB20') })).toContain('this has 11')
    const long = answerTo({ kind: 'not-understood', box: typed('0A:'.repeat(160)) })
    expect(long).toContain(`${'0A:'.repeat(20)}…`)
    expect(long).toContain('It has 480 characters')
    expect(long).not.toContain('0A:'.repeat(21))
    expect(answerTo({ kind: 'not-understood', box: typed('00Ö1AÖ79Ö4CÖ00Ö01') })).toContain('Use 00:1A:79:4C:00:01')
  })

  it('names the letters that no address has, and offers to use the text as a serial number', () => {
    const words = answerTo({ kind: 'not-understood', box: label('001A7920ZZ11') })
    expect(words).toContain('no MAC address contains Z')
    expect(words).toContain('It is a serial number')
  })

  it('asks the technician what an article number is', () => {
    expect(answerTo({ kind: 'not-understood', box: label('4006381333931') })).toContain('What the label says')
    const long = answerTo({ kind: 'not-understood', box: label('4006381333931', '?'.repeat(500)) })
    expect(long).toContain('?'.repeat(30))
    expect(long).not.toContain('?'.repeat(31))
  })

  it('asks about other boxes that were read in the same scan', () => {
    const words = answerTo({ kind: 'new', box: typed('001A794EB20F') }, ['001A794EB210', '001A794EB211'])
    expect(words).toContain('2 more were read in the same scan. Are they other boxes?')
    expect(words).toContain('Add these 2 too')
  })
})
