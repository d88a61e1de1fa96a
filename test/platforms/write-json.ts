import { fieldsOf, type Body, type Tree } from './tree.ts'
import { wrapBody } from './wrap-body.ts'
import type { PlatformDescription } from './description.ts'

/** An answer as JSON, or as JSON inside a JSON string. */
export function writeJson(body: Body, description: PlatformDescription, number: number): string {
  const { encoding, isIndented, areWordsQuoted } = description.encoding
  const isDouble = encoding === 'json-in-string'
  const finish = (text: string): string => (isDouble ? JSON.stringify(text) : text)
  switch (body.kind) {
    case 'empty':
      return ''
    case 'page':
      return body.text
    case 'words':
      if (typeof body.text === 'number') return finish(String(body.text))
      return areWordsQuoted ? finish(JSON.stringify(body.text)) : isDouble ? JSON.stringify(body.text) : body.text
    case 'fault':
      return finish(JSON.stringify(body.text))
    case 'list':
      if (body.shape === 'per-line') {
        const lines = [...(body.meta.length > 0 ? [fieldsOf(body.meta)] : []), ...body.items.map(({ tree }) => tree)]
        return lines.map((line) => `${writeTree(line)}\n`).join('')
      }
      return finish(writeTree(wrapBody(body, description, number).tree, isIndented ? '  ' : ''))
    case 'outcome':
    case 'record':
    case 'nothing':
      return finish(writeTree(wrapBody(body, description, number).tree, isIndented ? '  ' : ''))
  }
}

/** Written by hand, because JavaScript objects put numeric keys first. */
function writeTree(tree: Tree, indent = '', depth = 0): string {
  if (tree === null || typeof tree !== 'object') return JSON.stringify(tree)
  const [open, close] = tree.kind === 'list' ? ['[', ']'] : ['{', '}']
  const parts =
    tree.kind === 'list'
      ? tree.items.map((item) => writeTree(item, indent, depth + 1))
      : (tree.kind === 'map' ? tree.entries : tree.fields).map(
          ([name, value]) =>
            `${JSON.stringify(name)}:${indent === '' ? '' : ' '}${writeTree(value, indent, depth + 1)}`,
        )
  if (parts.length === 0) return `${open}${close}`
  if (indent === '') return `${open}${parts.join(',')}${close}`
  const line = `\n${indent.repeat(depth + 1)}`
  return `${open}${line}${parts.join(`,${line}`)}\n${indent.repeat(depth)}${close}`
}
