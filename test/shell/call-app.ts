import type { Reply } from '../../src/shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'
import type { Shell } from './start-shell.ts'

/** Makes a call like the page, and returns its value. */
export async function callApp<C extends Channel>(shell: Shell, channel: C, request: Request<C>): Promise<Response<C>> {
  const frame = { url: 'app://setdesk/', isTop: true }
  const asked = { id: 1, channel: 'bridge', args: [channel, request], frame }
  const reply = (await shell.main.ask('invoke', asked)) as Reply<Response<C>>
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}`)
  return reply.value
}
