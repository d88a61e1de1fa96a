import type { Answer, Json, Verdict } from './answer.ts'
import { isObject } from './body.ts'
import type { Operation } from './catalogue/operation.ts'
import type { Exchange } from './exchange.ts'
import { defaultFieldNames, type FieldNames } from './field-names.ts'
import { readFinding, wordsOf } from './finding.ts'
import { judgeChange } from './judge-change.ts'
import { judgeRead } from './judge-read.ts'
import { hidePasswords, type Redactor } from './redact.ts'
import { readRetryAfter } from './retry-after.ts'

/** What an interpreter needs beside the exchange. */
export interface InterpretContext {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Takes the token and the passwords that were sent out of words and raw text. */
  readonly redactor: Redactor
  /** Takes the token out of data, where a password may be wanted. */
  readonly tokenRedactor: Redactor
  readonly names?: FieldNames
  /** The body as it came is not cut. */
  readonly isWhole?: boolean
}

const maxMessage = 500
const maxRaw = 64 * 1024

/**
 * What one exchange means for an operation. Success is never guessed; what may have been done is `unclear` (What clients saw).
 */
export function interpret(exchange: Exchange, operation: Operation, context: InterpretContext): Answer {
  if (exchange.reach !== 'answered')
    return { verdict: 'unclear', reach: exchange.reach, failure: exchange.failure, raw: '' }
  const { status, headers, text } = exchange
  const finding = readFinding(status, text, operation, context.names ?? defaultFieldNames)
  const verdict: Verdict = operation.effect === 'read' ? judgeRead(operation, finding) : judgeChange(finding)
  const clean = (dirty: string) => hidePasswords(context.redactor.text(dirty), context.names?.password)
  const message = clean(wordsOf(finding).join(' ')).slice(0, maxMessage)
  const retryAfterMs = readRetryAfter(headers, context.now)
  const credentials = status === 401 || status === 403 || (verdict === 'refused' && finding.aboutCredentials)
  return {
    verdict,
    reach: 'answered',
    status,
    ...(message === '' ? {} : { message }),
    ...(finding.data === undefined ? {} : { data: redactData(finding.data, context.tokenRedactor) }),
    raw: context.isWhole === true ? clean(text) : clean(text).slice(0, maxRaw),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(credentials ? { credentials } : {}),
    ...(context.names === undefined ? {} : { names: context.names }),
  }
}

function redactData(data: Json, redactor: Redactor): Json {
  if (typeof data === 'string') return redactor.text(data)
  if (Array.isArray(data)) return (data as readonly Json[]).map((element) => redactData(element, redactor))
  if (!isObject(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [redactor.text(key), redactData(value, redactor)]),
  )
}
