import type { Reply } from '../../../src/shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../../src/shared/bridge/contract.ts'
import type { ErrorCode } from '../../../src/shared/bridge/errors.ts'

/** Calls a channel; throws on an error. */
export type CallHost = <C extends Channel>(channel: C, request: Request<C>) => Promise<Response<C>>

/** What the host answers instead of doing it. */
export class Refusal extends Error {
  readonly code: ErrorCode

  constructor(channel: Channel, code: ErrorCode, message: string) {
    super(`${channel}: ${code}: ${message}`)
    this.code = code
  }
}

/** Calls over HTTP, as the page does. `bearer`: what the page got for its launch token. */
export function createCallHost(origin: string, bearer: string): CallHost {
  const headers = { 'content-type': 'application/json', origin, authorization: `Bearer ${bearer}` }
  return async (channel, request) => {
    const answer = await fetch(`${origin}/bridge/${channel}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(request),
    })
    const reply = (await answer.json()) as Reply<Response<typeof channel>>
    if (!reply.ok) throw new Refusal(channel, reply.error.code, reply.error.message)
    return reply.value
  }
}
