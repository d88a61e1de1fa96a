import { describe, expect, it } from 'vitest'
import { ZXING_WASM_SHA256 } from 'zxing-wasm/reader'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { codeFormats, readCode } from '../../../../../../src/renderer/src/features/scan/camera/read-code.ts'
import { sortLabel } from '../../../../../../src/shared/domain/label/sort-label.ts'

const none = { patterns: [], habits: [] }

describe('a code read by the camera', () => {
  it('has the AIM identifier that a scanner would send, so that an article number is recognized', () => {
    expect(codeFormats.map((format) => readCode(format, 'X').aim)).not.toContain(undefined)
    expect(sortLabel([readCode('UPCA', '036000291452')], none).parts[0]?.role).toBe('ean')
  })

  it('is split if it has GS1 syntax, and its article number does not become a serial number', () => {
    const { parts, identifier } = sortLabel([readCode('DataMatrix', '010400638133393121STB7N0042913')], none)
    expect(parts.map(({ role, text }) => [role, text])).toEqual([
      ['ean', '04006381333931'],
      ['serial', 'STB7N0042913'],
    ])
    expect(identifier).toEqual({ kind: 'serial', value: 'STB7N0042913' })
  })

  it('is not a GS1 code if the check digit is wrong, or if this kind of code cannot be GS1', () => {
    expect(readCode('DataMatrix', '010400638133393221STB7N0042913').aim).toBe(']d1')
    expect(readCode('Code39', '010400638133393121STB7N0042913').aim).toBe(']A0')
  })

  it('is certain only if it has its own check digit', () => {
    expect(codeFormats.filter((format) => !readCode(format, 'X').sure)).toEqual(['Code39', 'ITF'])
  })

  it('is read by exactly the WebAssembly program that the reader was built for', () => {
    const program = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
    expect(createHash('sha256').update(program).digest('hex')).toBe(ZXING_WASM_SHA256)
  })
})
