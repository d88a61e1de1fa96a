import type { Json } from './answer.ts'
import type { Operation } from './catalogue/operation.ts'
import { isObject } from './body.ts'
import { plainName, plainWords, type FieldNames } from './field-names.ts'
import { asText, findAll, findText, objectLevels, type JsonObject } from './find-fields.ts'
import { taughtStatus } from './status-word.ts'

/** What the fields of an answer say of the outcome, whatever its HTTP status says. */
export interface Signals {
  readonly succeeded: boolean
  readonly failed: boolean
  /** A status inside the body that leaves the effect open, as a 5xx does. */
  readonly unsure: boolean
  /** The platform's words, outermost first. */
  readonly messages: readonly string[]
}

type Signal = 'succeeded' | 'failed' | 'unsure' | undefined

const successWord = /^(?:true|ok|success|successful|successfully|succeeded|accepted|done|created|completed)$/i
const failureWord = /^(?:false|error|fail|failed|failure|refused|rejected|denied|invalid|nok|ko)$/i
const noFault = /^(?:|none|null|no|false|0|ok|success)$/i

/** Collects the signals of an answer. Of a read only what stands outside its list of records counts. */
export function readSignals(data: Json, operation: Operation, names: FieldNames): Signals {
  const reads = operation.effect === 'read'
  const objects = objectLevels(data, names).flatMap((level) => (reads && level.length > 1 ? [] : level))
  const found = new Set<Signal>(data === true ? ['succeeded'] : data === false ? ['failed'] : [])
  const messages: string[] = []
  for (const object of objects) {
    const spoken = reads ? withoutStatus(object, names) : object
    for (const signal of signalsOf(spoken, names, messages)) found.add(signal)
    if (operation.effect === 'create' && (findText(object, 'userid', names) ?? '0') !== '0') found.add('succeeded')
  }
  return {
    succeeded: found.has('succeeded'),
    failed: found.has('failed'),
    unsure: found.has('unsure'),
    messages: [...new Set(messages)],
  }
}

/** What was taught to be a customer's status says nothing of the call, whatever the word is. */
const withoutStatus = (object: JsonObject, names: FieldNames): JsonObject =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([key, value]) =>
        !(names.status.includes(plainName(key)) && taughtStatus(asText(value) ?? '', names) !== undefined),
    ),
  )

function signalsOf(object: JsonObject, names: FieldNames, messages: string[]): readonly Signal[] {
  for (const value of findAll(object, 'message', names)) messages.push(...wordsIn(value))
  const outcomes = findAll(object, 'outcome', names).map((value) => outcomeOf(value, names))
  for (const value of findAll(object, 'result', names))
    if (typeof value === 'string' && outcomeOf(value, names) === undefined) messages.push(...wordsIn(value))
  const faults = findAll(object, 'fault', names).map((value): Signal => {
    if (!isFault(value)) return undefined
    messages.push(...wordsIn(value).filter((words) => !/^(?:true|\d+)$/i.test(words)))
    return 'failed'
  })
  return [...outcomes, ...faults, ...findAll(object, 'code', names).map(codeSignal)]
}

/** A word that was taught counts first: what is yes on one platform may be anything on another. */
function outcomeOf(value: Json, names: FieldNames): Signal {
  const said = plainWords(asText(value) ?? '')
  if (names.approvalWord.includes(said)) return names.refusalWord.includes(said) ? undefined : 'succeeded'
  if (names.refusalWord.includes(said)) return 'failed'
  if (value === true) return 'succeeded'
  if (value === false) return 'failed'
  if (typeof value !== 'string') return undefined
  if (successWord.test(value.trim())) return 'succeeded'
  return failureWord.test(value.trim()) ? 'failed' : undefined
}

function isFault(value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return !noFault.test(asText(value) ?? '')
}

function codeSignal(value: Json): Signal {
  const text = asText(value) ?? ''
  if (!/^[2-5]\d\d$/.test(text)) return undefined
  const code = Number(text)
  if (code < 300) return 'succeeded'
  return code >= 500 || code < 400 || code === 408 || code === 429 ? 'unsure' : 'failed'
}

/** The texts in a value, also in a list or an object of them, as validation problems come. */
function wordsIn(value: Json): readonly string[] {
  const text = asText(value)
  if (text !== undefined) return [text.replaceAll('_', ' ')]
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(wordsIn)
  return isObject(value) ? Object.values(value).flatMap(wordsIn) : []
}
