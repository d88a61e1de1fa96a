import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { loopbackCommand } from '../../scripts/lib/serve-loopback.mjs'
import type { OpenApp } from './open-app.ts'

/** The built loopback host in its own process, started as `npm start` does it. */
export interface BuiltHost {
  readonly pid: number | undefined
  /** Calls a channel as the page does; throws on an error. */
  readonly call: OpenApp['call']
  /** Ends it as a person does. Gives the exit code, and the milliseconds until the process was gone. */
  readonly quit: () => Promise<{ readonly code: number | null; readonly ms: number }>
}

/** Starts it on a data folder, and signs in. The app must be built. */
export async function startBuiltHost(folder: string): Promise<BuiltHost> {
  const { program, args, env } = loopbackCommand(['--data', folder, '--no-open', '--json', '--port', '0'])
  const host = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  const ended = once(host, 'exit')
  const early = ended.then(() => Promise.reject(new Error('The host ended before it was there')))
  const [line] = (await Promise.race([once(createInterface(host.stdout), 'line'), early])) as [string]
  early.catch(() => undefined)
  const quit: BuiltHost['quit'] = async () => {
    const asked = performance.now()
    host.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    return { code, ms: performance.now() - asked }
  }
  try {
    return { pid: host.pid, call: await enter((JSON.parse(line) as { readonly url: string }).url), quit }
  } catch (error) {
    await quit()
    throw error
  }
}

/** Signs in like the page: the token of the launch URL once, then the bearer. */
async function enter(launchUrl: string): Promise<OpenApp['call']> {
  const { origin, hash } = new URL(launchUrl)
  const headers = { 'content-type': 'application/json', origin }
  const body = JSON.stringify({ token: hash.slice(1) })
  const signedIn = await fetch(`${origin}/session`, { method: 'POST', headers, body })
  const { value } = (await signedIn.json()) as { readonly value: { readonly bearer: string } }
  return async (channel, request) => {
    const answer = await fetch(`${origin}/bridge/${channel}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${value.bearer}` },
      body: JSON.stringify(request),
    })
    const reply = (await answer.json()) as { readonly ok: boolean; readonly value: never }
    if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply)}`)
    return reply.value
  }
}
