import { meanings, noiseNames, recordMeanings, synonymsOf, type Meaning, type Tongue } from './names.ts'
import type { EncodingManner, Envelope } from './description.ts'
import type { Random } from './random.ts'

/** How the words of a name are joined. */
const casings: Readonly<Record<string, (words: readonly string[]) => string>> = {
  camelCase: (words) => words.map((word, index) => (index === 0 ? word : capitalise(word))).join(''),
  PascalCase: (words) => words.map(capitalise).join(''),
  snake_case: (words) => words.join('_'),
  'kebab-case': (words) => words.join('-'),
  UPPER_SNAKE: (words) => words.join('_').toUpperCase(),
  flat: (words) => words.join(''),
  FLAT: (words) => words.join('').toUpperCase(),
  First_snake: (words) => capitalise(words.join('_')),
  Title_Snake: (words) => words.map(capitalise).join('_'),
  'Spaced Title': (words) => words.map(capitalise).join(' '),
}
export const casingNames: readonly string[] = Object.keys(casings)

/** The generated names. No two are alike, ignoring case and the characters between words. */
export interface DrawnNames {
  readonly casing: string
  readonly names: Readonly<Record<Meaning, string>>
  readonly noise: readonly { readonly name: string; readonly kind: 'date' | 'number' | 'word' | 'yes-no' }[]
}

/** Chooses the names of all fields. */
export function drawNames(
  random: Random,
  tongue: Tongue,
  { encoding }: Pick<EncodingManner, 'encoding'>,
  flag: 'outcome' | 'inverted' | 'code',
  envelope: Envelope['kind'],
): DrawnNames {
  const mayHaveSpaces = encoding === 'json' || encoding === 'columns' || encoding === 'lines'
  const casing = random.pick(casingNames.filter((name) => mayHaveSpaces || name !== 'Spaced Title'))
  const join = casings[casing] as (words: readonly string[]) => string
  const prefix = random.chance(0.08) ? [random.pick(['cust', 'f', 'str', 'x', 'tv'])] : []
  const isMixed = tongue !== 'en' && random.chance(0.6)
  const used = new Set<string>()
  const take = (choices: readonly (readonly string[])[], last: string): string => {
    for (const words of [...choices, [last], [...last.split(' '), 'field']]) {
      const key = words.join('').toLowerCase()
      if (used.has(key)) continue
      used.add(key)
      return join(words)
    }
    throw new Error(`No name is left for ${last}.`)
  }
  const names = {} as Record<Meaning, string>
  // JSON-RPC prescribes the names of its envelope.
  if (envelope === 'json-rpc') for (const name of ['result', 'error', 'id', 'jsonrpc']) used.add(name)
  for (const meaning of random.shuffle(meanings)) {
    const source =
      meaning === 'outcome' && flag !== 'outcome' ? (flag === 'inverted' ? 'isError' : 'resultCode') : meaning
    const spoken = isMixed && random.chance(0.3) ? 'en' : tongue
    const choices = [...random.shuffle(synonymsOf(spoken, source)), ...random.shuffle(synonymsOf('en', source))]
    const isOfRecord = (recordMeanings as readonly string[]).includes(meaning)
    names[meaning] = take(isOfRecord ? choices.map((words) => [...prefix, ...words]) : choices, meaning.toLowerCase())
  }
  if (envelope === 'json-rpc') Object.assign(names, { wrapper: 'result', errorWrapper: 'error' })
  const noise = random
    .shuffle(noiseNames)
    .map(([name, kind]) => ({ name: take([name.split(' ')], `extra ${name}`), kind }))
  return { casing, names, noise }
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
