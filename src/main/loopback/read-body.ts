import type { IncomingMessage } from 'node:http'
import { fail, succeed, type Result } from '../../shared/result.ts'

/** Larger than any call of the bridge: a file of work from another computer travels as text. */
export const largestBodyBytes = 9 * 1024 * 1024

/** The JSON value of a request's body; an empty body is an empty object. Stops reading at 9 MB, whatever was announced. */
export async function readJsonBody(
  request: IncomingMessage,
): Promise<Result<unknown, 'too-large' | 'not-json' | 'broken-off'>> {
  if (Number(request.headers['content-length'] ?? 0) > largestBodyBytes) return fail('too-large')
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > largestBodyBytes) return fail('too-large')
      chunks.push(chunk)
    }
  } catch {
    return fail('broken-off')
  }
  if (size === 0) return succeed({})
  try {
    return succeed(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    return fail('not-json')
  }
}
