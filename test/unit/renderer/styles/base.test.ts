import { globSync, readFileSync } from 'node:fs'
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

it('each icon that points forward or back points the other way in a right-to-left language', () => {
  const source = new URL('../../../../src/renderer/src/', import.meta.url)
  const used = globSync('**/*.tsx', { cwd: source }).flatMap((file) =>
    [...readFileSync(new URL(file, source), 'utf8').matchAll(/\b(?:Arrow|Chevrons?|CornerDown)(?:Left|Right)\b/g)].map(
      ([name]) => `.lucide-${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}`,
    ),
  )
  const turned = css.match(/\[dir='rtl'\]\s+:is\(([^)]*)\) \{\s+scale: -1 1;/)?.[1]?.split(/[\s,]+/) ?? []
  expect([...new Set(used)].toSorted()).toEqual(turned.filter((name) => name !== '').toSorted())
})
