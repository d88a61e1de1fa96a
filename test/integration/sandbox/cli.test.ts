import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newCustomer, send } from './open-sandbox.ts'

/** Runs the command. `started` gives its first output, `end` its exit code and whole output. */
function runCli(...flags: readonly string[]) {
  return runCliOn(mkdtempSync(join(tmpdir(), 'setdesk-sandbox-cli-')), ...flags)
}

function runCliOn(folder: string, ...flags: readonly string[]) {
  const child = spawn(process.execPath, ['src/sandbox/cli.ts', '--data', folder, ...flags], { stdio: 'pipe' })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const exit = once(child, 'exit') as Promise<[number | null]>
  const end = exit.then(([code]) => ({ code, out, err }))
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const started = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => out.includes('\n') && resolve(out))
    void end.then(({ err: said }) => reject(new Error(said)))
  })
  return { folder, child, started, end }
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  "the sandbox's command prints one line of JSON, serves, and ends on %s",
  async (signal) => {
    const { child, started, end } = runCli(
      '--port',
      '0',
      '--json',
      '--dialect',
      'modern',
      '--unique-userids=false',
      '--renewal-service=singular',
    )
    const connection = JSON.parse(await started) as Record<string, string>
    expect(Object.keys(connection).sort()).toEqual(
      ['authToken', 'cmsService', 'controlToken', 'controlUrl', 'crmService', 'url'].sort(),
    )
    const { url, authToken = '', crmService = '', controlUrl, controlToken = '' } = connection
    const customers = await send(`${url}/api/GetCustomer/getCustomers?crmService=${crmService}&authToken=${authToken}`)
    expect(JSON.parse(customers.text)).toMatchObject({ success: true })
    const options = await send(`${controlUrl}/sandbox/options`, { headers: { 'x-sandbox-control': controlToken } })
    expect(JSON.parse(options.text)).toMatchObject({
      dialect: 'modern',
      uniqueUserids: false,
      renewalService: 'singular',
    })
    child.kill(signal)
    const { code, out, err } = await end
    expect({ code, lines: out.trim().split('\n').length, err }).toEqual({ code: 0, lines: 1, err: '' })
  },
)

test('the sandbox still has an answered change after it was killed', async () => {
  const first = runCli('--json')
  const {
    url,
    authToken = '',
    crmService = '',
    cmsService = '',
  } = JSON.parse(await first.started) as Record<string, string>
  const query = new URLSearchParams({ ...newCustomer, authToken, crmService, cmsService })
  await send(`${url}/api/AddCustomer/addCustomer?${query.toString()}`, { method: 'POST' })
  first.child.kill('SIGKILL')
  await first.end
  const again = JSON.parse(await runCliOn(first.folder, '--json').started) as Record<string, string>
  expect(again['authToken']).toBe(authToken)
  const ledger = await send(`${again['controlUrl']}/sandbox/ledger`, {
    headers: { 'x-sandbox-control': again['controlToken'] ?? '' },
  })
  expect(JSON.parse(ledger.text)).toMatchObject([{ effect: 'create', userid: newCustomer['userid'] }])
})

test("the sandbox's command prints its address, dialects and hostnames as readable text", async () => {
  const { started } = runCli()
  const text = await started
  expect(text).toMatch(/Address {6}http:\/\/127\.0\.0\.1:\d+/)
  expect(text).toContain('classic, modern, terse')
  expect(text).toContain('tv.north.example')
})

test.each([
  [['--dialect', 'latin'], 'wrong value of dialect'],
  [['--renewal-service', 'both'], 'wrong value of renewalService'],
  [['--latency', 'soon'], 'wrong value of latencyMs'],
  [['--port', '99999'], 'wrong value of port'],
  [['--faults', '[{}]'], 'wrong value of faults'],
  [['--customers', 'abc'], 'wrong value of customers'],
  [['--customers', ''], 'wrong value of customers'],
  [['--nothing'], "Unknown option '--nothing'"],
  [['more'], "Unexpected argument 'more'"],
])("the sandbox's command refuses %j with a reason", async (flags, why) => {
  const { end, started, folder } = runCli(...flags)
  await started.catch(() => undefined)
  const { code, err } = await end
  expect(code).toBe(2)
  expect(err).toContain(why)
  expect(err).not.toContain('    at ')
  expect(readdirSync(folder)).toEqual([])
})

test("the sandbox's command says that a port is taken", async () => {
  const first = JSON.parse(await runCli('--json').started) as Record<string, string>
  const { end, started } = runCli('--port', new URL(first['url'] ?? '').port)
  await started.catch(() => undefined)
  const { code, err } = await end
  expect(code).toBe(2)
  expect(err).toMatch(/^The training platform did not start: port \d+ is taken\n$/)
})
