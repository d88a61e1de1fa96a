import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { askRaw } from '../fakes/raw-request.ts'
import { openForTest, startPractising } from './drive.ts'
import { targetName } from './target.ts'

/** Another program's server on this computer. It keeps the headers of every request that reaches it. */
async function serveElsewhere() {
  const received: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    received.push(request.headers)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Elsewhere</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${String(port)}`, received }
}

/** What a program can do with the headers that it received: send them to the bridge, whole or as another kind of proof. */
const uses = (received: readonly IncomingHttpHeaders[]): readonly Record<string, string>[] =>
  received.flatMap((headers) => {
    const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    const values = given.flatMap(([, value = '']) => [value, ...value.split(/[;=\s]+/)])
    return [
      Object.fromEntries(given) as Record<string, string>,
      ...[...new Set(values)].map((value) => ({ authorization: `Bearer ${value}`, cookie: value })),
    ]
  })

// Electron's page has no address that another program could serve.
test.runIf(targetName === 'loopback')(
  'a web server of another program on this computer receives nothing that gives access to the bridge',
  async () => {
    const { page } = await openForTest()
    await startPractising(page)
    const { origin } = new URL(page.url())
    const elsewhere = await serveElsewhere()

    const visit = await page.context().newPage()
    await visit.goto(elsewhere.origin)
    await visit.evaluate(() => fetch('/again', { method: 'POST', credentials: 'include', body: '{}' }))
    await page.evaluate((address) => {
      location.href = address
    }, `${elsewhere.origin}/left-for`)
    await page.getByRole('main').waitFor({ state: 'detached' })
    expect(elsewhere.received.length).toBeGreaterThan(2)

    const honest = { host: origin.slice('http://'.length), origin, 'content-type': 'application/json' }
    for (const use of uses(elsewhere.received)) {
      const headers = { ...use, ...honest, 'sec-fetch-site': 'same-origin', 'content-length': 2 }
      const answer = await askRaw(origin, { method: 'POST', path: '/bridge/app.snapshot', headers, body: '{}' })
      expect(answer.body).toContain('no-session')
      expect(answer.status).toBe(401)
    }
  },
)
