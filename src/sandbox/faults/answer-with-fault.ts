import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { CatalogueOperation } from '../../platform/catalogue/catalogue.ts'
import { wordOutcome, type DialectReply } from '../dialects/dialect.ts'
import { dialects } from '../dialects/dialects.ts'
import type { SandboxOptions } from '../options.ts'
import { refuse, type Failure, type Outcome } from '../call.ts'
import { resetConnection, writeDrip, writeHalf, writeHuge, writeReply } from '../server.ts'
import type { Fault, RubbishBody, Strike } from './fault.ts'

export interface Answering {
  readonly response: ServerResponse
  readonly operation: CatalogueOperation
  readonly options: SandboxOptions
  /** Performs the call and returns its outcome. Returns undefined once the platform is closing. */
  readonly carryOut: (halfDone: boolean) => Outcome | undefined
  /**
   * Records the answer's HTTP status in the request log: null for a dropped connection, `hanging` if no answer will ever come. Called
   * before an answer is sent, so that a test that has the answer also finds the status in the log.
   */
  readonly depart: (status: number | null | 'hanging') => void
  readonly closing: AbortSignal
}

type Met<K extends Fault['kind']> = Extract<Fault, { readonly kind: K }>

/** Performs the call and answers it as the fault demands. Without a fault, performs and answers the call normally. */
export async function answerWithFault(fault: Strike['fault'], answering: Answering): Promise<void> {
  if (fault === undefined) return answer(answering, carryOutAndWord(answering))
  switch (fault.kind) {
    case 'drop-before-commit':
      return drop(answering)
    case 'drop-after-commit':
      answering.carryOut(false)
      return drop(answering)
    case 'late-commit':
      return commitLate(fault, answering)
    case 'hang':
      if (fault.commit) answering.carryOut(false)
      return answering.depart('hanging')
    case 'drop-in-body':
    case 'slow-drip':
      return answerInPieces(fault, answering)
    case 'status':
      if (fault.commit) answering.carryOut(false)
      return answer(answering, statusReply(fault, answering))
    case 'rubbish':
      return answerRubbish(fault, answering)
    case 'refuse-but-commit':
      answering.carryOut(false)
      return answer(answering, word(answering, refusal))
    case 'half-done':
      return answer(answering, carryOutAndWord(answering, true))
    case 'too-many-requests':
      return answer(answering, statusReply({ ...fault, kind: 'status', status: 429, commit: false }, answering))
    case 'redirect':
      return answer(answering, { ...htmlReply(307), headers: { location: '/elsewhere' } })
  }
}

const refusal: Failure = refuse('device-registered', 'The request could not be completed.')

const word = ({ options, operation }: Answering, outcome: Outcome): DialectReply =>
  wordOutcome(dialects[options.dialect], outcome, operation)

function carryOutAndWord(answering: Answering, halfDone = false): DialectReply | undefined {
  const outcome = answering.carryOut(halfDone)
  return outcome === undefined ? undefined : word(answering, outcome)
}

function answer({ response, depart }: Answering, reply: DialectReply | undefined): void {
  if (reply === undefined) return
  depart(reply.status)
  writeReply(response, reply)
}

function drop({ response, depart }: Answering): void {
  depart(null)
  resetConnection(response)
}

async function commitLate(
  { ms }: Met<'late-commit'>,
  { response, carryOut, depart, closing }: Answering,
): Promise<void> {
  resetConnection(response)
  await delay(ms, undefined, { signal: closing }).catch(() => undefined)
  carryOut(false)
  depart(null)
}

async function answerInPieces(fault: Met<'drop-in-body' | 'slow-drip'>, answering: Answering): Promise<void> {
  const reply = carryOutAndWord(answering)
  if (reply === undefined) return
  answering.depart(reply.status)
  if (fault.kind === 'drop-in-body') return writeHalf(answering.response, reply)
  return writeDrip(answering.response, reply, fault.msPerByte, answering.closing)
}

async function answerRubbish(fault: Met<'rubbish'>, answering: Answering): Promise<void> {
  if (fault.commit) answering.carryOut(false)
  const status = fault.status ?? 200
  if (fault.body !== 'huge') return answer(answering, { ...rubbish[fault.body], status })
  answering.depart(status)
  return writeHuge(answering.response, status)
}

/** The reply for a status fault: with a message, a refusal in the dialect's format; without one, an HTML page. */
function statusReply(fault: Met<'status'>, answering: Answering): DialectReply {
  const { status, message, retryAfterSeconds } = fault
  const reply =
    message === undefined ? htmlReply(status) : { ...word(answering, refuse('bad-request', message)), status }
  return retryAfterSeconds === undefined ? reply : { ...reply, headers: { 'retry-after': String(retryAfterSeconds) } }
}

const page = `<!DOCTYPE html>
<html><head><title>Service Unavailable</title></head>
<body><h1>Service Unavailable</h1><p>The server is temporarily unable to service your request.</p></body></html>`

const json = 'application/json; charset=utf-8'

/** Meaningless replies. The body `huge` is not among them, because `writeHuge` sends it in pieces. */
const rubbish: Readonly<Record<Exclude<RubbishBody, 'huge'>, Omit<DialectReply, 'status'>>> = {
  html: { contentType: 'text/html; charset=utf-8', body: page },
  'truncated-json': { contentType: json, body: '{"loginid":"10023' },
  empty: { contentType: json, body: '' },
  xml: {
    contentType: 'application/xml; charset=utf-8',
    body: '<?xml version="1.0"?><Report><Line>17</Line></Report>',
  },
  message: { contentType: json, body: '{"Message":"Something happened."}' },
  'doubly-encoded': { contentType: json, body: JSON.stringify('{"Message":"Something happened."}') },
}

/** An HTML page as a proxy in front of the platform would send it. */
const htmlReply = (status: number): DialectReply => ({ ...rubbish.html, status })
