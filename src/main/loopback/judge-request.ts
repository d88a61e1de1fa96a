import type { IncomingHttpHeaders } from 'node:http'

/** What of a request decides whether it is let in. */
export interface Asked {
  readonly method: string | undefined
  /** As it came, undecoded. */
  readonly target: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** Why a request is not let in. */
export type Objection =
  | 'wrong-host'
  | 'wrong-origin'
  | 'cross-site'
  | 'no-session'
  | 'wrong-method'
  | 'wrong-target'
  | 'wrong-content-type'

/** Where the server is and whom it knows. */
export interface Gate {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  readonly admits: (cookieHeader: string | undefined) => boolean
}

const json = /^application\/json(?:\s*;\s*charset=utf-8)?$/i

/**
 * What is wrong with a request, the first thing found; nothing if it may go on. Each check stands alone: a name that was
 * rebound to this computer fails by its Host, another site's page by its Origin or by what the browser says of where it
 * came from, a form by its content type, another program by the cookie it lacks.
 */
export function judgeRequest(asked: Asked, gate: Gate): Objection | undefined {
  const basic = judgePlace(asked, gate)
  if (basic !== undefined) return basic
  if (!gate.admits(asked.headers.cookie)) return 'no-session'
  if (asked.method === 'POST' && !json.test(asked.headers['content-type'] ?? '')) return 'wrong-content-type'
  return undefined
}

/** The checks that hold before there is a session, too. */
export function judgePlace({ method, target, headers }: Asked, gate: Gate): Objection | undefined {
  if (`http://${headers.host ?? ''}` !== gate.origin) return 'wrong-host'
  if (target === undefined || !target.startsWith('/') || target.startsWith('//') || target.length > 2000) {
    return 'wrong-target'
  }
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return 'wrong-method'
  // A browser names the origin of every POST; what does not is no page of ours.
  if ((method === 'POST' || headers.origin !== undefined) && headers.origin !== gate.origin) return 'wrong-origin'
  // `none`: typed, or opened by the system. Another port of this computer counts as `same-site`.
  const from = headers['sec-fetch-site']
  const fromHere = from === undefined || from === 'same-origin' || (from === 'none' && method !== 'POST')
  return fromHere ? undefined : 'cross-site'
}
