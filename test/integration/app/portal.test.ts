import { describe, expect, test } from 'vitest'
import { startMiddleServer, type Reply } from '../../fakes/middle-server.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { changes, effectsOn, intentFor, once, operationOf, quick, save, type Change } from './activate.ts'

const elsewhere = { location: 'http://login.hotel.example/' }

/** The answers of a network's log-in page to any request. */
const portals: readonly (readonly [string, Reply])[] = [
  ['a page', { status: 200, body: '<!DOCTYPE html><html><body>Welcome. Please log in</body></html>' }],
  ['a page that says "Success"', { status: 200, body: '<HTML><TITLE>Success</TITLE><BODY>Success</BODY></HTML>' }],
  ['a page behind a long comment', { status: 200, body: `<!-- ${'x'.repeat(3000)} --><html>Log in</html>` }],
  ['a script', { status: 200, body: '<!-- hotspot --><script>top.location="http://login.hotel.example"</script>' }],
  ['a link', { status: 200, body: '<a href="http://login.hotel.example">Log in</a>.' }],
  ['the JSON of RFC 8908', { status: 200, body: '{"captive":true,"user-portal-url":"https://login.hotel.example/"}' }],
  ['a redirect without a text', { status: 302, body: '', headers: elsewhere }],
  ['a redirect with a page', { status: 302, body: '<html>Moved</html>', headers: elsewhere }],
  ['a redirect that keeps the method', { status: 307, body: '{"captive":true}', headers: elsewhere }],
  ['a refusal with a page', { status: 403, body: '<html>Please log in</html>' }],
  ['a demand to log in', { status: 511, body: '<html>Network Authentication Required</html>' }],
]

async function openBehind(change: Change) {
  const platform = await openPlatform()
  const middle = await startMiddleServer(platform.url)
  const app = await openApp()
  await connect(app, platform, { ...quick, baseUrl: middle.url })
  return { ...middle, app, platform, intent: await intentFor(change, app, platform) }
}

describe.each(portals)('if a log-in page of the network answers with %s', (_, reply) => {
  test.each(changes)('to the same %s three times, the job takes effect once and ends as done', async (change) => {
    const { met, app, platform, intent } = await openBehind(change)
    let sent = 0
    met[operationOf[change]] = (pass) => (++sent > 3 ? pass() : reply)
    const { summary, steps } = await app.jobIn(await save(app, intent), 'done', 'unconfirmed', 'needs-you', 'refused')
    expect([summary.state, summary.why?.code]).toEqual(['done', 'seen-on-platform'])
    expect(steps[0]?.attempts.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown', 'accepted'])
    expect(steps[0]?.attempts[0]?.isFromBetween).toBe(true)
    expect(effectsOn(platform, intent.box.identifier)).toEqual(once[change])
  })
})

/** Answers that arrive in three ways: as a page, as a redirect, and with a status of their own. */
const kinds = portals.filter(([, { status, body }]) => status === 511 || body === '' || body.includes('Welcome'))

test.each(kinds)(
  'a job waits for the network while everything is answered with %s, and ends as done afterwards',
  async (_, reply) => {
    const { met, app, platform, intent } = await openBehind('bind-user')
    let [sent, readInVain] = [0, 0]
    met[operationOf['bind-user']] = async (pass) => {
      sent += 1
      await pass()
      met.all = () => {
        readInVain += 1
        return reply
      }
      return reply
    }
    const id = await save(app, intent)
    await expect.poll(() => readInVain).toBeGreaterThan(2)
    await expect.poll(async () => (await app.call('job.read', { id })).summary.state).toBe('waiting')
    const link = (await app.call('app.snapshot', {})).connections[0]?.link
    delete met.all
    await app.call('queue.resume', {})
    const { summary } = await app.jobIn(id, 'done', 'unconfirmed', 'needs-you', 'refused')
    expect([sent, summary.state]).toEqual([1, 'done'])
    expect([link?.state, link?.failure]).toEqual(['unreached', 'not-the-platform'])
    expect(effectsOn(platform, intent.box.identifier)).toEqual(['bind-user'])
  },
)

test('a job that waits because of a log-in page is tried as soon as a technician asks for it', async () => {
  const { met, app, intent } = await openBehind('bind-user')
  // Nothing is tried for an hour by itself, so only the technician's wish can end the wait.
  const page = { status: 200, body: '<html>Log in</html>', headers: { 'retry-after': '3600' } }
  let reads = 0
  met.devices = (pass) => (++reads > 2 ? pass() : page)
  const id = await save(app, intent)
  const summary = async () => (await app.call('job.read', { id })).summary
  await expect.poll(async () => (await summary()).waitsUntil ?? 0).toBeGreaterThan(Date.now() + 1_800_000)
  const askAndRead = async () => {
    await app.call('queue.resume', {})
    return (await summary()).why?.code
  }
  await expect.poll(askAndRead).toBe('seen-on-platform')
  expect((await summary()).state).toBe('done')
})
