import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../../../src/main/host/served-files.ts'

const directives = new Map(
  contentSecurityPolicy.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
)

test('the content security policy forbids everything that it does not name', () => {
  expect(directives.get('default-src')).toEqual([`'none'`])
  for (const name of ['base-uri', 'form-action', 'frame-ancestors']) expect(directives.get(name)).toEqual([`'none'`])
})

test('the content security policy allows no inline code and no other origin', () => {
  const sources = [...directives.values()].flat()
  const known = new Set([`'none'`, `'self'`, `'wasm-unsafe-eval'`, 'data:', 'blob:'])
  expect(sources.filter((source) => !known.has(source))).toEqual([])
  expect(directives.get('script-src')).toEqual([`'self'`, `'wasm-unsafe-eval'`])
  expect(directives.get('style-src')).toEqual([`'self'`])
})
