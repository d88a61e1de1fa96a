import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../fakes/folder.ts'

const source = new URL('../../../../src/main/host/compiled-code.ts', import.meta.url)

function setUp() {
  const folder = makeFolder()
  const program = join(folder, 'program.cjs')
  writeFileSync(program, `module.exports = ${JSON.stringify(['a', 'b'])}.map((one) => one.toUpperCase())\n`)
  const code = join(folder, 'cache', 'code')
  return {
    folder,
    code,
    /** Starts a program as the hosts do, and says whether the folder was in use and what V8 did with the code in it. */
    start: (place = code) => {
      const script = [
        `import { createRequire } from 'node:module'`,
        `import { keepCompiledCode } from ${JSON.stringify(source.href)}`,
        `const isUsed = keepCompiledCode(${JSON.stringify(place)})`,
        `console.log(isUsed, createRequire(import.meta.url)(${JSON.stringify(program)}).join(''))`,
      ].join('\n')
      const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
        encoding: 'utf8',
        env: { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
      })
      const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('program.cjs'))
      return {
        status,
        said: stdout.split('\n').find((line) => /^(?:true|false) /.test(line)),
        isTaken: about.some((line) => line.includes('was accepted')),
      }
    },
  }
}
const ran = (isUsed: boolean) => ({ status: 0, said: `${String(isUsed)} AB` })
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test('the second start uses the compiled code of the first', () => {
  const { start, code } = setUp()
  expect(start()).toEqual({ ...ran(true), isTaken: false })
  expect(filesOf(code).length).toBeGreaterThan(0)
  expect(start()).toEqual({ ...ran(true), isTaken: true })
})

test('a program whose compiled code is damaged is compiled again', () => {
  const { start, code } = setUp()
  start()
  for (const file of filesOf(code)) writeFileSync(join(file.parentPath, file.name), Buffer.alloc(500, 7))
  expect(start()).toEqual({ ...ran(true), isTaken: false })
  expect(start().isTaken).toBe(true)
})

test('a start goes on if the folder for compiled code cannot be created', () => {
  const { start, folder } = setUp()
  writeFileSync(join(folder, 'file'), '')
  expect(start(join(folder, 'file', 'code'))).toEqual({ ...ran(false), isTaken: false })
})

test.skipIf(process.platform === 'win32')(
  'a folder that others can write to is not used for compiled code, and neither is a link',
  () => {
    const { start, code, folder } = setUp()
    start()
    chmodSync(code, 0o777)
    expect(start()).toEqual({ ...ran(false), isTaken: false })
    chmodSync(code, 0o700)
    symlinkSync(code, join(folder, 'link'))
    expect(start(join(folder, 'link'))).toEqual({ ...ran(false), isTaken: false })
    expect(start().isTaken).toBe(true)
  },
)

test('the folder for compiled code is accessible only to its user', () => {
  const { start, code } = setUp()
  mkdirSync(join(code, '..'))
  start()
  expect(existsSync(code)).toBe(true)
  if (process.platform !== 'win32') expect(statSync(code).mode & 0o777).toBe(0o700)
})
