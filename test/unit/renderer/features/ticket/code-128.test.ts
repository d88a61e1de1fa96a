import { BitArray, Code128Reader } from '@zxing/library'
import { describe, expect, it } from 'vitest'
import { drawCode128 } from '../../../../../src/renderer/src/features/ticket/bar-strip.tsx'

/** Reads the drawn bars as a scanner does: one row of light and dark modules. */
function read(text: string): string | undefined {
  const code = drawCode128(text)
  if (code === undefined) return undefined
  const row = new BitArray(code.width)
  for (const { at, width } of code.bars) for (let module = 0; module < width; module += 1) row.set(at + module)
  return new Code128Reader().decodeRow(0, row).getText()
}

const printable = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')

describe('a bar code on screen', () => {
  it.each(['001A7921C0D4', 'SN-2024/000 17', printable.slice(0, 48), printable.slice(48)])(
    'can be read back if it contains %s',
    (text) => {
      expect(read(text)).toBe(text)
    },
  )

  it('is not drawn for a text that it cannot contain', () => {
    expect(drawCode128('')).toBeUndefined()
    expect(drawCode128('Größe')).toBeUndefined()
  })
})
