import { describe, expect, it } from 'vitest'
import { languages } from '../../../src/shared/domain/language.ts'
import { listFiles, readText } from './project-files.ts'

type Texts = ReadonlyMap<string, string>

const pluralForm = /_(?:zero|one|two|few|many|other)$/

/** Each text of a file by its full key. */
function readTexts(path: string): Texts {
  const flatten = (words: object, above: string): readonly (readonly [string, string])[] =>
    Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? flatten(value, `${above}${name}.`)
        : [[above + name, String(value)] as const],
    )
  return new Map(flatten(JSON.parse(readText(path)) as object, ''))
}

/** The keys that a language needs for the English texts: its own plural forms, and a form for zero where English has one. */
function neededKeys(english: Texts, language: string): ReadonlyMap<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return new Map(
    [...english].flatMap(([key, text]) => {
      const stem = key.replace(pluralForm, '')
      if (stem === key || !english.has(`${stem}_other`)) return [[key, text] as const]
      const zero = english.has(`${stem}_zero`) ? ['zero'] : []
      return [...forms, ...zero].map((form) => [`${stem}_${form}`, english.get(`${stem}_other`) ?? text] as const)
    }),
  )
}

const holesIn = (text: string): readonly string[] => [...text.matchAll(/\{\{[^}]*\}\}/g)].map(([hole]) => hole)

const holesOf = (text: string): string =>
  holesIn(text)
    .toSorted((one, other) => one.localeCompare(other))
    .join(' ')

/** What is wrong with the texts of a file, one line each. */
function findFaults(english: Texts, texts: Texts, language: string): readonly string[] {
  const needed = neededKeys(english, language)
  const faults = [...needed].flatMap(([key, original]) => {
    const text = texts.get(key)
    if (text === undefined) return [`${key} is missing: ${original}`]
    if (text.trim() === '' && original.trim() !== '') return [`${key} is empty`]
    const isSame = holesOf(text) === holesOf(original)
    // "One box" and "two boxes" need no number, and "no box" may need no value at all.
    const isWithoutNumber = /_(?:one|two)$/.test(key) && holesOf(`${text} {{count}}`) === holesOf(original)
    const isOfNothing = key.endsWith('_zero') && holesIn(text).every((hole) => original.includes(hole))
    return isSame || isWithoutNumber || isOfNothing ? [] : [`${key} has ${holesOf(text)} for ${holesOf(original)}`]
  })
  return [...faults, ...[...texts.keys()].filter((key) => !needed.has(key)).map((key) => `${key} is not in English`)]
}

const namesIn = (language: string): readonly string[] =>
  listFiles(`resources/locales/${language}`, /\.json$/).map((path) => path.split(`/${language}/`).at(-1) ?? '')
const files = namesIn('en')

describe.each(languages.filter((language) => language !== 'en'))('the texts in the language %s', (language) => {
  it('have the same files as English', () => {
    expect(new Set(namesIn(language))).toEqual(new Set(files))
  })

  it.each(files)(
    'include everything in the English file %s, with the same values and the plural forms of the language',
    (file) => {
      const english = readTexts(`resources/locales/en/${file}`)
      expect(findFaults(english, readTexts(`resources/locales/${language}/${file}`), language)).toEqual([])
    },
  )

  it('include every text that the host needs', () => {
    const english = readTexts('resources/locales/host-en.json')
    expect(findFaults(english, readTexts(`resources/locales/host-${language}.json`), language)).toEqual([])
  })
})

/** Second words for a thing that `docs/translating.md` gives one word: for a box, for Settings, and in French for a supervisor. */
const secondWords = {
  es: /\b(?:[Bb]ox|[Bb]oxes|[Cc]ajas?|Ajustes)\b/u,
  fr: /\b[Bb]ox(?:es)?\b|[Bb]oîtier|[Ss]uperviseur|Réglages/u,
  pt: /\bbox(?:es)?\b/iu,
} as const

describe.each(Object.entries(secondWords))('the texts in the language %s', (language, words) => {
  it('use one word for a box, for a supervisor and for Settings', () => {
    const paths = [
      `resources/locales/host-${language}.json`,
      ...files.map((file) => `resources/locales/${language}/${file}`),
    ]
    const found = paths.flatMap((path) =>
      [...readTexts(path)]
        .filter(([, text]) => words.test(text.replaceAll(/\{\{[^}]*\}\}/g, '')))
        .map(([key]) => `${path} ${key}`),
    )
    expect(found).toEqual([])
  })
})

it('a sample in an Arabic text that would be turned around is isolated', () => {
  const turned = /https?:\/\/(?=[^\w\u2069]|$)|(?<!\u2066)\+\d{6,}|(?<!\u2066)\b\d{4}-\d\d-\d\d\b/
  const found = files.flatMap((file) =>
    [...readTexts(`resources/locales/ar/${file}`)]
      .filter(([, text]) => turned.test(text))
      .map(([key]) => `${file} ${key}`),
  )
  expect(found).toEqual([])
})

it('the check of texts finds a missing, empty or superfluous text and a lost value', () => {
  const english: Texts = new Map([
    ['a', 'Save {{name}}'],
    ['b', 'Back'],
    ['c', 'Close'],
    ['d_one', '{{count}} box'],
    ['d_other', '{{count}} boxes'],
  ])
  const arabic: Texts = new Map([
    ['a', 'احفظ'],
    ['c', ''],
    ['d_one', 'جهاز واحد'],
    ['d_other', '{{count}} جهاز'],
    ['e', 'x'],
  ])
  expect(findFaults(english, arabic, 'ar')).toEqual([
    'a has  for {{name}}',
    'b is missing: Back',
    'c is empty',
    'd_zero is missing: {{count}} boxes',
    'd_two is missing: {{count}} boxes',
    'd_few is missing: {{count}} boxes',
    'd_many is missing: {{count}} boxes',
    'e is not in English',
  ])
})

it('an element with figures has no margin at its ends, because figures run from left to right even in Arabic', () => {
  const spaced =
    /className="[^"]*\b(?:ms|me|ps|pe)-[^"]*\bfont-figures\b|className="[^"]*\bfont-figures\b[^"]*\b(?:ms|me|ps|pe)-/
  const parts = listFiles('src/renderer/src', /\.tsx$/)
  expect(parts.filter((path) => spaced.test(readText(path)))).toEqual([])
})
