import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject } from '../../../scripts/lib/project.mjs'
import { describeElectronLaunch } from '../../e2e/describe-electron-launch.ts'
import { makeFolder } from '../../fakes/folder.ts'

const asked = { program: '/electron', appFolder: '/app', dataFolder: '/data', inherited: {} }

describe('the launch of Electron in the end-to-end tests', () => {
  it("keeps the page's sandbox, which Playwright would switch off", () => {
    const { chromiumSandbox, args } = describeElectronLaunch(asked)
    expect(chromiumSandbox).toBe(true)
    expect(args).toEqual(['/app', '--data', '/data'])
  })

  it.skipIf(process.platform === 'win32')('passes its settings through Playwright to the program', async () => {
    const folder = makeFolder()
    const program = join(folder, 'stand-in')
    const write = `require('node:fs').writeFileSync(process.env.FOUND, JSON.stringify({ args: process.argv, env: process.env }))`
    writeFileSync(program, `#!${process.execPath}\n${write}\n`, { mode: 0o755 })
    const env = { FOUND: join(folder, 'found.json'), ELECTRON_RUN_AS_NODE: '1' }
    const launch = describeElectronLaunch({ ...asked, program, inherited: process.env, env })
    // The stand-in ends at once, which Playwright takes badly: it is in a process of its own.
    const start = `import { _electron } from 'playwright'\nawait _electron.launch(${JSON.stringify(launch)})`
    const run = spawn(process.execPath, ['--input-type=module', '--eval', start], { cwd: inProject(), stdio: 'ignore' })
    await once(run, 'exit')
    const found = JSON.parse(readFileSync(env.FOUND, 'utf8')) as {
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
    }
    expect(found.args.slice(-3)).toEqual(['/app', '--data', '/data'])
    expect(found.args.filter((arg) => arg.includes('sandbox'))).toEqual([])
    expect(Object.keys(found.env)).not.toContain('ELECTRON_RUN_AS_NODE')
  })

  it('refuses arguments that would switch the sandbox off', () => {
    for (const browserArgs of [['--no-sandbox'], ['--lang=de', '--disable-setuid-sandbox'], ['--no-zygote-sandbox']])
      expect(() => describeElectronLaunch({ ...asked, browserArgs })).toThrow('sandbox')
  })

  it('opens a window even if the tests run under Electron as Node', () => {
    const inherited = { HOME: '/home/ana', ELECTRON_RUN_AS_NODE: '1', NONE: undefined }
    expect(describeElectronLaunch({ ...asked, inherited }).env).toEqual({ HOME: '/home/ana' })
    const env = { ELECTRON_RUN_AS_NODE: '1', HOME: '/home/ben' }
    expect(describeElectronLaunch({ ...asked, inherited, env }).env).toEqual({ HOME: '/home/ben' })
  })

  it("puts a test's arguments first, and passes its colour scheme on", () => {
    const launch = describeElectronLaunch({ ...asked, browserArgs: ['--lang=de'], context: { colorScheme: 'dark' } })
    expect(launch.args).toEqual(['--lang=de', '/app', '--data', '/data'])
    expect(launch.colorScheme).toBe('dark')
    expect(describeElectronLaunch(asked)).not.toHaveProperty('colorScheme')
  })
})
