import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
    compose: (ports) => {
      composed.push(ports)
      return app
    },
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
    openBrowser: (url) => opened.push(url),
    now: () => 0,
  })
  if ('stop' in run) onTestFinished(run.stop)
  return { run, app, printed, complaints, opened, composed }
}

test('prints the address as one line of JSON, and the app is running', async () => {
  const folder = makeFolder()
  const { app, printed, opened, composed } = await start(folder)
  expect(printed).toEqual([expect.stringMatching(/^\{"url":"http:\/\/127\.0\.0\.1:\d+\/\?launch=[\w-]{43}"\}$/)])
  expect(app.running()).toBe(true)
  expect(opened).toEqual([])
  expect(composed).toMatchObject([
    { host: 'loopback', version: '1.2.3', dataFolder: folder, keyStore: { kind: 'passphrase' } },
  ])
})

test('prints sentences without --json, and opens the browser at the same address', async () => {
  const { printed, opened } = await start(makeFolder(), { ...options, json: false, open: true })
  expect(printed[0]).toMatch(/^Setdesk is at http:/)
  expect(printed[0]).toContain(opened[0])
})

test('refuses a second start on the same folder, names the owner and its address, and changes nothing', async () => {
  const folder = makeFolder()
  const first = await start(folder)
  const second = await start(folder)
  expect(second.run).toEqual({ exitCode: 3 })
  expect(second.composed).toEqual([])
  const origin = new URL((JSON.parse(first.printed[0] ?? '{}') as { url: string }).url).origin
  expect(second.complaints).toEqual([expect.stringContaining(String(process.pid))])
  expect(second.complaints[0]).toContain(origin)
  expect(second.complaints[0]).not.toContain('launch')
})

test('starts on a folder whose former owner has stopped', async () => {
  const folder = makeFolder()
  const first = await start(folder)
  if ('stop' in first.run) await first.run.stop()
  expect(first.app.running()).toBe(false)
  const second = await start(folder)
  expect('stop' in second.run).toBe(true)
})

test('reports a port in use, sends nothing, and releases the folder', async () => {
  const taken = await start(makeFolder())
  const port = Number(new URL((JSON.parse(taken.printed[0] ?? '{}') as { url: string }).url).port)
  const folder = makeFolder()
  const { run, app, complaints } = await start(folder, { ...options, port })
  expect(run).toEqual({ exitCode: 1 })
  expect(app.running()).toBe(false)
  expect(complaints).toEqual([expect.stringContaining(String(port))])
  expect('stop' in (await start(folder)).run).toBe(true)
})

test('reports an unusable folder', async () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  const { run, complaints } = await start(makeFolder(), { ...options, dataFolder: file })
  expect(run).toEqual({ exitCode: 1 })
  expect(complaints).toEqual([expect.stringContaining(file)])
})

test('says at the end that unsent work is saved, and says nothing if there is none', async () => {
  const quiet = await start(makeFolder())
  const busy = await start(makeFolder())
  busy.app.leaveUnsent(2)
  for (const { run } of [quiet, busy]) if ('stop' in run) await run.stop()
  expect(quiet.complaints).toEqual([])
  expect(busy.complaints).toEqual([expect.stringMatching(/^2 jobs are not sent yet\. Nothing is lost/)])
  busy.app.leaveUnsent(0)
})
