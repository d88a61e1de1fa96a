import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from '../../../scripts/lib/fingerprint.mjs'

let base = ''
const write = (name: string, content: string) => writeFileSync(path.join(base, name), content)
const take = () => fingerprint(base, ['src', 'config.ts'])

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'setdesk-fingerprint-'))
  mkdirSync(path.join(base, 'src', 'deep'), { recursive: true })
  write('src/deep/a.ts', 'a')
  write('config.ts', 'c')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

describe('the fingerprint of the sources', () => {
  it('does not change if only the times of files change', () => {
    const before = take()
    utimesSync(path.join(base, 'src/deep/a.ts'), 1, 1)
    expect(take()).toBe(before)
  })

  it('changes if the content or the name of a file changes, or if a file is added or removed', () => {
    const before = take()
    const after = [
      () => write('src/deep/a.ts', 'A'),
      () => write('src/b.ts', ''),
      () => rmSync(path.join(base, 'src/deep/a.ts')),
      () => write('src/a.ts', 'A'),
    ].map((change) => {
      change()
      return take()
    })
    expect(new Set([before, ...after]).size).toBe(5)
  })

  it('changes if bytes move from one file to the next', () => {
    write('src/b.ts', 'bc')
    write('src/c.ts', 'd')
    const before = take()
    write('src/b.ts', 'b')
    write('src/c.ts', 'cd')
    expect(take()).not.toBe(before)
  })

  it('does not depend on other files, and treats a missing file as empty', () => {
    const before = take()
    write('notes.md', 'x')
    expect(take()).toBe(before)
    expect(fingerprint(base, ['src', 'config.ts', 'resources'])).toBe(before)
  })
})
