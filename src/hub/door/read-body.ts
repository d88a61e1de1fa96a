import type { IncomingMessage } from 'node:http'
import type { HubError } from '../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'

const tooLarge: HubError = { code: 'too-large', message: 'The request is too large.' }
const tooMuch: HubError = { code: 'too-many', message: 'The hub has too much to read. Try again later.' }
const notJson: HubError = { code: 'bad-request', message: 'The body is not JSON, or it ended early.' }

/**
 * Reads JSON bodies up to a size, and up to `mostTogether` bytes for all bodies under way. What follows in a refused body is read and thrown away: a
 * client that is still sending would otherwise see a broken connection, and not the refusal.
 */
export function createBodyReader(mostTogether: number) {
  let together = 0
  return (request: IncomingMessage, atMost: number): Promise<Result<unknown, HubError>> =>
    new Promise((resolve) => {
      let size = 0
      let parts: Buffer[] | undefined = []
      const settle = (result: Result<unknown, HubError>): void => {
        if (parts === undefined) return
        parts = undefined
        together -= size
        resolve(result)
      }
      request.on('data', (part: Buffer) => {
        if (parts === undefined) return
        parts.push(part)
        size += part.length
        together += part.length
        if (size > atMost) settle(fail(tooLarge))
        else if (together > mostTogether) settle(fail(tooMuch))
      })
      request.on('end', () => settle(parse(parts ?? [], size)))
      request.on('error', () => settle(fail(notJson)))
      request.on('close', () => settle(fail(notJson)))
      if (Number(request.headers['content-length'] ?? 0) > atMost) settle(fail(tooLarge))
    })
}

function parse(parts: readonly Buffer[], size: number): Result<unknown, HubError> {
  try {
    return succeed(JSON.parse(Buffer.concat(parts, size).toString('utf8')))
  } catch {
    return fail(notJson)
  }
}
