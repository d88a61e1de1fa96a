/**
 * The minimum length, in characters, of a token that is removed from the data, and of a token that is found in other spellings. A shorter
 * token may be part of a name or an identifier.
 */
export const shortestToken = 8

/** Matches the end of an escape, after which a word may begin at once. */
export const escapedBefore = String.raw`(?<=%(?:25)?[\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\[nrt])`

const [wordStart, wordEnd] = [String.raw`(?:(?<![\p{L}\p{N}])|${escapedBefore})`, String.raw`(?![\p{L}\p{N}])`]

const dateSign = String.raw`(?:[-.]|\\{0,3}/)`
const notYear = [
  String.raw`(?<!\d{1,2}${dateSign}\d{1,2}${dateSign})`,
  String.raw`(?!${dateSign}\d{1,2}${dateSign}\d{1,2}(?!\d))`,
] as const

export type Borders = readonly [before: string, after: string]

/**
 * What must be before and after a secret. A short secret of only letters or only digits may be a part of a name or of a number, so it counts
 * only as a whole word, and not as the year of a date.
 */
export function bordersOf(secret: string): Borders {
  if (secret.length >= shortestToken || !/^(?:\p{L}+|\p{Nd}+)$/u.test(secret)) return ['', '']
  return [wordStart + notYear[0], notYear[1] + wordEnd]
}

interface Characters {
  readonly each: readonly string[]
  readonly gap: string
}

export interface Spelling {
  /** The beginning and the end of the secret that count, without any encoding. One text if only the whole secret counts. */
  readonly ends: readonly string[]
  /** Makes the characters in every encoding, each with at most so many backslashes before it. */
  readonly encoded: (backslashes?: number) => Characters
  /** The fewest characters, at the beginning or at the end of the secret, that are masked like the whole secret. */
  readonly part: number
  /** The secret in base64 and in hexadecimal. */
  readonly base64: readonly Base64Secret[]
}

/** Spells a secret that counts only as a whole and in its own case, because a password may be a word. */
export const spellSecret = (secret: string): Spelling =>
  spell(
    charactersOf(secret).map((character) => [character]),
    [],
    { part: Number.POSITIVE_INFINITY, base64: inBase64(secret) },
  )

/** The most backslashes that JSON inside JSON puts before a character. */
const mostBackslashes = 8

const guid = /^[{(]?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})[)}]?$/i

/** Spells a token in any case. The digits of a GUID are found with and without signs between them. */
export function spellToken(token: string): Spelling {
  const groups = guid.exec(token)?.slice(1)
  if (groups === undefined)
    return spell(charactersOf(token).map(casesOf), [], { part: 16, base64: casesOf(token).flatMap(inBase64) })
  const [digits, dashed] = [groups.join(''), groups.join('-')]
  const written = new Set([token, digits, dashed].flatMap(casesOf))
  // The first 16 characters of a GUID have 14 digits, because two of the characters are dashes.
  return spell(charactersOf(digits).map(casesOf), ['-', '_'], { part: 14, base64: [...written].flatMap(inBase64) })
}

/** Makes the patterns of characters, each in all its cases. `between`: the signs of which one may be between two characters. */
function spell(
  characters: readonly (readonly string[])[],
  between: readonly string[],
  others: Pick<Spelling, 'part' | 'base64'>,
): Spelling {
  const patternsOf = (encode: (cases: readonly string[]) => string): Characters => ({
    each: characters.map(encode),
    gap: between.length === 0 ? '' : `${encode(between)}?`,
  })
  const firstCases = characters.map(([first = '']) => first)
  const ends = [firstCases.slice(0, others.part), firstCases.slice(-others.part)].map((some) => some.join(''))
  return {
    ends: [...new Set(ends)],
    encoded: (backslashes = mostBackslashes) => patternsOf((cases) => spelled(cases, backslashes)),
    ...others,
  }
}

/** The characters of a text. Several backslashes in a row count as one character. */
const charactersOf = (text: string): readonly string[] => text.match(/\\{2,}|[^]/gu) ?? []

/** A text as it is, in lower case and in upper case. A case that changes the length does not count. */
const casesOf = (text: string): readonly string[] =>
  [...new Set([text, text.toLowerCase(), text.toUpperCase()])].filter((one) => one.length === text.length)

const anyOf = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`

function spelled(cases: readonly string[], backslashes: number): string {
  const [character = ''] = cases
  return /^\\{2,}$/.test(character) ? spelledBackslashes(character.length) : spelledCharacter(cases, backslashes)
}

/** Matches several backslashes in a row as one group. One pattern per backslash could match the row in too many different ways. */
const spelledBackslashes = (count: number): string =>
  `(?:\\\\{${count},${count * 9}}|(?:${spelledCharacter(['\\'], mostBackslashes)}){${count}})`.replace(
    String.raw`|\\{0,8}(?:\\)`,
    '',
  )

const named: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** Matches a character in these cases, in every encoding. `backslashes`: the most backslashes before it. */
function spelledCharacter(cases: readonly string[], backslashes: number): string {
  const codes = cases.map((one) => one.codePointAt(0) ?? 0)
  const bytes = cases.map((one) => Array.from(Buffer.from(one.toWellFormed(), 'utf8'), (byte) => anyCase(byte, 2)))
  const units = cases.map((one) => Array.from({ length: one.length }, (_, index) => anyCase(one.charCodeAt(index), 4)))
  const percent = '%(?:25)?'
  const unit = `\\\\{1,${Math.max(1, backslashes)}}u`
  const names = cases.flatMap((one) => named[one] ?? []).map((name) => `&(?:amp;)?${name};`)
  // A character such as `&` may begin its own encoding, so it counts by itself only if no encoding is there.
  return anyOf([
    percent + anyOf(bytes.map((each) => each.join(percent))),
    unit + anyOf(units.map((each) => each.join(unit))),
    `&(?:amp;)?#${anyOf(codes.map((code) => `0{0,6}${code}|[xX]0{0,6}${anyCase(code, 1)}`))};`,
    ...names,
    `\\\\{0,${backslashes}}${anyOf(cases.map(escapeForPattern))}`,
    ...(cases.includes(' ') ? ['\\+'] : []),
  ])
}

export const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)

const anyCase = (value: number, digits: number): string =>
  value
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/** Matches a base64 character that encodes bits of the secret and bits of the text beside the secret. */
const sharedSign = '[A-Za-z0-9+/_\\-]?'

/**
 * A secret in base64. `own` holds the characters that do not depend on the text around the secret. `begins`: a character before `own` also
 * encodes bits of the secret. `ends`: a character after `own` also encodes bits of the secret.
 */
interface Base64Secret {
  readonly own: string
  readonly begins: boolean
  readonly ends: boolean
}

export const patternOf = ({ own, begins, ends }: Base64Secret): string =>
  (begins ? sharedSign : '') +
  own.replace(/[+/]/g, (sign) => (sign === '+' ? '[+-]' : '[/_]')) +
  (ends ? sharedSign : '')

/** Encodes a text once for each of the three alignments of base64, and in hexadecimal, whose digits are signs of base64, too. */
function inBase64(text: string): readonly Base64Secret[] {
  const bytes = Buffer.from(text.toWellFormed(), 'utf8')
  const hex = bytes.toString('hex')
  const inHex = [hex, hex.toUpperCase()].map((own) => ({ own, begins: false, ends: false }))
  const aligned = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const from = before === 0 ? 0 : before + 1
    const bits = (before + bytes.length) * 8
    const own = encoded.slice(from, Math.floor(bits / 6))
    return { own, begins: from > 0, ends: bits % 6 > 0 }
  })
  return [...aligned, ...inHex]
}
