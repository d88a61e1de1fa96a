import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { proxyOf, type Route } from './exchange.ts'
import { openSocket } from './open-socket.ts'

interface AgentOptions {
  readonly systemAuthorities?: (() => readonly string[]) | undefined
  readonly idleMs: number
  readonly lookup?: LookupFunction | undefined
}

/** Makes the agents that open connections along a route: through its proxy, trusting its certificates. */
export function createAgents({ systemAuthorities, idleMs, lookup }: AgentOptions) {
  const opening = new Set<Socket>()
  const trust = createTrust(systemAuthorities)

  const createAgent = (
    secure: boolean,
    keepAlive: boolean,
    route: Route,
    onOpening: (socket: Socket) => void = noop,
  ): HttpAgent => {
    const settings = { keepAlive, timeout: idleMs }
    const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings)
    agent.createConnection = ({ host, port, servername }: ConnectionArguments, callback) => {
      const socket = openSocket(
        {
          host: host ?? '',
          port: Number(port),
          proxy: proxyOf(route),
          ...(secure ? { tls: { servername: servername ?? '', secureContext: trust(route.authority) } } : {}),
          ...(lookup === undefined ? {} : { lookup }),
        },
        (error, opened) => {
          opening.delete(socket)
          callback?.(error, opened)
        },
      )
      opening.add(socket)
      onOpening(socket)
      return undefined
    }
    return agent
  }

  return {
    createAgent,
    /** Ends the connections that are being opened. */
    abortOpening: () => {
      for (const socket of opening) socket.destroy()
    },
  }
}

const noop = () => undefined

/** The arguments of `createConnection`. Node's type lacks the server name for TLS. */
interface ConnectionArguments {
  readonly host?: string | null | undefined
  readonly port?: number | string | null | undefined
  readonly servername?: string | undefined
}

/** The certificates that TLS trusts: Node's own, the system's, and those of a connection (PEM). Read when first needed. */
type Trust = (authority?: string) => SecureContext

/** `system` reads the store of the operating system, which takes a tenth of a second. */
function createTrust(system: () => readonly string[] = () => getCACertificates('system')): Trust {
  const contexts = new Map<string, SecureContext>()
  let common: readonly string[] | undefined
  return (authority = '') => {
    const known = contexts.get(authority)
    if (known !== undefined) return known
    common ??= [...new Set([...getCACertificates('default'), ...system()])]
    const context = createContext(common, authority)
    contexts.set(authority, context)
    return context
  }
}

/** An invalid certificate text, from settings edited by hand, neither adds nor removes trust. */
function createContext(common: readonly string[], authority: string): SecureContext {
  try {
    if (authority !== '') return createSecureContext({ ca: [...common, authority] })
  } catch {
    // Continues with the common certificates. The request then fails with `certificate-not-trusted`.
  }
  return createSecureContext({ ca: [...common] })
}
