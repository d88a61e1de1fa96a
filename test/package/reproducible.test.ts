import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listFilesOf } from '../../scripts/lib/package/app-folder.ts'
import { makePackage, makeStandInFor, type PreparedApp } from '../../scripts/lib/package/make-package.ts'
import { commandOf, pinnedNode, toolEnvironment } from '../../scripts/lib/project.mjs'
import { run } from '../../scripts/lib/run.mjs'
import { built, prepareForFile } from './packed.ts'

const project = join(import.meta.dirname, '..', '..')
/** What the build reads. */
const sources = [
  'src',
  'resources',
  'scripts',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'tsconfig.json',
]

const folder = mkdtempSync(join(tmpdir(), 'setdesk-again-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Builds a copy of the sources in another folder, where every file has another time. */
async function buildAgain(): Promise<string> {
  const copy = join(folder, 'elsewhere', 'setdesk')
  mkdirSync(copy, { recursive: true })
  for (const name of sources) cpSync(join(project, name), join(copy, name), { recursive: true })
  for (const file of listFilesOf(copy)) utimesSync(join(copy, file), 1_000_000_000, 1_000_000_000)
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'), 'junction')
  const args = [commandOf('electron-vite'), 'build', copy, '--config', join(copy, 'electron.vite.config.ts')]
  const { code, output } = await run(pinnedNode, [...args, '--logLevel', 'warn'], {
    env: toolEnvironment({ NODE_ENV: 'production', PWD: copy }),
    quiet: true,
  })
  if (code !== 0) throw new Error(output)
  return join(copy, 'out')
}

async function packLinux(app: PreparedApp): Promise<Buffer> {
  const electronDist = makeStandInFor(app, 'linux')
  await makePackage(app, { system: 'linux', arch: 'x64', targets: ['dir'], electronDist, env: {} })
  return readFileSync(join(app.output, 'linux-unpacked', 'resources', 'app.asar'))
}

test('two builds in different folders make the same archive, byte for byte', { timeout: 180_000 }, async () => {
  const again = await buildAgain()
  expect(existsSync(join(again, 'main', 'electron.cjs'))).toBe(true)
  const files = listFilesOf(built)
  expect(listFilesOf(again)).toEqual(files)
  const changed = files.filter((file) => !readFileSync(join(again, file)).equals(readFileSync(join(built, file))))
  expect(changed).toEqual([])
  const one = await packLinux(await prepareForFile())
  const other = await packLinux(await prepareForFile(again))
  expect(one.length).toBeGreaterThan(1_000_000)
  expect(one.equals(other)).toBe(true)
})
