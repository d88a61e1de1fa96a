import type { Json } from './answer.ts'
import { readBody, type Body } from './body.ts'
import type { Operation } from './catalogue/operation.ts'
import type { FieldNames } from './field-names.ts'
import { readSignals, type Signals } from './signals.ts'
import { isAboutCredentials, isRouteMessage, readWording, type Wording } from './wording.ts'

/** An understood answer in parts: what the judges decide by. */
export interface Finding {
  readonly status: number
  readonly body: Body
  readonly data: Json | undefined
  readonly signals: Signals
  /** One a message, or the one of a text body. */
  readonly wordings: readonly Wording[]
  /** A web server spoke of a path, not the operation of a customer. */
  readonly aboutRoute: boolean
  readonly aboutCredentials: boolean
  readonly names: FieldNames
}

/** Enough to judge by; more is rubbish, and would only take time. */
const maxMessages = 50
const maxLength = 2000

const noSignals: Signals = { succeeded: false, failed: false, unsure: false, messages: [] }

/** Takes an answered exchange apart for the judges. */
export function readFinding(status: number, text: string, operation: Operation, names: FieldNames): Finding {
  const body = readBody(text)
  const data = body.kind === 'data' ? body.data : body.kind === 'text' ? body.text : undefined
  const signals = body.kind === 'data' ? readSignals(body.data, operation, names) : noSignals
  const words = wordsOf({ body, signals })
    .slice(0, maxMessages)
    .map((one) => one.slice(0, maxLength))
  return {
    status,
    body,
    data,
    signals,
    wordings: words.map((one) => readWording(one, operation, names)),
    aboutRoute: words.some(isRouteMessage),
    aboutCredentials: words.some(isAboutCredentials),
    names,
  }
}

/** The platform's own words in an answer. */
export const wordsOf = ({ body, signals }: Pick<Finding, 'body' | 'signals'>): readonly string[] =>
  body.kind === 'text' ? [body.text] : signals.messages
