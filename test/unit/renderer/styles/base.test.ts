import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('../../../../src/renderer/src/styles/base.css', import.meta.url), 'utf8')
const rulesOf = (selector: string): readonly string[] =>
  css
    .split(selector)
    .slice(1)
    .map((rest) => rest.split('}')[0] ?? '')

it('the clear button of a search field has its own colour, even under forced colours', () => {
  const [usual, forced, ...more] = rulesOf("[type='search']::-webkit-search-cancel-button")
  expect(usual).toContain('appearance: none')
  expect(usual).toContain('background: var(--soft)')
  expect(forced).toContain('background: ButtonText')
  expect(more).toEqual([])
})
