import { expect, it, onTestFinished } from 'vitest'
import { sayBytes } from '../../../../../src/renderer/src/features/maintenance/backups-panel.tsx'
import { speak } from '../../../../../src/renderer/src/locale.ts'

it.each([
  [0, '1 kB'],
  [24_576, '25 kB'],
  [3_400_000, '3.4 MB'],
])('a size of %i bytes is shown as %s', (bytes, said) => {
  expect(sayBytes(bytes)).toBe(said)
})

it.each([
  ['fr', ['25 ko', '3,4 Mo']],
  ['es', ['25 kB', '3,4 MB']],
] as const)('in the language %s, a size is written as %s', async (language, said) => {
  onTestFinished(() => speak('en', ['en-GB']))
  await speak(language, [])
  expect([24_576, 3_400_000].map((bytes) => sayBytes(bytes).replace(/\s/, ' '))).toEqual(said)
})
