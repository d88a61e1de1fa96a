import { expect, it } from 'vitest'
import { readBase64, sayBytes } from '../../../../../src/renderer/src/features/maintenance/file-text.ts'

it('reads a file with every byte value, longer than one call accepts, as base 64', async () => {
  const bytes = Uint8Array.from({ length: 70_001 }, (_, at) => at % 256)
  expect(await readBase64(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'))
  expect(await readBase64(new Blob([]))).toBe('')
})

it.each([
  [0, '1 kB'],
  [24_576, '25 kB'],
  [3_400_000, '3.4 MB'],
])('shows %i bytes as %s', (bytes, said) => {
  expect(sayBytes(bytes)).toBe(said)
})
