import type { Json } from '../answer.ts'
import { isObject } from '../body.ts'
import { plainWords, taughtOf, type FieldNames } from '../field-names.ts'
import { asText } from '../find-fields.ts'
import { soundsLikeNo } from '../words/wording.ts'

/** What one field says of the outcome. */
export interface Mark {
  /** `agreed`: a yes that may be said of the exchange alone. `open`: the effect is left open. `doubt`: stands against a yes. */
  readonly is?: 'yes' | 'agreed' | 'no' | 'open' | 'doubt' | undefined
  /** A value that should tell, and was not understood. */
  readonly unknown?: string
  readonly words?: readonly string[]
}

const successWord = /^(?:success|successful|successfully|succeeded)$/i
const agreement = /^(?:ok|okay|yes|true|done|completed)$/i
const failureWord =
  /^(?:false|no|nok|not ok|ko|error|fail|failed|failure|unsuccessful|refused|rejected|denied|declined)$/i
const later = /^(?:accepted|pending|queued|scheduled|received|submitted|processing|in[ _-]?progress|waiting|partial)$/i
/** What stands in a field for errors where there is none. */
const noFault =
  /^(?:none|null|nil|non|no|false|0+|ok|okay|success|n\/?a|-+|undefined|nothing|(?:no|0|zero) errors?|without errors?)$/i

/** What a field says that is there to tell the outcome. A word that was taught counts first. */
export function readOutcome(name: string, value: Json, names: FieldNames): Mark {
  const text = asText(value)
  if (text === undefined) return {}
  const isOwn = taughtOf('outcome', names).includes(name)
  const taught = readTaught(text, names)
  if (taught !== undefined) return taught
  const tells = isOwn || names.flag.includes(name) || name === 'result' || name === 'outcome'
  // A status that is true may be the customer's as well as the call's.
  if (/^true$/i.test(text)) return tells ? { is: 'yes' } : { is: 'agreed', unknown: text }
  if (/^false$/i.test(text)) return tells ? { is: 'no' } : { is: 'doubt', unknown: text }
  if (successWord.test(text)) return { is: 'yes' }
  if (agreement.test(text)) return { is: 'agreed' }
  if (failureWord.test(text)) return { is: 'no' }
  if (later.test(text)) return { is: 'doubt', unknown: text }
  if (/^\d{3}$/.test(text) && names.code.includes(name)) return readOutcomeCode(name, value)
  return /\p{L}/u.test(text) ? { words: [toWords(text)] } : { unknown: text }
}

/** What a value says that was taught to be a word of yes or no. */
export function readTaught(text: string, { approvalWord, refusalWord, absenceWord }: FieldNames): Mark | undefined {
  const said = plainWords(text)
  const [isYes, isNo] = [approvalWord.includes(said), refusalWord.includes(said) || absenceWord.includes(said)]
  if (isYes && isNo) return { unknown: text }
  if (isYes) return { is: 'yes' }
  // A word of no says nothing of what is missing; the words beside it may.
  return isNo ? { is: 'no', ...(absenceWord.includes(said) && { words: [text] }) } : undefined
}

/**
 * What a field for errors says. An error in words that are not known is none yet: in many a language "none" is one of them, and
 * some platforms call every message an error. A single word, as codes are written, needs only sound like no.
 */
export function readFault(value: Json, refuses: (words: string) => boolean): Mark {
  if (value === true || /^(?:true|yes)$/i.test(asText(value) ?? '')) return { is: 'no' }
  const told = textsIn(value).filter((text) => !noFault.test(text))
  if (told.length === 0) return {}
  const isRefused = told.some((text) => (isCode(text) ? isCodeOfNo(toWords(text)) : refuses(text)))
  const words = told.filter((text) => /\p{L}/u.test(text)).map(toWords)
  return isRefused ? { is: 'no', words } : { is: 'doubt', words, unknown: told.map(toWords).join(' ') }
}

/** `NO_DATA_FOUND` may be said of an empty list, to which nothing was refused. */
const isCodeOfNo = (words: string): boolean =>
  soundsLikeNo(words) && !/^no (?:data|records?|rows?|results?|entries|match(?:es)?)(?: found)?$/i.test(words)

/** `user_exists` or `required`: one word, or several that were joined. */
const isCode = (text: string): boolean => !/\s/.test(text)

/** The statuses with which HTTP itself says no. */
const refusingCodes: ReadonlySet<number> = new Set([400, 401, 403, 406, 422])

/** What a code says. Only one that is called a status of HTTP is taken for one. */
export function readOutcomeCode(name: string, value: Json): Mark {
  const text = asText(value) ?? ''
  if (/^(?:|0+|2\d\d|s_ok|ok|success|null|none)$/i.test(text)) return {}
  const code = /^\d{3}$/.test(text) ? Number(text) : 0
  if (code >= 500 || code === 408 || code === 429) return { is: 'open' }
  if (/http|^statuscode$/.test(name) && code > 0) return { is: refusingCodes.has(code) ? 'no' : 'open' }
  return { is: 'doubt', unknown: text.replaceAll(/[_-]+/g, ' ') }
}

const toWords = (text: string): string => text.replaceAll('_', ' ')

/** The words in a value, also in a list or an object of them, as validation problems come. */
export const wordsIn = (value: Json): readonly string[] => textsIn(value).map(toWords)

function textsIn(value: Json): readonly string[] {
  const text = asText(value)
  if (text !== undefined) return [text]
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}
