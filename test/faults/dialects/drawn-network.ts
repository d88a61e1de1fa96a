import type { Exchange, PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import type { Platform, PlatformReply } from '../../platforms/platform.ts'

/** Connects the app to a generated platform in this process, without a network. */
export interface DrawnNetwork {
  readonly baseUrl: string
  readonly authToken: string
  readonly crmService: string
  readonly cmsService: string
  readonly hostnames: readonly string[]
  readonly carryOut: (request: PlatformRequest) => Exchange
  /** The platform's own server error. */
  readonly fail: () => Exchange
  readonly close: () => void
}

/** Sends the app's requests to a generated platform. */
export function reachDrawn(platform: Platform): DrawnNetwork {
  const { authToken, crmService, cmsService, hostnames } = platform
  return {
    baseUrl: 'http://drawn.example',
    authToken,
    crmService,
    cmsService,
    hostnames,
    carryOut: ({ method, url, body = '' }) =>
      answered(
        platform.answer({ method, path: url.pathname, query: Object.fromEntries(url.searchParams), body }).reply,
      ),
    fail: () => answered(platform.trouble()),
    close: () => undefined,
  }
}

const answered = ({ status, headers, text }: PlatformReply): Exchange => ({
  reach: 'answered',
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  text,
})
