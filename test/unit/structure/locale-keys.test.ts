import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { english } from '../../../src/renderer/src/english.ts'
import { listFiles, readText } from './project-files.ts'

describe('the texts on screen', () => {
  const used = listFiles('src/renderer/src', /\.tsx?$/).flatMap((path) =>
    findTexts(parseSync(path, readText(path)).program),
  )
  const asked = new RegExp(`^(?:${used.join('|')})(?:_one|_other)?$`)

  it('are all used by a screen', () => {
    expect(findKeys(english).filter((key) => !asked.test(key))).toEqual([])
  })

  it('use only the curly apostrophe, to match the quotation marks', () => {
    const straight = listFiles('resources/locales', /\.json$/).filter((path) => readText(path).includes("'"))
    expect(straight).toEqual([])
  })
})

/** Each sentence's full key, such as `queue.title`. */
function findKeys(words: object, above = ''): readonly string[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? findKeys(value, `${above}${name}.`) : [above + name],
  )
}

/**
 * The texts in a source that may be keys, as patterns. A value in a template is one part of a key; deep in a key it may be
 * several parts, such as the path of a field.
 */
function findTexts(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(findTexts)
  const { type, value, quasis } = node as { type?: unknown; value?: unknown; quasis?: unknown }
  const inside = Object.values(node).flatMap(findTexts)
  if (type === 'Literal' && typeof value === 'string') return isKey(value) ? [escape(value), ...inside] : inside
  if (type !== 'TemplateLiteral') return inside
  const parts = (quasis as readonly { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked)
  if (!isKey(parts.join('x'))) return inside
  const isDeep = (parts[0] ?? '').split('.').length > 2
  return [parts.map(escape).join(isDeep ? '.+' : '[^.]+'), ...inside]
}

const isKey = (text: string): boolean => /^[a-z][a-zA-Z]*\.\S+$/.test(text)

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
