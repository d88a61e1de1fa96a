import type { OperationId } from '../../src/platform/catalogue/catalogue.ts'
import { startHttpServer, type SeenRequest } from './http-server.ts'

export interface Reply {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a request. `pass` sends it to the platform, as often as it is called. `undefined`: the answer is lost. */
export type Middle = (
  pass: () => Promise<Reply>,
  request: SeenRequest,
) => Promise<Reply | undefined> | Reply | undefined

/** An HTTP server in front of a platform. It answers the operations that have an entry in `met` itself, or all
 * with the entry `all`, and passes on the others. */
export async function startMiddleServer(platformUrl: string) {
  const met: Partial<Record<OperationId | 'all', Middle>> = {}
  const server = await startHttpServer((response, request) => {
    const { pathname } = new URL(request.url, platformUrl)
    const name = pathname.split('/').at(-1) as OperationId
    const pass = async (): Promise<Reply> => {
      const { method, body } = request
      const answer = await fetch(platformUrl + request.url, { method, ...(method === 'POST' && { body }) })
      return {
        status: answer.status,
        body: await answer.text(),
        headers: { 'content-type': answer.headers.get('content-type') ?? '' },
      }
    }
    const answer = async (): Promise<void> => {
      const reply = await (met.all ?? met[name] ?? pass)(pass, request)
      if (reply === undefined) return void response.destroy()
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
    }
    answer().catch(() => response.destroy())
  })
  return { url: server.url, seen: server.seen, met }
}
