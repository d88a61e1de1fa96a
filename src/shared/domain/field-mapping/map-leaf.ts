import { mappedWords, type FieldMapping, type Mappable } from './field-mapping.ts'

/** A value in an answer. `keys`: the path to the value, with the outermost name first. `[]` stands for an element of a list. */
export interface MappedLeaf {
  readonly keys: readonly string[]
  readonly sample: string
}

/** The field of an answer that can contain each kind of word. */
const fieldOfWord = { approvalWord: 'outcome', refusalWord: 'outcome', absenceWord: 'message' } as const
const isWord = (meaning: Mappable): meaning is keyof typeof fieldOfWord => meaning in fieldOfWord
const words: ReadonlySet<Mappable> = new Set(mappedWords)

const ofDevice: ReadonlySet<Mappable> = new Set(['deviceIdentifier', 'deviceModel', 'deviceList'])

/**
 * Returns the mapping after a value of an answer got a meaning. The value's name loses any earlier meaning. The parts around the value are
 * mapped, too: a list of boxes as `deviceList`, any other part as `wrapper`.
 */
export function mapLeaf(names: FieldMapping, { keys, sample }: MappedLeaf, meaning: Mappable): FieldMapping {
  const key = keys.findLast((one) => one !== '[]')
  if (isWord(meaning)) {
    const spoken = add(forgetWord(names, sample), meaning, sample)
    return key === undefined ? spoken : mapLeaf(spoken, { keys, sample }, fieldOfWord[meaning])
  }
  if (key === undefined) return names
  const isBare = keys.at(-1) === '[]'
  const own = isBare && ofDevice.has(meaning) ? 'deviceList' : meaning
  const mapped = add(forgetName(names, key), own, key)
  return lookInside(mapped, { keys, sample }, meaning)
}

/** Maps the parts around a value and returns the new mapping. The code that reads answers then looks into these parts. */
export function lookInside(names: FieldMapping, { keys }: MappedLeaf, meaning: Mappable): FieldMapping {
  const key = keys.findLast((one) => one !== '[]')
  if (key === undefined) return names
  const above = keys.slice(0, keys.lastIndexOf(key))
  const around = above.filter((one) => one !== '[]')
  const isBare = keys.at(-1) === '[]'
  // If several lists are nested around a box, only the innermost one is the list of boxes.
  const list = !isBare && ofDevice.has(meaning) && above.at(-1) === '[]' ? around.at(-1) : undefined
  return around.reduce((all, one) => add(all, one === list ? 'deviceList' : 'wrapper', one), names)
}

export function unmapLeaf(names: FieldMapping, { keys, sample }: MappedLeaf): FieldMapping {
  const key = keys.findLast((one) => one !== '[]')
  const unsaid = forgetWord(names, sample)
  return key === undefined ? unsaid : forgetName(unsaid, key)
}

export function mappedMeaning(names: FieldMapping, { keys, sample }: MappedLeaf): Mappable | undefined {
  const word = (Object.keys(fieldOfWord) as (keyof typeof fieldOfWord)[]).find((one) => names[one]?.includes(sample))
  if (word !== undefined) return word
  const key = keys.findLast((one) => one !== '[]')
  if (key === undefined) return undefined
  const fields = (Object.keys(names) as Mappable[]).filter((one) => one !== 'wrapper' && !words.has(one))
  const found = fields.find((one) => names[one]?.includes(key))
  return found === 'deviceList' && keys.at(-1) === '[]' ? 'deviceIdentifier' : found
}

function add(names: FieldMapping, meaning: Mappable, name: string): FieldMapping {
  const known = names[meaning] ?? []
  return known.includes(name) || name.trim() === '' ? names : { ...names, [meaning]: [...known, name] }
}

/** Removes the meaning of a word. A word has only one meaning, because a word for both yes and no would say nothing. */
const forgetWord = (names: FieldMapping, sample: string): FieldMapping =>
  Object.keys(fieldOfWord).reduce((all, word) => without(all, word as Mappable, sample), names)

/** Removes the meanings of a field name. Words keep their meanings, because words are values and not names. */
const forgetName = (names: FieldMapping, name: string): FieldMapping =>
  (Object.keys(names) as Mappable[])
    .filter((meaning) => !words.has(meaning))
    .reduce((all, meaning) => without(all, meaning, name), names)

function without(names: FieldMapping, meaning: Mappable, name: string): FieldMapping {
  const left = names[meaning]?.filter((one) => one !== name)
  const { [meaning]: _, ...others } = names
  return left === undefined || left.length === 0 ? others : { ...others, [meaning]: left }
}
