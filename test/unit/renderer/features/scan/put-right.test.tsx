import { describe, expect, it } from 'vitest'
import { boxOfCodes } from '../../../../../src/renderer/src/features/scan/box-text.ts'
import { PutRight } from '../../../../../src/renderer/src/features/scan/box-field.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const scanned = (text: string, sent?: string) =>
  boxOfCodes([{ text, ...(sent === undefined ? {} : { sent }) }, { text: 'MODEL: MAG520' }], {
    patterns: [],
    habits: [],
  })
const nothing = (): void => undefined
const words = (box: ReturnType<typeof scanned>): string =>
  renderWithServices(<PutRight box={box} onChange={nothing} />).replaceAll(/<[^>]+>/g, '')

describe('the notice about a box that was sent with another keyboard layout', () => {
  it('shows what was sent', () => {
    expect(words(scanned('00:1A:79:4C:00:01', '00Ö1AÖ79Ö4CÖ00Ö01'))).toBe(
      'The scanner sent “00Ö1AÖ79Ö4CÖ00Ö01”. In its keyboard layout that is 00:1A:79:4C:00:01.',
    )
  })

  it('offers the text as it was sent if that names a box, too', () => {
    expect(words(scanned('STBZ071543', 'STBY071543'))).toContain('Use STBY071543, as scanned')
  })

  it('is empty if nothing was corrected, or if the text has changed since', () => {
    expect(words(scanned('STBZ071543'))).toBe('')
    expect(words({ ...scanned('STBZ071543', 'STBY071543'), raw: 'STBY071543' })).toBe('')
  })
})
