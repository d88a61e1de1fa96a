import type { Connection, ProxyLogIn } from '../../shared/domain/connection/connection.ts'
import {
  isSupplied,
  type Operation,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from '../catalogue/operation.ts'
import { isChanging } from '../catalogue/catalogue.ts'

/** One HTTP request. `url` contains the token: never log, report or show it. */
export interface PlatformRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  /** The JSON text of the body. Absent if the body is empty. A GET may have a body, too. */
  readonly body?: string
  /** A changing request goes out on a fresh connection and is never repeated by the transport. */
  readonly changes: boolean
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Absent for a direct connection. */
  readonly route?: Route
  /** The token of a session, sent in the `Authorization` header. Only the hub of a fleet asks for such a token. */
  readonly bearer?: string | undefined
  /** Receives a long answer in parts. The `Exchange` then has no text, and `timeoutMs` limits only the wait for the answer's start. */
  readonly onText?: (text: string) => void
}

/** The reasons why no answer could be read. A reason contains no part of the request. */
export const networkFailures = [
  'name-not-found',
  'connection-refused',
  'host-unreachable',
  'certificate-not-trusted',
  'certificate-for-other-name',
  'certificate-out-of-date',
  'certificate-not-yet-valid',
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
 * How far the request got. `not-sent`: no byte of the request was sent, because the name look-up, the connection, the proxy's tunnel or TLS
 * failed. A retry is safe. `maybe-sent`: something may have been sent, but no whole answer came. `answered`: a whole answer was read.
 */
export type Reach = 'not-sent' | 'maybe-sent' | 'answered'

const refusing: ReadonlySet<number> = new Set([400, 401, 403, 406, 422])

/** Whether an HTTP status refuses the call (Errors). Other error statuses only say that something went wrong. */
export const isRefusing = (status: number): boolean => refusing.has(status)

/** Whether an HTTP status says that the platform cannot answer now. The same request may succeed later. */
export const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** Whether the platform sent no answer at all, or answered only that it cannot answer now. */
export const isUnreached = ({ reach, status = 0 }: { readonly reach: string; readonly status?: number }): boolean =>
  reach !== 'answered' || isPassing(status)

export type Exchange =
  | { readonly reach: 'not-sent' | 'maybe-sent'; readonly failure: NetworkFailure }
  | {
      readonly reach: 'answered'
      readonly status: number
      /** The names of the headers are in lower case. */
      readonly headers: Readonly<Record<string, string>>
      readonly text: string
    }

/** The port that sends requests. `exchange` sends one request and never throws because of the network. */
export interface Transport {
  readonly exchange: (request: PlatformRequest) => Promise<Exchange>
}

/** Calls a function that makes an exchange as soon as the request has its turn. If it gets no turn, the result is `not-sent`. */
export type InTurn = (exchange: () => Promise<Exchange>) => Promise<Exchange>

export const withoutTurn: InTurn = (exchange) => exchange()

/** How requests reach a platform. May contain the proxy's credentials: never log, report or show a route. */
export interface Route {
  /** `http://host:port` of an HTTP proxy; absent for a direct connection. */
  readonly proxy?: string
  readonly proxyLogIn?: ProxyLogIn
  /** Certificates (PEM) that are trusted in addition to the system's. */
  readonly authority?: string
}

export function routeOf({ proxy, authority }: Pick<Connection, 'proxy' | 'authority'>, logIn?: ProxyLogIn): Route {
  return {
    ...(proxy === '' ? {} : { proxy }),
    ...(proxy === '' || logIn === undefined ? {} : { proxyLogIn: logIn }),
    ...(authority === '' ? {} : { authority }),
  }
}

export interface Proxy {
  readonly host: string
  readonly port: number
  readonly authorization?: string
}

export function proxyOf({ proxy, proxyLogIn }: Route): Proxy | undefined {
  if (proxy === undefined) return undefined
  const url = new URL(proxy)
  const logIn = proxyLogIn === undefined ? undefined : `${proxyLogIn.user}:${proxyLogIn.password}`
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 80 : Number(url.port),
    ...(logIn === undefined ? {} : { authorization: `Basic ${Buffer.from(logIn).toString('base64')}` }),
  }
}

/** How the four GetCustomer calls carry their parameters. The interface document names the body, but clients used the query. */
export type Retrieval = 'query' | 'body'

export interface RequestSettings {
  /** The platform's address, without `/api` and without a slash at its end. */
  readonly baseUrl: string
  readonly retrieval: Retrieval
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** The request that carries these values. The values must have passed `validateParameters`. */
export function buildRequest(
  operation: Operation,
  values: ParameterValues,
  settings: RequestSettings,
): PlatformRequest {
  const { baseUrl, retrieval, timeoutMs, signal } = settings
  const query: string[] = []
  const body: Record<string, ParameterValue> = {}
  for (const [{ name, carriedIn }, value] of usedParameters(operation, values)) {
    if (carriedIn === 'body' || (carriedIn === 'retrieval' && retrieval === 'body')) body[name] = value
    else query.push(`${encodeURIComponent(name)}=${encodeValue(value)}`)
  }
  const url = new URL(baseUrl + operation.path)
  url.search = query.join('&')
  return {
    method: operation.method,
    url,
    ...(Object.keys(body).length === 0 ? {} : { body: JSON.stringify(body) }),
    changes: isChanging(operation),
    timeoutMs,
    signal,
  }
}

/** The values that are sent, in the catalogue's order. Leaves out an optional parameter that is empty. */
export function usedParameters(
  operation: Operation,
  values: ParameterValues,
): readonly (readonly [Parameter, ParameterValue])[] {
  return operation.parameters.flatMap((parameter) => {
    const value = values[parameter.name]
    if (!isSupplied(parameter.name, value)) return []
    return value === '' && parameter.requirement === 'optional' ? [] : [[parameter, value] as const]
  })
}

/** Encodes a value with `%20` and `%2B`, never with a plus sign. Half a surrogate pair cannot be encoded and becomes U+FFFD. */
function encodeValue(value: ParameterValue): string {
  return encodeURIComponent(typeof value === 'object' ? value.join(',') : String(value).toWellFormed())
}
