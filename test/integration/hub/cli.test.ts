import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeFolder } from '../../fakes/folder.ts'
import { makeCertificate } from '../../fakes/http-server-certificate.ts'
import { createHubClient, startHubProcess } from '../../fakes/hub/hub-process.ts'
import { makeIdentity, signChallenge, signEnrolment } from '../../fakes/hub/test-fleet.ts'
import { deriveLookup, normaliseOneTimeCode } from '../../../src/shared/fleet/one-time-code.ts'

const run = promisify(execFile)
/** `npm ci --omit=dev` leaves PGlite out. */
const withoutPglite = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== '@electric-sql/pglite') return next(specifier, context)
      throw Object.assign(new Error(), { code: 'ERR_MODULE_NOT_FOUND' })
    },
  })`)}`

it("the hub's command starts a trial on PGlite, enrols a first supervisor, limits calls and stops cleanly", async () => {
  const hub = await startHubProcess(['--try', '--port', '0', '--address-rate', '1'])
  onTestFinished(() => hub.kill())
  expect(hub.printed).toMatchObject({ trial: 'PGlite, in memory' })
  const client = createHubClient(hub.printed.url)
  onTestFinished(() => client.close())
  const identity = makeIdentity()
  const lookup = await deriveLookup(normaliseOneTimeCode(hub.printed.code ?? '') ?? '')
  const enrolled = await client.ask('enrol', undefined, signEnrolment(lookup, identity, 'Office'))
  if (!enrolled.ok) throw new Error(enrolled.error.message)
  const { station, role } = enrolled.value as { station: string; role: string }
  expect(role).toBe('supervisor')
  const challenged = await client.ask('challenge', undefined, { station })
  const { challenge } = (challenged.ok ? challenged.value : {}) as { challenge: string }
  const signature = signChallenge(station, challenge, identity.privateKey)
  const signedIn = await client.ask('sign-in', undefined, { station, challenge, signature })
  const { token } = (signedIn.ok ? signedIn.value : {}) as { token: string }
  const stream = await client.follow(token)
  expect(await client.ask('board.read', token, {})).toMatchObject({
    ok: true,
    value: { stations: [{ name: 'Office' }] },
  })
  expect(JSON.parse((await client.send('/health')).text)).toEqual({ ok: true, state: 'well' })
  // Only this computer may read the metrics without a token.
  expect((await client.send('/metrics')).text).toContain('setdesk_hub_streams 1')
  // Calls without a session are limited to thirty at once and then one a second. A known session has its own limits.
  const headers = { 'content-type': 'application/json' }
  const refused = []
  while (refused.length === 0) {
    const answered = await client.send('/v1/board.read', { method: 'POST', headers, body: '{}' })
    if (answered.status === 429) refused.push(answered)
    else expect(answered.status).toBe(401)
  }
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await client.ask('board.read', token, {})).ok).toBe(true)
  hub.signal('SIGTERM')
  await stream.ended
  expect(await hub.ended).toEqual([0, null])
}, 60_000)

it.each([
  [['--try', '--address', '0.0.0.0'], 2, 'loopback'],
  [['--port', '1'], 2, '--database is missing'],
  [['--migrate', '--database', 'postgres://setdesk_owner@127.0.0.1:1/setdesk'], 1, 'ECONNREFUSED'],
  [
    [
      '--migrate',
      '--database',
      'postgres://setdesk_owner@127.0.0.1:1/setdesk?sslmode=verify-full&sslrootcert=/no/ca.pem',
    ],
    1,
    'The file of sslrootcert in the address of the database cannot be read: /no/ca.pem: ENOENT.',
  ],
])("the hub's command refuses %j with a reason", async (args, code, words) => {
  const failed = await run(process.execPath, ['src/hub/cli.ts', ...args]).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code, stderr: expect.stringContaining(words) })
})

it("the hub's command says what to install if a trial lacks PGlite", async () => {
  const failed = await run(process.execPath, ['--import', withoutPglite, 'src/hub/cli.ts', '--try']).catch(
    (error: unknown) => error,
  )
  expect(failed).toMatchObject({
    code: 1,
    stderr: 'A trial needs PGlite, which is not installed. Run npm ci, without --omit=dev.\n',
  })
})

const start = (...args: readonly string[]) =>
  run(process.execPath, ['src/hub/cli.ts', '--try', '--port', '0', ...args]).catch((error: unknown) => error)
const writeFiles = (cert: string, key: string) => {
  const folder = makeFolder()
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  return { certFile, tls: ['--tls-cert', certFile, '--tls-key', keyFile] }
}

describe('the hub', () => {
  it('refuses to start, with a reason, if a certificate file is missing or invalid', async () => {
    const missing = join(makeFolder(), 'missing.pem')
    expect(await start('--tls-cert', missing, '--tls-key', missing)).toMatchObject({
      code: 1,
      stderr: `A file of --tls-cert or --tls-key cannot be read: ENOENT. They are ${missing} and ${missing}.\n`,
    })
    const { tls } = writeFiles('-----BEGIN CERTIFICATE-----\n', makeCertificate().key)
    expect(await start(...tls)).toMatchObject({ code: 1, stderr: expect.stringContaining('are not a certificate') })
  })

  it('refuses to start, with a reason, if another program has the port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await start('--port', String(port))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The hub cannot listen on port ${port} of 127.0.0.1: EADDRINUSE.`),
    })
  })

  it('keeps its certificate if the renewed certificate file is incomplete', async () => {
    const { cert, key } = makeCertificate()
    const { certFile, tls } = writeFiles(cert, key)
    const hub = await startHubProcess(['--try', '--port', '0', ...tls])
    onTestFinished(() => hub.kill())
    writeFileSync(certFile, cert.slice(0, 200))
    hub.signal('SIGHUP')
    await expect.poll(hub.log, { timeout: 10_000 }).toContain('certificate-unusable')
    const client = createHubClient(hub.printed.url, cert)
    onTestFinished(() => client.close())
    expect((await client.send('/health')).status).toBe(200)
  })
})
