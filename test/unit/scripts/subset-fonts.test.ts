import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { subsetLatin } from '../../../scripts/lib/subset-fonts.ts'

const resolve = createRequire(import.meta.url).resolve
const css = readFileSync(new URL('../../../src/renderer/src/styles/fonts.css', import.meta.url), 'utf8')
const files = [...css.matchAll(/url\('([^']+)'\)/g)].map((match) => match[1] ?? '')
const most = 60_000

it('cuts the bundled fonts down to 60 kB', async () => {
  expect(files).toHaveLength(4)
  const fonts = await Promise.all(files.map(async (file) => await subsetLatin(readFileSync(resolve(file)))))
  for (const font of fonts) expect(Buffer.from(font).toString('latin1', 0, 4)).toBe('wOF2')
  const size = fonts.reduce((sum, font) => sum + font.length, 0)
  expect(size).toBeLessThanOrEqual(most)
})
