import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Handlers } from '../../../../src/main/app.ts'
import { startLoopbackServer } from '../../../../src/main/loopback/server.ts'
import { createFakeApp } from '../../../fakes/app.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { trulyRandom } from '../../../fakes/random.ts'
import { askRaw } from '../../../fakes/raw-request.ts'

export const page = '<!doctype html><title>Setdesk</title>'
export const outside = 'what lies outside'

/** A renderer folder with a page and a script, and files beside them that must not be served. */
export function makeRenderer(): string {
  const folder = makeFolder()
  const root = join(folder, 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), page)
  writeFileSync(join(root, 'assets', 'index-abc.js'), 'export {}')
  writeFileSync(join(root, '.env'), outside)
  writeFileSync(join(folder, 'secret.js'), outside)
  mkdirSync(join(folder, 'main'))
  writeFileSync(join(folder, 'main', 'loopback.js'), outside)
  symlinkSync('../secret.js', join(root, 'link.js'))
  symlinkSync('../main', join(root, 'linked'))
  return root
}

/** A server over a fake app, with the headers of a browser that opened it. */
export async function startServer(replaced: Partial<Handlers> = {}) {
  const app = createFakeApp(replaced)
  const log = createFakeLog()
  const server = await startLoopbackServer({ app, log, port: 0, random: trulyRandom, rendererFolder: makeRenderer() })
  onTestFinished(() => server.close())
  const { origin } = server
  const host = origin.slice('http://'.length)
  const launchPath = server.launchUrl.slice(origin.length)
  const launched = async () => {
    const answer = await askRaw(origin, { path: launchPath, headers: { host } })
    return { host, origin, cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
  }
  return { app, log, server, origin, host, launchPath, launched }
}
