/** The roles of a code on a label. A label has at most one code of each role, except `rest`. */
export const labelRoles = ['mac', 'serial', 'model', 'ean', 'rest'] as const
export type LabelRole = (typeof labelRoles)[number]

export interface LabelCode {
  readonly text: string
  /** The AIM identifier of the code, such as `]E0`. Absent if the scanner sent none. */
  readonly aim?: string
  /** What the scanner sent. Present only if `text` was corrected for the keyboard layout. */
  readonly sent?: string
}

/** Why a part has its role, strongest reason first: technician, key, GS1 identifier, pattern, kind of code, habit, shape. */
export const labelReasons = ['person', 'key', 'gs1', 'pattern', 'symbology', 'habit', 'grammar'] as const
export type LabelReason = (typeof labelReasons)[number]

/**
 * A part of a label. `text`: as in the code, except for percent-encoding in a URL. `code`: the index of the code that contains the part.
 * `sent`: what the scanner sent for the whole code; present only if the code was corrected for the keyboard layout.
 */
export interface LabelPart {
  readonly role: LabelRole
  readonly text: string
  readonly code: number
  readonly by: LabelReason
  readonly sent?: string
}

/** The pattern of a model's serial numbers: `#` for a digit, `@` for a letter, `?` for either; any other character stands for itself. */
export interface SerialPattern {
  readonly model: string
  readonly pattern: string
}

const classes: Readonly<Record<string, string>> = { '#': '[0-9]', '@': '[A-Za-z]', '?': '[0-9A-Za-z]' }

export function matchPattern(text: string, patterns: readonly SerialPattern[]): SerialPattern | undefined {
  return patterns.find(({ pattern }) => {
    const source = Array.from(pattern, (sign) => classes[sign] ?? sign.replace(/[-/.]/, String.raw`\$&`)).join('')
    return new RegExp(`^${source}$`, 'i').test(text)
  })
}

/** The role that a technician gave to codes of this shape on boxes of this model. An empty model stands for any model. */
export interface LabelHabit {
  readonly model: string
  readonly shape: string
  readonly role: LabelRole
}

export interface LabelKnowledge {
  readonly patterns: readonly SerialPattern[]
  readonly habits: readonly LabelHabit[]
}

/** An EAN-8, UPC-A or EAN-13 with the blanks that are printed under its bars. */
const printedGtin = /^(?:\d{4} \d{4}|\d \d{5} \d{5} \d|\d \d{6} \d{6})$/

/** Whether a text is an article number with a correct check digit: EAN-8, UPC-A, EAN-13 or GTIN-14. */
export function isGtin(text: string): boolean {
  const bare = printedGtin.test(text) ? text.replaceAll(' ', '') : text
  if (!/^(?:\d{8}|\d{12,14})$/.test(bare)) return false
  const digits = Array.from(bare, Number).toReversed()
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

const mostShown = 60
const mostCodePoints = 12

/** Makes a text visible for a message that quotes it. Lists the code points of characters outside plain ASCII. */
export function spellOut(text: string, { most = mostShown, points = mostCodePoints } = {}) {
  const characters = Array.from(text)
  const odd = [...new Set(characters.filter((character) => !/[ -~]/.test(character)))]
  const shown = characters
    .slice(0, most)
    .map((character) => (/[\p{C}\p{Zl}\p{Zp}]/u.test(character) ? '\uFFFD' : character))
    .join('')
  const isWhole = characters.length <= most
  return {
    /** The beginning of the text. Invisible characters are replaced. */
    shown: isWhole ? shown : `${shown}…`,
    isWhole,
    /** The first characters outside ASCII, as `U+0416`, each listed once. Empty if there are none. */
    codePoints: odd.slice(0, points).map(codePointOf),
    further: Math.max(0, odd.length - points),
    /** The length of the text in characters, not in UTF-16 units. */
    length: characters.length,
  }
}
export type SpelledOut = ReturnType<typeof spellOut>

export const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Characters that are often confused on a label. In a MAC address B and 8 are both digits, so only a pattern can distinguish them. */
const slips: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  0: 'O',
  I: '1',
  L: '1',
  1: 'I',
  B: '8',
  8: 'B',
  S: '5',
  5: 'S',
}

/** Corrects confused characters if exactly one serial number then fits the known patterns. The technician must accept the proposal. */
export function proposeSerial(text: string, patterns: readonly SerialPattern[]): string | undefined {
  if (matchPattern(text, patterns) !== undefined) return undefined
  const found = new Set(patterns.flatMap(({ pattern }) => fix(text, pattern) ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

function fix(text: string, pattern: string): string | undefined {
  if (text.length !== pattern.length) return undefined
  const signs = Array.from(pattern)
  const mended = Array.from(text, (character, index) => {
    const sign = signs[index] ?? ''
    const suits = (one: string): boolean => matchPattern(one, [{ model: '', pattern: sign }]) !== undefined
    return [character, slips[character.toUpperCase()] ?? character].find(suits)
  })
  return mended.includes(undefined) ? undefined : mended.join('')
}
