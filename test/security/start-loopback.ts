import { serveApp } from '../../src/main/bridge/dispatch.ts'
import { startLoopbackServer } from '../../src/main/loopback/loopback-server.ts'
import { createFakeApp } from '../fakes/app.ts'
import { createFakeLog } from '../fakes/log.ts'
import { trulyRandom } from '../fakes/random.ts'
import { askRaw } from '../fakes/raw-request.ts'
import { makeRendererFolder } from './renderer-folder.ts'

/** The loopback host over an app that records its calls, with files of its own in an empty folder. */
export async function startLoopback(folder: string) {
  const app = createFakeApp()
  const rendererFolder = makeRendererFolder(folder)
  const server = await startLoopbackServer({ port: 0, random: trulyRandom, rendererFolder })
  server.serve(serveApp(app, createFakeLog()))
  const { origin } = server
  const host = origin.slice('http://'.length)
  const launchToken = new URL(server.launchUrl).hash.slice(1)
  const json = { 'content-type': 'application/json' }
  /** Exchanges the launch token like the launch page. Gives the bearer; undefined if it is refused. */
  const signIn = async (token = launchToken, headers: Readonly<Record<string, string>> = {}) => {
    const body = JSON.stringify({ token })
    const answer = await askRaw(origin, {
      method: 'POST',
      path: '/session',
      headers: { host, origin, ...json, ...headers },
      body,
    })
    return (JSON.parse(answer.body) as { readonly value?: { readonly bearer: string } }).value?.bearer
  }
  return { app, origin, host, launchToken, signIn, close: server.close }
}
