import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Handlers } from '../../../../src/main/app.ts'
import { serveApp } from '../../../../src/main/bridge/dispatch.ts'
import { startLoopbackServer } from '../../../../src/main/loopback/loopback-server.ts'
import { createFakeApp } from '../../../fakes/app.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { trulyRandom } from '../../../fakes/random.ts'
import { askRaw } from '../../../fakes/raw-request.ts'

export const page = '<!doctype html><title>Setdesk</title>'
export const launchPage = '<!doctype html><title>Opening Setdesk</title>'
export const outside = 'what lies outside'

/** A renderer folder with a page and a script, and files beside them that must not be served. */
export function makeRenderer(): string {
  const folder = makeFolder()
  const root = join(folder, 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), page)
  writeFileSync(join(root, 'launch.html'), launchPage)
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
export async function startServer(replaced: Partial<Handlers> = {}, signedIn?: () => void) {
  const app = createFakeApp(replaced)
  const log = createFakeLog()
  const deps = { port: 0, random: trulyRandom, rendererFolder: makeRenderer() }
  const server = await startLoopbackServer(signedIn === undefined ? deps : { ...deps, signedIn })
  onTestFinished(() => server.close())
  server.serve(serveApp(app, log))
  const { origin } = server
  const host = origin.slice('http://'.length)
  const token = new URL(server.launchUrl).hash.slice(1)
  /** Asks for the bearer like the launch page, with other headers or another body if they are given. */
  const signIn = (headers: Readonly<Record<string, string>> = {}, body = JSON.stringify({ token })) =>
    askRaw(origin, {
      method: 'POST',
      path: '/session',
      headers: { host, origin, 'content-type': 'application/json', ...headers },
      body,
    })
  const launched = async () => {
    const { value } = JSON.parse((await signIn()).body) as { readonly value?: { readonly bearer: string } }
    return { host, origin, authorization: `Bearer ${value?.bearer ?? ''}` }
  }
  return { app, log, server, origin, host, token, signIn, launched }
}
