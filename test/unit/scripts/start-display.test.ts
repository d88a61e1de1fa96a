import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readDisplayOption, startDisplay } from '../../../scripts/lib/start-display.mjs'
import { makeFolder } from '../../fakes/folder.ts'

/** A PATH with these programs alone, each a script of Node. */
function layPath(programs: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const folder = makeFolder()
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!${process.execPath}\n${script}\nsetInterval(() => undefined, 1000)\n`, {
      mode: 0o755,
    })
  return { PATH: folder }
}

const xvfb = `console.log('77')`
const weston = `require('node:fs').writeFileSync(process.env.XDG_RUNTIME_DIR + '/setdesk-smoke', '')`

/** Opens a screen until the test ends. */
const open = async (env: NodeJS.ProcessEnv, wanted?: 'xvfb' | 'weston') => {
  const display = await startDisplay({ platform: 'linux', env, wanted })
  onTestFinished(() => display?.stop())
  return display && { name: display.name, env: display.env }
}

describe.skipIf(process.platform === 'win32')('the screen of a smoke run', () => {
  it("is the existing screen, and on macOS and Windows the system's screen", async () => {
    expect(await open({ DISPLAY: ':0' })).toEqual({ name: 'the screen that is there', env: {} })
    expect(await open({ WAYLAND_DISPLAY: 'wayland-0' })).toEqual({ name: 'the screen that is there', env: {} })
    expect(await startDisplay({ platform: 'darwin', env: {}, wanted: undefined })).toMatchObject({ env: {} })
  })

  it('is Xvfb if no screen exists, or Weston if Xvfb is missing', async () => {
    expect(await open(layPath({ Xvfb: xvfb, weston }))).toEqual({ name: 'Xvfb', env: { DISPLAY: ':77' } })
    expect(await open(layPath({ weston }))).toEqual({
      name: 'Weston',
      env: {
        WAYLAND_DISPLAY: 'setdesk-smoke',
        XDG_SESSION_TYPE: 'wayland',
        XDG_RUNTIME_DIR: expect.stringContaining('setdesk-weston-'),
      },
    })
  })

  it('is the requested kind of screen, whatever else exists', async () => {
    const env = { ...layPath({ Xvfb: xvfb, weston }), DISPLAY: ':0' }
    expect((await open(env, 'weston'))?.name).toBe('Weston')
    expect((await open(env, 'xvfb'))?.env).toEqual({ DISPLAY: ':77' })
  })

  it('does not exist if neither Xvfb nor Weston can be found or started', async () => {
    expect(await open(layPath({}))).toBeUndefined()
    expect(await open(layPath({ Xvfb: 'process.exit(1)' }))).toBeUndefined()
  })
})

it('the requested screen is read from the arguments', () => {
  expect([[], ['--xvfb'], ['--weston']].map((args) => readDisplayOption(args))).toEqual([undefined, 'xvfb', 'weston'])
})
