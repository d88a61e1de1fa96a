import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { ProxyLogIn } from '../../shared/domain/connection/proxy.ts'

/** How requests reach a platform. May contain the proxy's credentials: never log, report or show it. */
export interface Route {
  /** `http://host:port` of an HTTP proxy; absent for a direct connection. */
  readonly proxy?: string
  readonly proxyLogIn?: ProxyLogIn
  /** Certificates (PEM) trusted beside the system's. */
  readonly authority?: string
}

/** The route that a connection's settings ask for. */
export function routeOf({ proxy, authority }: Pick<Connection, 'proxy' | 'authority'>, logIn?: ProxyLogIn): Route {
  return {
    ...(proxy === '' ? {} : { proxy }),
    ...(proxy === '' || logIn === undefined ? {} : { proxyLogIn: logIn }),
    ...(authority === '' ? {} : { authority }),
  }
}

/** A proxy, as `openSocket` needs it. */
export interface Proxy {
  readonly host: string
  readonly port: number
  /** Value of `Proxy-Authorization`. */
  readonly authorization?: string
}

/** The parsed proxy of a route; undefined for a direct connection. */
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
