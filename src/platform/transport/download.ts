import type { IncomingMessage } from 'node:http'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { createAgents } from './open-socket.ts'
import { proxyOf, type NetworkFailure, type Route } from './exchange.ts'
import { requestFailureOf, startRequest } from './transport.ts'

interface DownloadRequest {
  readonly url: URL
  readonly route: Route
  readonly signal: AbortSignal
  /** The download is aborted if no byte comes for this time, in milliseconds. */
  readonly silentMs: number
}

/** Why a download failed. A value such as `http-404` means that the server answered, but not with the file. */
export type DownloadFailure = NetworkFailure | `http-${number}`

/**
 * Starts to download a large file, on the same route as the platform's calls. Redirects are not followed. The content is not
 * trusted: the caller checks its size and hash.
 */
export function openDownload(request: DownloadRequest): Promise<Result<IncomingMessage, DownloadFailure>> {
  const { url, route, signal, silentMs } = request
  const { promise, resolve } = Promise.withResolvers<Result<IncomingMessage, DownloadFailure>>()
  if (signal.aborted) return Promise.resolve(fail('cancelled'))
  const secure = url.protocol === 'https:'
  const agent = createAgents({ idleMs: silentMs }).createAgent(secure, false, route)
  const forwarding = secure ? undefined : proxyOf(route)
  const sent = startRequest({ method: 'GET', url }, secure, agent, forwarding)
  let wasSilent = false
  const cancel = (): void => void sent.destroy()
  signal.addEventListener('abort', cancel, { once: true })
  sent.setTimeout(silentMs, () => {
    wasSilent = true
    sent.destroy()
  })
  const reasonOf = (error: NodeJS.ErrnoException): NetworkFailure => {
    if (signal.aborted) return 'cancelled'
    return wasSilent ? 'timed-out' : requestFailureOf(error, false)
  }
  sent.on('error', (error) => resolve(fail(reasonOf(error))))
  sent.on('close', () => {
    signal.removeEventListener('abort', cancel)
    // A silent or cancelled request closes without an earlier error.
    resolve(fail(signal.aborted ? 'cancelled' : wasSilent ? 'timed-out' : 'connection-reset'))
  })
  sent.on('response', (response) => {
    const { statusCode = 0 } = response
    if (statusCode === 200) return resolve(succeed(response))
    const isProxys = forwarding !== undefined && statusCode === 407
    resolve(fail<DownloadFailure>(isProxys ? 'proxy-log-in-refused' : `http-${statusCode}`))
    sent.destroy()
  })
  sent.end()
  return promise
}
