import type { IncomingMessage } from 'node:http'
import { largestAnswer } from '../../shared/domain/answer-size.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'

/** Larger than any call of the bridge: the largest answer of a platform to be taught from, its every character escaped. */
export const largestBodyBytes = 7 * largestAnswer

/** The JSON value of a request's body; an empty body is an empty object. Stops reading at 56 MB, whatever was announced. */
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
