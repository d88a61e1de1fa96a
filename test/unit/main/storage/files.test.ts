import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renameFile } from '../../../../src/main/storage/files.ts'
import { makeFolder } from '../../../fakes/folder.ts'

/** A rename that fails this many times, then succeeds. */
function renameAfter(refusals: number, code: string) {
  let tries = 0
  return {
    tries: () => tries,
    rename: ((from, to) => {
      tries += 1
      if (tries <= refusals) throw Object.assign(new Error('held'), { code })
      renameSync(from, to)
    }) as typeof renameSync,
  }
}

function makeTwo(): { readonly from: string; readonly to: string } {
  const folder = makeFolder()
  const [from, to] = [join(folder, 'new'), join(folder, 'old')]
  writeFileSync(from, 'new')
  writeFileSync(to, 'old')
  return { from, to }
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file is replaced even if another program holds it for a moment on Windows (%s)',
  (code) => {
    const { from, to } = makeTwo()
    const { rename, tries } = renameAfter(3, code)
    renameFile(from, to, 'win32', rename)
    expect([tries(), readFileSync(to, 'utf8'), existsSync(from)]).toEqual([4, 'new', false])
  },
)

test('replacing a file fails if another program keeps holding it, and leaves both files', () => {
  const { from, to } = makeTwo()
  const { rename, tries } = renameAfter(100, 'EBUSY')
  expect(() => renameFile(from, to, 'win32', rename)).toThrow('held')
  expect([tries(), readFileSync(to, 'utf8'), readFileSync(from, 'utf8')]).toEqual([8, 'old', 'new'])
})

test.each([
  ['any other error on Windows', 'ENOENT', 'win32'],
  ['an error on Linux', 'EACCES', 'linux'],
] as const)('%s is reported at once when a file is replaced', (_, code, platform) => {
  const { from, to } = makeTwo()
  const { rename, tries } = renameAfter(1, code)
  expect(() => renameFile(from, to, platform, rename)).toThrow('held')
  expect(tries()).toBe(1)
})
