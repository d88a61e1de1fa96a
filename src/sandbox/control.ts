import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSameText } from './check-call.ts'
import { jsonReply, type DialectReply } from './dialects/dialect.ts'
import { parseFaultRules, type FaultRule } from './faults/fault.ts'
import type { LedgerEntry, RequestEntry } from './ledger.ts'
import { parseOptions, type SandboxOptions } from './options.ts'
import { parseJsonBody, readRequestBody } from './read-request.ts'
import { writeReply } from './write-reply.ts'
import type { Result } from '../shared/result.ts'

export const controlHeader = 'x-sandbox-control'

export interface Controls {
  readonly ledger: (after?: number) => readonly LedgerEntry[]
  readonly requests: (after?: number) => readonly RequestEntry[]
  readonly options: () => SandboxOptions
  readonly setFaults: (faults: readonly FaultRule[]) => void
  readonly setOptions: (options: Partial<SandboxOptions>) => Promise<void>
  /** False if no customer has this userid. */
  readonly firstLogIn: (userid: string) => boolean
}

/** Serves `/sandbox/*`, only for requests with the control token. */
export async function serveControl(
  controls: Controls,
  controlToken: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readRequestBody(request)
  if (!body.ok) return writeReply(response, jsonReply({ error: body.why }, 413))
  const token = request.headers[controlHeader]
  if (typeof token !== 'string' || !isSameText(token, controlToken))
    return writeReply(response, jsonReply({ error: `a ${controlHeader} header is needed` }, 403))
  writeReply(response, await answerControl(controls, `${request.method} ${request.url}`, body.text))
}

async function answerControl(controls: Controls, line: string, body: string): Promise<DialectReply> {
  const [route = '', query = ''] = line.split('?')
  const parameters = new URLSearchParams(query)
  const after = Number(parameters.get('after') ?? 0)
  switch (route) {
    case 'GET /sandbox/ledger':
      return jsonReply(controls.ledger(after))
    case 'GET /sandbox/requests':
      return jsonReply(controls.requests(after))
    case 'GET /sandbox/options':
      return jsonReply(controls.options())
    case 'POST /sandbox/faults':
      return apply(parseFaultRules(parseJsonBody(body)), controls.setFaults)
    case 'POST /sandbox/options':
      return apply(parseOptions(parseJsonBody(body)), controls.setOptions)
    case 'POST /sandbox/first-log-in':
      return controls.firstLogIn(parameters.get('userid') ?? '')
        ? jsonReply({ ok: true })
        : jsonReply({ error: 'no such customer' }, 404)
    default:
      return jsonReply({ error: 'no such control' }, 404)
  }
}

async function apply<T>(parsed: Result<T, string>, use: (value: T) => Promise<void> | void): Promise<DialectReply> {
  if (!parsed.ok) return jsonReply({ error: parsed.error }, 400)
  await use(parsed.value)
  return jsonReply({ ok: true })
}
