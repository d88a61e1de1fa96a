import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { askRaw } from '../../fakes/raw-request.ts'

const appFolder = process.env['SETDESK_SHELL_APP'] ?? join(import.meta.dirname, '..', '..', '..')
let folder: string

beforeAll(async () => {
  if (process.env['SETDESK_SHELL_APP'] === undefined) expect(await ensureBuilt()).toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'setdesk-loopback-'))
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The built host in its own process. */
function startHost(...args: readonly string[]) {
  return startHostWith([], ...args)
}

/** The same, with options of Node. */
function startHostWith(node: readonly string[], ...args: readonly string[]) {
  const host = spawn(process.execPath, [...node, join(appFolder, 'out', 'main', 'loopback.cjs'), '--no-open', ...args])
  onTestFinished(() => void host.kill('SIGKILL'))
  return {
    host,
    ended: once(host, 'exit').then(([code]) => code as number | null),
    said: text(host.stderr),
    line: async () => String(((await once(host.stdout, 'data')) as [Buffer])[0]),
  }
}

const readUrl = (line: string) => (JSON.parse(line) as { readonly url: string }).url

test('the built host prints one line of JSON, and refuses a call without a bearer token', async () => {
  const { line, host, ended } = startHost('--data', join(folder, 'one'), '--json')
  const printed = await line()
  expect(printed).toMatch(/^\{"url":"[^"]+"\}\n$/)
  const { origin, host: name } = new URL(readUrl(printed))
  expect((await askRaw(origin, { path: '/bridge/events', headers: { host: name } })).status).toBe(401)
  host.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a request that is under way when a signal ends the host is answered, and no further connection is accepted', async () => {
  const { line, host, ended } = startHost('--data', join(folder, 'signal'), '--json')
  const { port, host: name, origin, hash } = new URL(readUrl(await line()))
  const request = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void request.destroy())
  const head = ['POST /session HTTP/1.1', `host: ${name}`, `origin: ${origin}`, 'content-type: application/json']
  const body = JSON.stringify({ token: hash.slice(1) })
  request.write([...head, `content-length: ${String(body.length)}`, 'expect: 100-continue', '', ''].join('\r\n'))
  // The host waits for the body from here on.
  expect(String(((await once(request, 'data')) as [Buffer])[0])).toMatch(/^HTTP\/1\.1 100 /)
  host.kill('SIGTERM')
  while (await accepts(Number(port))) await nextTurn()
  const reply = text(request)
  request.write(body)
  expect(await reply).toMatch(/^HTTP\/1\.1 200 [^]*"bearer":"[\w-]{43}"/)
  expect(await ended).toBe(0)
})

test.each([0, 40, 80, 160])(
  'a signal %i ms after the address is printed stops the host cleanly, even while the app is being loaded',
  async (ms) => {
    const { line, host, ended } = startHost('--data', join(folder, `early-${ms}`), '--json')
    await line()
    await delay(ms)
    host.kill('SIGTERM')
    expect(await ended).toBe(0)
  },
)

/** Whether the host takes a further connection. */
async function accepts(port: number): Promise<boolean> {
  const further = connect(port, '127.0.0.1')
  const isTaken = await once(further, 'connect').then(
    () => true,
    () => false,
  )
  further.destroy()
  return isTaken
}

test('a second host on a data folder names the first host and exits with the code 3', async () => {
  const data = join(folder, 'two')
  const first = startHost('--data', data, '--json')
  const url = readUrl(await first.line())
  const second = startHost('--data', data, '--json')
  expect(await second.ended).toBe(3)
  expect(await second.said).toContain(`process ${String(first.host.pid)}`)
  expect(await second.said).toContain(new URL(url).origin)

  first.host.kill('SIGKILL')
  expect(await first.ended).toBeNull()
  const third = startHost('--data', data, '--json')
  expect(readUrl(await third.line())).not.toBe(url)
})

test('the launch token and the bearer token are in no file of the data folder', async () => {
  const data = join(folder, 'three')
  const { line } = startHost('--data', data, '--json')
  const url = new URL(readUrl(await line()))
  const token = url.hash.slice(1)
  const headers = { host: url.host, origin: url.origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ token })
  const signedIn = await askRaw(url.origin, { method: 'POST', path: '/session', headers, body })
  const { bearer } = (JSON.parse(signedIn.body) as { readonly value: { readonly bearer: string } }).value
  expect([token.length, bearer.length]).toEqual([43, 43])
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  expect(files.length).toBeGreaterThan(0)
  expect(texts.filter((content) => content.includes(token) || content.includes(bearer))).toEqual([])
})

test('the host refuses an unknown flag', async () => {
  const { ended, said } = startHost('--host', '0.0.0.0')
  expect(await ended).toBe(2)
  expect(await said).toContain('--port')
})

test.each([
  ['an error that nothing catches', "throw new TypeError('authToken=SECRET')"],
  ['a rejection that nobody handles', "Promise.reject(new TypeError('authToken=SECRET'))"],
])('%s ends the host with a sentence and a line in the log, without its message', async (name, thrower) => {
  const data = join(folder, name)
  const late = `data:text/javascript,${encodeURIComponent(`process.stdin.once('data', () => { ${thrower} })`)}`
  const { host, line, ended, said } = startHostWith(['--import', late], '--data', data, '--json')
  await line()
  // The app opens its ledger after its code was loaded.
  await expect.poll(() => existsSync(join(data, 'setdesk.db'))).toBe(true)
  host.stdin.write('now')
  expect(await ended).toBe(1)
  expect(await said).toContain('TypeError')
  expect(await said).not.toContain('SECRET')
  const log = readFileSync(join(data, 'log', 'setdesk.jsonl'), 'utf8')
  expect(log).toContain('"uncaught"')
  expect(log).not.toContain('SECRET')
})
