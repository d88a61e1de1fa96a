import { writeJson } from './write-json.ts'
import { writeText } from './write-text.ts'
import { writeXml } from './write-xml.ts'
import type { PlatformDescription } from './description.ts'
import type { PlatformReply } from './platform.ts'
import type { Said } from './say.ts'

/** The reply that is sent for an answer. `number` counts the calls, `operation` names the SOAP envelope. */
export function writeReply(
  said: Said,
  description: PlatformDescription,
  number: number,
  operation: string,
): PlatformReply {
  const { status, body } = said
  const manner = description.encoding
  const isJson = manner.encoding.startsWith('json')
  const isXml = manner.encoding.startsWith('xml')
  const text = isJson
    ? writeJson(body, description, number)
    : isXml
      ? writeXml(body, description, number, operation)
      : writeText(body, manner)
  const honest = isJson
    ? 'application/json'
    : isXml
      ? 'text/xml'
      : manner.encoding === 'columns'
        ? 'text/csv'
        : 'text/plain'
  const type = body.kind === 'page' ? 'text/html' : manner.contentType === 'honest' ? honest : manner.contentType
  return {
    status,
    headers: {
      ...(text === '' || type === 'none' ? {} : { 'content-type': `${type}; charset=utf-8` }),
      ...(status === 302 ? { location: '/login' } : {}),
    },
    text,
  }
}
