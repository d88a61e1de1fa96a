import type { Route } from './route.ts'

/** One HTTP request. `url` contains the token: never log, report or show it. */
export interface PlatformRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  /** JSON text; absent for an empty body. A GET may have one. */
  readonly body?: string
  /** A changing request goes out on a fresh connection and is never repeated by the transport. */
  readonly changes: boolean
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Absent for a direct connection. */
  readonly route?: Route
}

/** Why no answer could be read. Contains nothing of the request. */
export const networkFailures = [
  'name-not-found',
  'connection-refused',
  'host-unreachable',
  'certificate-not-trusted',
  'certificate-for-other-name',
  'certificate-out-of-date',
  'tls-failed',
  'connection-reset',
  'timed-out',
  'answer-too-large',
  'answer-cut-short',
  'not-http',
  'proxy-not-reached',
  'proxy-log-in-refused',
  'proxy-refused',
  'proxy-cannot-reach',
  'proxy-not-understood',
  'cancelled',
] as const
export type NetworkFailure = (typeof networkFailures)[number]

/**
 * How far the request got. `not-sent`: not a byte of it left (name look-up, refused connection, a proxy's tunnel, TLS before
 * the request), so a retry is safe. `maybe-sent`: something left, but no whole answer came. `answered`: a whole answer was read.
 */
export type Reach = 'not-sent' | 'maybe-sent' | 'answered'

export type Exchange =
  | { readonly reach: 'not-sent' | 'maybe-sent'; readonly failure: NetworkFailure }
  | {
      readonly reach: 'answered'
      readonly status: number
      /** Lower-case names. */
      readonly headers: Readonly<Record<string, string>>
      readonly text: string
    }

/** Port: sends one request. Never throws because of the network. */
export interface Transport {
  readonly exchange: (request: PlatformRequest) => Promise<Exchange>
}
