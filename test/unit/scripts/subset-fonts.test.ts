import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { subsetArabic, subsetLatin } from '../../../scripts/lib/subset-fonts.ts'

const resolve = createRequire(import.meta.url).resolve
const css = readFileSync(new URL('../../../src/renderer/src/styles/fonts.css', import.meta.url), 'utf8')
const files = [...css.matchAll(/url\('([^']+)'\)/g)].map((match) => match[1] ?? '')
const most = 60_000

async function sizeOf(parts: readonly string[], subset: typeof subsetLatin): Promise<number> {
  const fonts = await Promise.all(parts.map(async (file) => await subset(readFileSync(resolve(file)))))
  for (const font of fonts) expect(Buffer.from(font).toString('latin1', 0, 4)).toBe('wOF2')
  return fonts.reduce((sum, font) => sum + font.length, 0)
}

const arabic = files.filter((file) => file.includes('arabic-arabic'))
const latin = files.filter((file) => !arabic.includes(file))

it('the Latin fonts are cut down to 60 kB', async () => {
  expect(latin).toHaveLength(4)
  expect(await sizeOf(latin, subsetLatin)).toBeLessThanOrEqual(most)
})

it('the fonts of a screen in Arabic are cut down to 60 kB', async () => {
  expect(arabic).toHaveLength(2)
  const figures = latin.filter((file) => file.includes('-latin-wght'))
  const size = (await sizeOf(arabic, subsetArabic)) + (await sizeOf(figures, subsetLatin))
  expect(size).toBeLessThanOrEqual(most)
})
