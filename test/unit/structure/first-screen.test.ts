import { posix } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { config } from 'zod'
import { loadedWith } from './modules.ts'
import { readText } from './project-files.ts'

describe('the code that the page loads before Home', () => {
  it("does not include zod, which is a seventh of the page's size", () => {
    const { files, packages } = reachFrom('src/renderer/src/main.tsx')
    expect(files.size).toBeGreaterThan(30)
    expect(packages.has('react')).toBe(true)
    expect([...packages].filter((name) => name.startsWith('zod'))).toEqual([])
  })

  it('is found by following only static imports of values', () => {
    const text = `
      import type { A } from './a.ts'
      import { type B } from './b.ts'
      import './c.ts'
      import { type D, d } from './d.ts'
      export { e } from './e.ts'
      const f = import('./f.ts')`
    expect(loadedWith('source.ts', text)).toEqual(['./c.ts', './d.ts', './e.ts'])
  })
})

describe('zod in the page', () => {
  afterEach(() => void config({ jitless: false }))

  it('compiles no checks, because the content security policy forbids it', async () => {
    await import('../../../src/renderer/src/zod-config.ts')
    expect(config().jitless).toBe(true)
  })
})

/** The files and packages that a file loads at once, with all that these load. */
function reachFrom(start: string): { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const files = new Set([start])
  const packages = new Set<string>()
  for (const path of files) {
    if (!/\.tsx?$/.test(path)) continue
    for (const name of loadedWith(path, readText(path))) {
      if (name.startsWith('.')) files.add(posix.join(posix.dirname(path), name))
      else packages.add(name)
    }
  }
  return { files, packages }
}
