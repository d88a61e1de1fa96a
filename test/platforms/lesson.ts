import { noSlots, yesSlots, type Slot } from './sentences.ts'
import type { PlatformDescription, Style } from './description.ts'
import type { Meaning } from './names.ts'
import type { Lesson, TextLayout, WordMeaning } from './platform.ts'

const withMessage: readonly string[] = [
  'flag-and-message',
  'message',
  'code-and-message',
  'record',
  'fault',
] satisfies Style[]
const withFlag: readonly string[] = [
  'flag',
  'flag-and-message',
  'record',
  'credentials',
  'bare-userid',
] satisfies Style[]
const withCode: readonly string[] = ['code', 'code-and-message'] satisfies Style[]

/** What an engineer would map for the platform after seeing examples of its answers. */
export function describeLesson(description: PlatformDescription): Lesson {
  const { names, answers, reads, envelope, encoding, sentences, codes, values } = description
  const styles: readonly string[] = [answers.create.style, answers.change.style, answers.no.style]
  const bodies: readonly string[] = [answers.token.body, answers.unknown.body, answers.trouble.body]
  const has = (kinds: readonly string[]): boolean => styles.some((style) => kinds.includes(style))
  const hasMessage = has(withMessage) || bodies.includes('message') || reads.empty === 'words'
  const hasFlag = has(withFlag) || answers.isFlagOnReads
  const used = new Set<Meaning>(reads.fields)
  const use = (applies: boolean, ...meanings: Meaning[]): void => {
    if (applies) for (const meaning of meanings) used.add(meaning)
  }
  const isXml = encoding.encoding.startsWith('xml')
  use(true, 'status', 'customerList', 'deviceList', 'hasNext', 'cursor')
  use(answers.create.style === 'credentials', 'password')
  use(hasMessage, 'message')
  use(hasFlag, 'outcome')
  use(has(withCode), 'code')
  use(reads.hasCount, 'count')
  use(reads.devices === 'objects' || encoding.encoding === 'columns' || isXml, 'deviceIdentifier')
  use(reads.deviceExtras.includes('model'), 'deviceModel')
  use(reads.fields.includes('history'), 'historyDate', 'historyAction')
  use(['one', 'two', 'json-rpc'].includes(envelope.kind), 'wrapper')
  use(envelope.kind === 'two', 'innerWrapper')
  use(envelope.no === 'error-wrapper' || envelope.kind === 'json-rpc', 'errorWrapper')
  use(isXml, 'customerItem', 'deviceItem', 'root')
  const fields = [...used].map((meaning) => ({ name: names[meaning], meaning }))
  const faults = [
    { name: 'faultstring', meaning: 'message' as const },
    { name: 'faultcode', meaning: 'code' as const },
  ]
  const words: { word: string; meaning: WordMeaning; field?: string }[] = []
  const map = (word: unknown, meaning: WordMeaning, field?: string): void => {
    const known = words.some(
      (other) => other.word === String(word) && other.meaning === meaning && other.field === field,
    )
    if (!known) words.push({ word: String(word), meaning, ...(field === undefined ? {} : { field }) })
  }
  if (hasFlag) {
    map(answers.flag.yes, 'approvalWord', names.outcome)
    map(answers.flag.no, 'refusalWord', names.outcome)
  }
  for (const slot of [...yesSlots, ...noSlots, 'none' as const]) {
    const ways = waysOf(slot, description)
    if (ways.some((way) => withMessage.includes(way) || way === 'words')) map(sentences[slot], meaningOf(slot))
    if (ways.some((way) => withCode.includes(way))) map(codes[slot], meaningOf(slot), names.code)
    if (ways.includes('fault')) map(codes[slot], meaningOf(slot), 'faultcode')
  }
  map(values.statuses.Active, 'activeWord', names.status)
  map(values.statuses.Expired, 'expiredWord', names.status)
  map(values.statuses.Pending, 'pendingWord', names.status)
  map(values.statuses.Disabled, 'disabledWord', names.status)
  map(values.statuses.Trial, 'trialWord', names.status)
  const layout = describeLayout(description, { hasFlag, hasMessage })
  return {
    fields: answers.no.style === 'fault' ? [...fields, ...faults] : fields,
    words,
    ...(layout === null ? {} : { layout }),
  }
}

/** The styles and bodies that an occasion can have. */
function waysOf(slot: Slot, { answers, reads }: PlatformDescription): readonly string[] {
  const { create, change, no, token, unknown } = answers
  if (slot === 'none') return reads.empty === 'words' ? ['message'] : []
  if (slot === 'created') return inOwnWords(create.style)
  if (slot === 'accepted')
    return answers.isAsyncAccepted ? [...inOwnWords(create.style), ...inOwnWords(change.style)] : []
  // A record is about a customer; a hostname has none.
  if (slot === 'bound-hostname') return change.style === 'record' ? ['flag-and-message'] : [change.style]
  if ((yesSlots as readonly string[]).includes(slot)) return inOwnWords(change.style)
  if (slot === 'bad-token') return token.body === 'refusal' ? [no.style] : [token.body]
  const isUnknown = slot === 'no-customer' || slot === 'no-hostname'
  const ways = isUnknown && unknown.body !== 'refusal' ? [no.style, unknown.body] : [no.style]
  const isWorded = no.style === 'empty' && isUnknown && unknown.body === 'refusal' && unknown.status === 200
  return isWorded ? [...ways, 'words'] : ways
}

function inOwnWords(style: Style): readonly string[] {
  return ['record', 'credentials', 'bare-userid'].includes(style) ? [] : [style]
}

function meaningOf(slot: Slot): WordMeaning {
  if (slot === 'no-customer' || slot === 'no-hostname' || slot === 'none') return 'absenceWord'
  return (yesSlots as readonly string[]).includes(slot) ? 'approvalWord' : 'refusalWord'
}

function describeLayout(
  { encoding: { encoding, text }, reads, names }: PlatformDescription,
  { hasFlag, hasMessage }: { readonly hasFlag: boolean; readonly hasMessage: boolean },
): TextLayout | null {
  if (encoding.startsWith('json') || encoding.startsWith('xml')) return null
  const { recordSeparator, fieldSeparator, nameSeparator, hasHeader } = text
  if (encoding !== 'columns') return { recordSeparator, fieldSeparator, form: 'named', nameSeparator }
  const columns = [...reads.fields.map((meaning) => names[meaning]), ...reads.noise.map(({ name }) => name)]
  return {
    recordSeparator,
    fieldSeparator,
    form: 'columns',
    hasHeader,
    columns: [...columns, names.hasNext, names.cursor],
    outcomeColumns: [...(hasFlag ? [names.outcome] : [names.code]), ...(hasMessage ? [names.message] : [])],
  }
}
