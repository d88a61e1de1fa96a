/** Takes secrets out of what a platform said, before it is kept, shown or logged. */
export interface Redactor {
  /** Any text, in whatever encoding it quotes the secret. */
  readonly text: (text: string) => string
}

/** What stands where a secret was. */
export const redacted = '•••'

/** Shorter ones (the `0` for "none", an empty text) would take half of an answer with them. */
const shortestSecret = 4

/**
 * Finds each secret raw, percent-encoded (once or twice), JSON-escaped (at any usual depth), as XML or HTML entities, in any
 * mix of these, and in base64 wherever it begins. Repetitions in the patterns are bounded: no answer can make them slow.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= shortestSecret)
  const longestFirst = known.sort((a, b) => b.length - a.length)
  const patterns = [...longestFirst.map(spelled), ...longestFirst.flatMap(inBase64)]
  if (patterns.length === 0) return { text: (text) => text }
  const pattern = new RegExp(patterns.join('|'), 'gu')
  return { text: (text) => text.replace(pattern, redacted) }
}

/** So many secrets are remembered at once: the token's, and the passwords of the customers being worked on. */
const remembered = 32

/**
 * Makes redactors as `createRedactor` does, and keeps the pattern of each secret for the next time: making one takes longer
 * than the answer it is for takes to read.
 */
export function rememberRedactors(): (secrets: readonly string[]) => Redactor {
  const kept = new Map<string, Redactor>()
  const redactorOf = (secret: string): Redactor => {
    const redactor = kept.get(secret) ?? createRedactor([secret])
    // The one that was not asked for the longest goes first.
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

/** What a password is called, in the tongues in which platforms have been met or may be. */
const passwordNames =
  'pass(?:word|wd|code)|\\bpwd|passwort|kennwort|wachtwoord|mot[-_ ]?de[-_ ]?passe|contrase(?:n|ñ|\\\\{1,4}u00f1)a|senha|has[lł]o|пароль'

/** The values of anything that is called so, in JSON (escaped or not), in XML and in a query. */
const valueOfAny = (names: string): RegExp =>
  new RegExp(
    String.raw`((?:${names})[\w-]{0,20}(?:\\{0,8}["'])?\s{0,8}(?:[:=]\s{0,8}(?:\\{0,8}["'])?|>\s{0,8}))((?<=["'])[^"'\\<]+|[^\s"'\\<>&,;|}\]]+)`,
    'giu',
  )
const passwordValue = valueOfAny(passwordNames)

/** Hides passwords that an answer shows of its own accord. `taught`: what this platform calls them, as names are compared. */
export function hidePasswords(text: string, taught: readonly string[] = []): string {
  const hidden = text.replace(passwordValue, `$1${redacted}`)
  const own = taught.filter((name) => name.length > 1 && !calledPassword.test(name))
  if (own.length === 0) return hidden
  const names = own.map((name) => Array.from(name, escapeForPattern).join('[-_ .]?'))
  return hidden.replace(valueOfAny(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})`), `$1${redacted}`)
}

const calledPassword = new RegExp(passwordNames, 'iu')

/** Whether a field of this name holds a password, as far as its name tells. */
export const soundsLikePassword = (name: string): boolean => calledPassword.test(name)

const spelled = (secret: string): string => Array.from(secret, spelledCharacter).join('')

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

/** A text as a pattern that matches it to the letter. */
export const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)

const anyCase = (value: number, digits: number): string =>
  value
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/** A sign that holds bits of the secret and of its neighbour. */
const sharedSign = '[A-Za-z0-9+/_\\-]?'

/** The part that stays the same whatever stands before and after, for each of the three ways to fall on base64's groups. */
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
