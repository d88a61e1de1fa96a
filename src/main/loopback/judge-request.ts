import type { IncomingHttpHeaders } from 'node:http'

/** The parts of a request that the gate checks. */
export interface Asked {
  readonly method: string | undefined
  /** As received, undecoded. */
  readonly target: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** Why a request is refused. */
export type Objection =
  | 'wrong-host'
  | 'wrong-origin'
  | 'cross-site'
  | 'no-session'
  | 'wrong-method'
  | 'wrong-target'
  | 'wrong-content-type'

/** The server's origin, and its check of session cookies. */
export interface Gate {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  readonly admits: (cookieHeader: string | undefined) => boolean
}

const json = /^application\/json(?:\s*;\s*charset=utf-8)?$/i

/**
 * The first objection to a request; undefined if it may pass. Each check covers one attack: the Host header a name that was
 * rebound to this computer, Origin and `sec-fetch-site` a page of another site, the content type a form, and the cookie another
 * program.
 */
export function judgeRequest(asked: Asked, gate: Gate): Objection | undefined {
  const basic = judgePlace(asked, gate)
  if (basic !== undefined) return basic
  if (!gate.admits(asked.headers.cookie)) return 'no-session'
  if (asked.method === 'POST' && !json.test(asked.headers['content-type'] ?? '')) return 'wrong-content-type'
  return undefined
}

/** The checks that apply even before there is a session. */
export function judgePlace({ method, target, headers }: Asked, gate: Gate): Objection | undefined {
  if (`http://${headers.host ?? ''}` !== gate.origin) return 'wrong-host'
  if (target === undefined || !target.startsWith('/') || target.startsWith('//') || target.length > 2000) {
    return 'wrong-target'
  }
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return 'wrong-method'
  // A browser sends an Origin with every POST. A POST without one does not come from our page.
  if ((method === 'POST' || headers.origin !== undefined) && headers.origin !== gate.origin) return 'wrong-origin'
  // `none`: the address was typed, or opened by the system. Another port of this computer counts as `same-site`.
  const from = headers['sec-fetch-site']
  const fromHere = from === undefined || from === 'same-origin' || (from === 'none' && method !== 'POST')
  return fromHere ? undefined : 'cross-site'
}
