import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { guideScreens, writeGuide } from '../../../scripts/lib/guide/guide-page.ts'
import { guideLanguages } from '../../../scripts/lib/guide/guide-words.ts'
import { pictureScreens } from '../../pictures/screens.ts'

describe.each(guideLanguages)('the guide in the language %s', (language) => {
  const page = writeGuide(language)

  it('equals the page that npm run docs writes', () => {
    expect(readFileSync(new URL(`../../../docs/guide/${language}.md`, import.meta.url), 'utf8')).toBe(page)
  })

  it('has each screen with its picture, the three missions and the shortcuts', () => {
    expect(page.match(/^## /gm)).toHaveLength(Object.keys(guideScreens).length + 2)
    expect(page.match(/^!\[/gm)).toHaveLength(Object.keys(guideScreens).length)
    expect(page.match(/^### /gm)).toHaveLength(3)
    expect(page).toContain('| `F1` |')
    expect(page).not.toMatch(/\{\{|undefined/)
  })
})

it('the guide shows only screens that have pictures', () => {
  const names: ReadonlySet<string> = new Set(pictureScreens.map(({ name }) => name))
  expect(Object.values(guideScreens).filter((name) => !names.has(name))).toEqual([])
})
