import type { BridgeError, ErrorCode } from '../../../shared/bridge/errors.ts'
import { type Connection, isPlainHttpStopped } from '../../../shared/domain/connection/connection.ts'
import { fail } from '../../../shared/result.ts'

type Extras = Pick<BridgeError, 'fields' | 'jobId' | 'detail'>

const retryableCodes: ReadonlySet<ErrorCode> = new Set([
  'key-store-unavailable',
  'key-missing',
  'storage-full',
  'needs-network',
  'one-at-a-time',
  'not-reached',
  'hub-busy',
])

export interface Refusal {
  readonly ok: false
  readonly error: BridgeError
}

/** Makes the error for an expected failure. The message is for logs and scripts, because the screen has its own texts. */
export const problem = (code: ErrorCode, message: string, extras: Extras = {}): Refusal =>
  fail({ code, message, retryable: retryableCodes.has(code), ...extras })

export const refuseSending = (connection: Connection): Refusal =>
  isPlainHttpStopped(connection)
    ? problem('plain-http', 'This connection is not encrypted, and nobody has allowed that')
    : problem('no-token', 'This connection has no token')
