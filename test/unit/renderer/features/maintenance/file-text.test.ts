import { expect, it } from 'vitest'
import { readBase64 } from '../../../../../src/renderer/src/features/maintenance/file-text.ts'

it('a file with every byte value is read as base 64, even if it is longer than one call accepts', async () => {
  const bytes = Uint8Array.from({ length: 70_001 }, (_, at) => at % 256)
  expect(await readBase64(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'))
  expect(await readBase64(new Blob([]))).toBe('')
})
