/** Removes secrets from a platform's answer before it is stored, shown or logged. */
export interface Redactor {
  /** Cleans a text, in whatever encoding it contains the secret. */
  readonly text: (text: string) => string
}

/** Replaces a secret. */
export const redacted = '•••'

/** A shorter secret (the `0` for "none", an empty text) would mask half of an answer. */
const shortestSecret = 4

/**
 * Finds each secret raw, percent-encoded (once or twice), JSON-escaped (at any usual depth), as XML or HTML entities, in any
 * mix of these, and in base64 at any offset. Repetitions in the patterns are bounded, so that no answer can make them slow.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= shortestSecret)
  const longestFirst = known.sort((a, b) => b.length - a.length)
  const patterns = [...longestFirst.map(spelled), ...longestFirst.flatMap(inBase64)]
  if (patterns.length === 0) return { text: (text) => text }
  const pattern = new RegExp(patterns.join('|'), 'gu')
  return { text: (text) => text.replace(pattern, redacted) }
}

/** How many secrets are cached: the token's, and the passwords of the customers in work. */
const remembered = 32

/**
 * Like `createRedactor`, but caches the pattern of each secret, because building a pattern takes longer than reading an answer.
 */
export function rememberRedactors(): (secrets: readonly string[]) => Redactor {
  const kept = new Map<string, Redactor>()
  const redactorOf = (secret: string): Redactor => {
    const redactor = kept.get(secret) ?? createRedactor([secret])
    // Drops the least recently used redactor first.
    kept.delete(secret)
    kept.set(secret, redactor)
    for (const oldest of kept.keys()) if (kept.size > remembered) kept.delete(oldest)
    return redactor
  }
  return (secrets) => {
    const redactors = secrets.toSorted((a, b) => b.length - a.length).map(redactorOf)
    return { text: (text) => redactors.reduce((clean, redactor) => redactor.text(clean), text) }
  }
}

const spelled = (secret: string): string =>
  Array.from(secret.match(/\\{2,}|[^]/gu) ?? [], (part) =>
    part.length > 1 && part.startsWith('\\') ? spelledBackslashes(part.length) : spelledCharacter(part),
  ).join('')

/** Several backslashes in a row count together: apart, each could take any of them, in more ways than can be tried. */
const spelledBackslashes = (count: number): string =>
  `(?:\\\\{${count},${count * 9}}|(?:${spelledCharacter('\\')}){${count}})`.replace(String.raw`\\{0,8}\\|`, '')

const named: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function spelledCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const bytes = [...Buffer.from(character.toWellFormed(), 'utf8')]
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  const spellings = [
    `\\\\{0,8}${escapeForPattern(character)}`,
    bytes.map((byte) => `%(?:25)?${anyCase(byte, 2)}`).join(''),
    units.map((unit) => `\\\\{1,8}u${anyCase(unit, 4)}`).join(''),
    `&(?:amp;)?#(?:0{0,6}${code}|[xX]0{0,6}${anyCase(code, 1)});`,
  ]
  const name = named[character]
  if (name !== undefined) spellings.push(`&(?:amp;)?${name};`)
  if (character === ' ') spellings.push('\\+')
  return `(?:${spellings.join('|')})`
}

export const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)

const anyCase = (value: number, digits: number): string =>
  value
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/** A base64 character with bits of both the secret and its neighbour. */
const sharedSign = '[A-Za-z0-9+/_\\-]?'

/** The base64 characters that do not depend on the text around the secret, for each of the three alignments. */
function inBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret.toWellFormed(), 'utf8')
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const from = before === 0 ? 0 : before + 1
    const bits = (before + bytes.length) * 8
    const own = encoded.slice(from, Math.floor(bits / 6)).replace(/[+/]/g, (sign) => (sign === '+' ? '[+-]' : '[/_]'))
    return (from === 0 ? '' : sharedSign) + own + (bits % 6 === 0 ? '' : sharedSign)
  })
}
