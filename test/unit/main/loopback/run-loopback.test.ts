import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../../../src/main/loopback/open-app.ts'
import { runLoopback, type LoopbackOptions } from '../../../../src/main/loopback/run-loopback.ts'
import type { Ports } from '../../../../src/main/ports.ts'
import { createFakeApp } from '../../../fakes/app.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { makeRenderer } from './start-server.ts'

const options = { port: 0, open: false, json: true }

/** One start on a data folder, with everything that it printed. */
async function start(defaultDataFolder: string, asked: LoopbackOptions = options) {
  const app = createFakeApp()
  const printed: string[] = []
  const complaints: string[] = []
  const opened: string[] = []
  const composed: Ports[] = []
  const run = await runLoopback(asked, {
    version: '1.2.3',
    rendererFolder: makeRenderer(),
    defaultDataFolder,
    loadApp: async (own) =>
      openApp(own, (ports) => {
        composed.push(ports)
        return app
      }),
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
    openBrowser: (url) => opened.push(url),
    now: () => 0,
  })
  if ('stop' in run) onTestFinished(run.stop)
  return { run, app, printed, complaints, opened, composed }
}

const launchUrlOf = (printed: readonly string[]): URL =>
  new URL((JSON.parse(printed[0] ?? '{}') as { readonly url: string }).url)

test('the start prints the address as one line of JSON, and the app is running', async () => {
  const folder = makeFolder()
  const { app, printed, opened, composed } = await start(folder)
  expect(printed).toEqual([expect.stringMatching(/^\{"url":"http:\/\/127\.0\.0\.1:\d+\/launch\.html#[\w-]{43}"\}$/)])
  expect(app.running()).toBe(true)
  expect(opened).toEqual([])
  expect(composed).toMatchObject([
    { host: 'loopback', version: '1.2.3', dataFolder: folder, keyStore: { kind: 'passphrase' } },
  ])
})

test('the start asks for a snapshot before the first call comes', async () => {
  const { app } = await start(makeFolder())
  await expect.poll(() => app.calls).toEqual([{ channel: 'app.snapshot', request: {} }])
})

test('the start announces the address before the app is loaded, and removes the launch file if loading fails', async () => {
  const folder = makeFolder()
  const printed: string[] = []
  const place = {
    version: '1.2.3',
    rendererFolder: makeRenderer(),
    defaultDataFolder: folder,
    loadApp: () => {
      expect(printed).toHaveLength(1)
      expect(existsSync(join(folder, 'launch.html'))).toBe(true)
      return Promise.reject(new Error('The app is damaged'))
    },
    print: (line: string) => printed.push(line),
    complain: () => undefined,
    openBrowser: () => undefined,
    now: () => 0,
  }
  await expect(runLoopback({ ...options, open: true }, place)).rejects.toThrow('The app is damaged')
  expect(existsSync(join(folder, 'launch.html'))).toBe(false)
})

test('the start without --json prints a sentence, and opens a launch file whose path contains no token', async () => {
  const folder = makeFolder()
  const { printed, opened } = await start(folder, { ...options, json: false, open: true })
  const [, launchUrl = '', token = ''] = /^Setdesk is at (http:\S+#(\S+))$/.exec(printed[0] ?? '') ?? []
  expect(token).toHaveLength(43)
  const file = join(folder, 'launch.html')
  expect(opened).toEqual([pathToFileURL(file).href])
  expect(opened[0]).not.toContain(token)
  expect(readFileSync(file, 'utf8')).toContain(`content="0;url=${launchUrl}"`)
  // Windows has no modes; there the folder of the user is closed to others.
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the launch file is removed once its token was used', async () => {
  const folder = makeFolder()
  const { printed } = await start(folder, { ...options, open: true })
  const { origin, hash } = launchUrlOf(printed)
  expect(existsSync(join(folder, 'launch.html'))).toBe(true)
  const headers = { 'content-type': 'application/json', origin }
  const body = JSON.stringify({ token: hash.slice(1) })
  expect((await fetch(`${origin}/session`, { method: 'POST', headers, body })).status).toBe(200)
  expect(existsSync(join(folder, 'launch.html'))).toBe(false)
})

test('the launch file is removed when Setdesk stops, and at the next start if Setdesk was killed', async () => {
  const folder = makeFolder()
  const { run } = await start(folder, { ...options, open: true })
  if ('stop' in run) await run.stop()
  expect(existsSync(join(folder, 'launch.html'))).toBe(false)
  const kept = join(folder, 'kept.txt')
  writeFileSync(kept, 'kept')
  symlinkSync(kept, join(folder, 'launch.html'))
  await start(folder)
  expect(existsSync(join(folder, 'launch.html'))).toBe(false)
  expect(readFileSync(kept, 'utf8')).toBe('kept')
})

test('the start prints the address without opening a browser if the launch file cannot be written', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'launch.html'))
  const { app, printed, opened } = await start(folder, { ...options, open: true })
  expect(app.running()).toBe(true)
  expect(opened).toEqual([])
  expect(launchUrlOf(printed).hash).toHaveLength(44)
})

test('a second start on the same folder is refused, and reports which process owns the folder and at which address', async () => {
  const folder = makeFolder()
  const first = await start(folder)
  const second = await start(folder)
  expect(second.run).toEqual({ exitCode: 3 })
  expect(second.composed).toEqual([])
  const origin = launchUrlOf(first.printed).origin
  expect(second.complaints).toEqual([expect.stringContaining(String(process.pid))])
  expect(second.complaints[0]).toContain(origin)
  expect(second.complaints[0]).not.toContain(launchUrlOf(first.printed).hash)
})

test('a start succeeds on a folder whose former owner has stopped', async () => {
  const folder = makeFolder()
  const first = await start(folder)
  if ('stop' in first.run) await first.run.stop()
  expect(first.app.running()).toBe(false)
  const second = await start(folder)
  expect('stop' in second.run).toBe(true)
})

test('a start on a port that is in use reports the port and releases the folder', async () => {
  const taken = await start(makeFolder())
  const port = Number(launchUrlOf(taken.printed).port)
  const folder = makeFolder()
  const { run, app, complaints } = await start(folder, { ...options, port })
  expect(run).toEqual({ exitCode: 1 })
  expect(app.running()).toBe(false)
  expect(complaints).toEqual([expect.stringContaining(String(port))])
  expect('stop' in (await start(folder)).run).toBe(true)
})

test('a start on an unusable folder reports the folder', async () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  const { run, complaints } = await start(makeFolder(), { ...options, dataFolder: file })
  expect(run).toEqual({ exitCode: 1 })
  expect(complaints).toEqual([expect.stringContaining(file)])
})

test('the app says at its end that unsent work is saved, and says nothing if there is no unsent work', async () => {
  const quiet = await start(makeFolder())
  const busy = await start(makeFolder())
  busy.app.leaveUnsent(2)
  for (const { run } of [quiet, busy]) if ('stop' in run) await run.stop()
  expect(quiet.complaints).toEqual([])
  expect(busy.complaints).toEqual([expect.stringMatching(/^2 jobs are not sent yet\. Nothing is lost/)])
  busy.app.leaveUnsent(0)
})
