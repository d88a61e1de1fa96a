import type { IncomingMessage } from 'node:http'
import type { HubError } from '../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'

/** The most bytes that all bodies under way may hold together. */
const mostTogether = 256 * 1024 * 1024

const tooLarge: HubError = { code: 'too-large', message: 'The request is too large.' }

/** Reads JSON bodies up to a size, and up to another size for all bodies together. */
export function createBodyReader() {
  let together = 0
  return async (request: IncomingMessage, atMost: number): Promise<Result<unknown, HubError>> => {
    if (Number(request.headers['content-length'] ?? 0) > atMost) return fail(tooLarge)
    const parts: Buffer[] = []
    let size = 0
    try {
      for await (const part of request as AsyncIterable<Buffer>) {
        size += part.length
        together += part.length
        parts.push(part)
        if (size > atMost) return fail(tooLarge)
        if (together > mostTogether)
          return fail({ code: 'too-many', message: 'The hub has too much to read. Try again later.' })
      }
      return succeed(JSON.parse(Buffer.concat(parts, size).toString('utf8')))
    } catch {
      return fail({ code: 'bad-request', message: 'The body is not JSON, or it ended early.' })
    } finally {
      together -= size
    }
  }
}
