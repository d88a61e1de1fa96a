import type { DialectReply } from '../dialects/dialect.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { RubbishBody } from './fault.ts'

/** Bytes of the `huge` body. */
export const hugeBodyLength = 50 * 1024 * 1024

const page = `<!DOCTYPE html>
<html><head><title>Service Unavailable</title></head>
<body><h1>Service Unavailable</h1><p>The server is temporarily unable to service your request.</p></body></html>`

/** An HTML page, as a proxy in front of the platform would send it. */
export const htmlReply = (status: number): DialectReply => ({
  status,
  contentType: 'text/html; charset=utf-8',
  body: page,
})

/** A meaningless reply. `writeHuge` sends the `huge` one in pieces. */
export function rubbishReply(body: Exclude<RubbishBody, 'huge'>, status: number): DialectReply {
  const json = (text: string): DialectReply => ({ status, contentType: 'application/json; charset=utf-8', body: text })
  switch (body) {
    case 'html':
      return htmlReply(status)
    case 'truncated-json':
      return json('{"loginid":"10023')
    case 'empty':
      return json('')
    case 'xml':
      return {
        status,
        contentType: 'application/xml; charset=utf-8',
        body: '<?xml version="1.0"?><Report><Line>17</Line></Report>',
      }
    case 'message':
      return json('{"Message":"Something happened."}')
    case 'doubly-encoded':
      return json(JSON.stringify(JSON.stringify({ Message: 'Something happened.' })))
    default:
      return assertNever(body)
  }
}
