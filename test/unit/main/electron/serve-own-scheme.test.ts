import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveOwnScheme } from '../../../../src/main/electron/page-rules.ts'
import { securityHeaders } from '../../../../src/main/host/served-files.ts'
import { makeFolder } from '../../../fakes/folder.ts'

type Handle = (request: Request) => Response | Promise<Response>

function setUp() {
  const folder = makeFolder()
  const root = join(folder, 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), 'the page')
  writeFileSync(join(root, 'assets', 'a.js'), 'a script')
  writeFileSync(join(folder, 'secret.js'), 'a secret')
  symlinkSync('../secret.js', join(root, 'link.js'))
  const handlers = new Map<string, Handle>()
  serveOwnScheme({ handle: (scheme: string, handle: Handle) => void handlers.set(scheme, handle) }, root)
  return async (url: string, method = 'GET') => {
    const answer = await handlers.get('app')?.(new Request(url, { method }))
    return {
      status: answer?.status,
      type: answer?.headers.get('content-type'),
      body: await answer?.text(),
      headers: answer?.headers,
    }
  }
}

test("the app's own scheme serves the page and its files with their types and the security headers", async () => {
  const get = setUp()
  const page = await get('app://setdesk/?x#/home')
  expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', body: 'the page' })
  for (const [name, value] of Object.entries(securityHeaders)) expect(page.headers?.get(name)).toBe(value)
  expect(await get('app://setdesk/assets/a.js')).toMatchObject({ status: 200, type: 'text/javascript; charset=utf-8' })
  expect(await get('app://setdesk/assets/../assets/./a.js')).toMatchObject({ status: 200, body: 'a script' })
})

test.each([
  'app://other/',
  'app://setdesk/link.js',
  'app://setdesk/../secret.js',
  'app://setdesk/%2e%2e/secret.js',
  'app://setdesk/..%2fsecret.js',
  'app://setdesk/assets',
  'app://setdesk//index.html',
])("the app's own scheme answers 404 for %s", async (url) => {
  expect(await setUp()(url)).toMatchObject({ status: 404, body: '' })
})

test("the app's own scheme answers 404 for a PUT", async () => {
  expect(await setUp()('app://setdesk/', 'PUT')).toMatchObject({ status: 404 })
})
