import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'

/** Signs in like the page: the token of the launch URL once, then the bearer. */
export async function enter(launchUrl: string) {
  const { origin, hash } = new URL(launchUrl)
  const headers = { 'content-type': 'application/json', origin }
  const body = JSON.stringify({ token: hash.slice(1) })
  const signedIn = await fetch(`${origin}/session`, { method: 'POST', headers, body })
  const { value } = (await signedIn.json()) as { readonly value: { readonly bearer: string } }
  return async <C extends Channel>(channel: C, request: Request<C>): Promise<Response<C>> => {
    const answer = await fetch(`${origin}/bridge/${channel}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${value.bearer}` },
      body: JSON.stringify(request),
    })
    const reply = (await answer.json()) as { readonly ok: boolean; readonly value: Response<C> }
    if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply)}`)
    return reply.value
  }
}
