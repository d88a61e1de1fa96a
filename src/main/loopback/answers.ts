import type { ServerResponse } from 'node:http'
import type { Reply } from '../../shared/bridge/bridge.ts'
import type { ErrorCode } from '../../shared/bridge/errors.ts'
import { securityHeaders } from '../host/content-security-policy.ts'
import { writePage, type PageName } from './pages.ts'

type Headers = Readonly<Record<string, string>>

/** Sends a whole answer that nobody may keep. */
export function sendText(response: ServerResponse, status: number, text: string, headers: Headers): void {
  const length = String(Buffer.byteLength(text))
  response.writeHead(status, { ...securityHeaders, 'cache-control': 'no-store', 'content-length': length, ...headers })
  response.end(text)
}

export function sendReply(response: ServerResponse, status: number, reply: Reply<unknown>): void {
  sendText(response, status, JSON.stringify(reply), { 'content-type': 'application/json; charset=utf-8' })
}

/** A refusal in the shape of every other answer of the bridge. */
export function sendRefusal(response: ServerResponse, status: number, message: string, code: ErrorCode): void {
  sendReply(response, status, { ok: false, error: { code, message, retryable: false } })
}

export function sendPage(response: ServerResponse, status: number, name: PageName): void {
  sendText(response, status, writePage(name), { 'content-type': 'text/html; charset=utf-8' })
}
