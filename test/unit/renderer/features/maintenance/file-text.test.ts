import { expect, it } from 'vitest'
import { readBase64, sayBytes } from '../../../../../src/renderer/src/features/maintenance/file-text.ts'

it('a file with every byte value is read as base 64, even if it is longer than one call accepts', async () => {
  const bytes = Uint8Array.from({ length: 70_001 }, (_, at) => at % 256)
  expect(await readBase64(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'))
  expect(await readBase64(new Blob([]))).toBe('')
})

it.each([
  [0, '1 kB'],
  [24_576, '25 kB'],
  [3_400_000, '3.4 MB'],
])('a size of %i bytes is shown as %s', (bytes, said) => {
  expect(sayBytes(bytes)).toBe(said)
})
