import { isListOfReasons, isReasonAt } from './secret-reasons.ts'
import { findInSentence, matchAt } from './secret-sentences.ts'
import {
  type Borders,
  bordersOf,
  escapedBefore,
  escapeForPattern,
  patternOf,
  shortestToken,
  type Spelling,
  spellSecret,
  spellToken,
} from './spell-secret.ts'

/** Removes secrets from a platform's answer before the answer is stored, shown or logged. */
export interface Redactor {
  /** Removes the secrets from a text, in any encoding. */
  readonly text: (text: string) => string
}

export const redacted = '•••'

/** The shortest secret that is removed, in characters. Removing a shorter one, such as `0`, would mask half of an answer. */
const shortestSecret = 4

/**
 * Makes a redactor for these secrets. It finds a secret raw, percent-encoded (once or twice), JSON-escaped (at any usual depth), as XML or
 * HTML entities, and in any mix of these encodings. It also finds a secret in base64 at any offset, and in hexadecimal. It finds one of
 * the `tokens` also in upper and lower case, a GUID with and without dashes, and a long beginning or end of a token, because platforms
 * write a token in these ways. All repetitions in the patterns are limited, so that no answer makes the search slow.
 */
export const createRedactor = (secrets: readonly string[], tokens: readonly string[] = []): Redactor =>
  redactAll(secrets, tokens, redactOne)

/** How many redactors are cached: one for the token, the others for passwords of customers whose jobs are in progress. */
const remembered = 32

/** Like `createRedactor`, but caches the pattern of each secret: building a pattern takes longer than reading an answer. */
export function rememberRedactors(): (secrets: readonly string[], tokens?: readonly string[]) => Redactor {
  const kept = new Map<string, Redactor>()
  const redactorOf: typeof redactOne = (secret, isToken) => {
    const key = `${isToken} ${secret}`
    const redactor = kept.get(key) ?? redactOne(secret, isToken)
    // Moves the redactor to the end, so that the redactor that was used least recently is dropped first.
    kept.delete(key)
    kept.set(key, redactor)
    for (const oldest of kept.keys()) if (kept.size > remembered) kept.delete(oldest)
    return redactor
  }
  return (secrets, tokens = []) => redactAll(secrets, tokens, redactorOf)
}

function redactAll(secrets: readonly string[], tokens: readonly string[], redactorOf: typeof redactOne): Redactor {
  const known = [...new Set([...secrets, ...tokens])].filter((secret) => secret.length >= shortestSecret)
  const longestFirst = known.sort((a, b) => b.length - a.length)
  const redactors = longestFirst.map((one) => redactorOf(one, one.length >= shortestToken && tokens.includes(one)))
  return { text: (text) => redactors.reduce((clean, redactor) => redactor.text(clean), text) }
}

/**
 * Matches the characters that begin an encoding. A text without these characters can contain a secret only as it is, in base64 or in
 * hexadecimal. That holds for secrets without a blank, quote or backslash. An escaped quote or backslash does not count, because JSON
 * inside JSON is full of escaped quotes and backslashes.
 */
const escapes = /[%&]|\\(?!["\\])/

/** Makes a redactor for one secret. `isToken`: the secret is a token, and is found in the other spellings of a token, too. */
function redactOne(secret: string, isToken: boolean): Redactor {
  const spelling = isToken ? spellToken(secret) : spellSecret(secret)
  const { ends, part, base64 } = spelling
  const shortest = Math.min(secret.length, part)
  const isPlain = !(isToken ? /[^!-~]|["\\]/ : /[ "\\]/).test(secret)
  const sought = ends.map(fold)
  const isFoldedIn = (text: string): boolean => {
    const folded = fold(text)
    return sought.some((one) => folded.includes(one))
  }
  const hasSigns = base64.some(({ own }) => /[+/]/.test(own))
  const isInBase64 = (text: string): boolean => {
    const searched = hasSigns ? text.replaceAll('-', '+').replaceAll('_', '/') : text
    return base64.some(({ own }) => searched.includes(own))
  }
  const [before, after] = bordersOf(secret)
  const raw = before === '' ? secret : new RegExp(before + secret + after, 'gu')
  let remove: ((text: string) => string) | undefined
  return {
    text(text) {
      // Most answers take this short way. Making and trying the patterns would take longer than all other work on a short answer.
      if (text.length < shortest) return text
      if (isPlain && !escapes.test(text) && !isInBase64(text)) {
        if (!isToken) return text.replaceAll(raw, redacted)
        if (!isFoldedIn(text)) return text
      }
      remove ??= createRemoval(spelling, [before, after])
      return remove(text)
    },
  }
}

/**
 * Maps the spellings of a token that differ only in case or in separators to one text. Other texts may become equal, too. Used only for
 * tokens of printable ASCII, because `toLowerCase` may change the length of other texts.
 */
const fold = (text: string): string => text.toLowerCase().replace(/[-_]/g, '')

/** Removes the whole secret before its parts, because a secret may repeat its own beginning. */
function createRemoval(spelling: Spelling, [before, after]: Borders): (text: string) => string {
  const { each, gap } = spelling.encoded()
  const whole = new RegExp([before + each.join(gap) + after, ...spelling.base64.map(patternOf)].join('|'), 'gu')
  const removeParts = spelling.part < each.length ? createPartRemoval(spelling) : undefined
  return (text) => {
    const clean = text.replace(whole, redacted)
    return removeParts === undefined ? clean : removeParts(clean)
  }
}

/** Removes a beginning or an end of a token, if it has at least `part` characters. */
function createPartRemoval({ encoded, part }: Spelling): (text: string) => string {
  const { each, gap } = encoded()
  // Without the backslashes before a part, a row of backslashes does not make the search slow.
  const firsts = encoded(0).each
  const beginning = [...firsts.slice(0, 1), ...each.slice(1, part)].join(gap)
  const end = [...firsts.slice(-part).slice(0, 1), ...each.slice(-part).slice(1)].join(gap)
  const parts = new RegExp(`${beginning}|(?<end>${end})`, 'gu')
  // Each of these patterns matches one more character of the token.
  const after = each.slice(part).map((one) => new RegExp(gap + one, 'uy'))
  const before = each.slice(0, -part).map((one) => new RegExp(`(?<=(${one}${gap}))`, 'uy'))
  before.reverse()
  return (text) => {
    let masked = ''
    let done = 0
    for (let found = parts.exec(text); found !== null; found = parts.exec(text)) {
      const isEnd = found.groups?.['end'] !== undefined
      const from = isEnd ? walk(before, text, found.index, -1) : found.index
      const to = isEnd ? parts.lastIndex : walk(after, text, parts.lastIndex, 1)
      masked += text.slice(done, Math.max(done, from)) + redacted
      done = to
      parts.lastIndex = to
    }
    return masked + text.slice(done)
  }
}

/** Goes from `at` over the characters that are there, forwards (1) or backwards (-1), and returns where they end. */
function walk(characters: readonly RegExp[], text: string, at: number, direction: 1 | -1): number {
  let end = at
  for (const character of characters) {
    const found = matchAt(character, text, end)
    if (found === null) break
    end += direction * (found[1] ?? found[0]).length
  }
  return end
}

/** Names for a password in the languages that platforms may use. A name that begins with one of them counts too, such as `passwordHash`. */
const passwordNames =
  'pass(?:[-_]?word|wd|w\\b|code|phrase)|palavra[-_ ]?passe|\\bpwd|passwort|kennwort|wachtwoord|mot[-_ ]?(?:de[-_ ]?)?passe|contrase(?:ni?|ñ|\\\\{1,4}u00f1)a|senha|has[lł]o|пароль|كلم[ةه][-_ ]?(?:ال)?(?:مرور|سر)|رقم[-_ ]?(?:ال)?سري|رمز[-_ ]?(?:ال)?(?:مرور|دخول|سري)'

/** A Chinese name ends where the value begins, because no blank is between them. */
const chineseNames = '密[码碼]|口令'

/** A name with one of these endings names a secret: `authToken`, `client_secret`, `clave_acceso`. */
const secretEnds =
  "secrets?|tokens?|authorization|credentials?|api[-_]?key|(?:access|auth|private|secret)[-_ ]?key|access[-_ ]?code|(?:clave|chave|c(?:o|ó|\\\\{1,4}u00f3)digo)[-_ ]?(?:de[-_ ]?)?ac(?:ceso|esso)|code[-_ ]?(?:d(?:['’]|\\\\{1,4}u(?:0027|2019)))?acc(?:e|è|\\\\{1,4}u00e8)s"

/**
 * Short names for a secret. A short name counts only as a whole name or as a whole word of a name, because it also occurs inside harmless
 * names (`mapping`, `bypass`).
 */
const shortNames =
  'pw pin pass pwd psw pincode userpass userpwd loginpass loginpwd mdp clave parola sifre şifre пин'.split(' ')
const asWord = `(?:(?<![\\p{L}\\p{N}])|${escapedBefore})(?:${shortNames.join('|')})`
const inCamelCase = shortNames
  .flatMap((name) => [name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()])
  .join('|')

/** The endings that the name of a secret may have: `token_value`, `pin2`. A short name may also have the ending of its user: `pass_user`. */
const suffix = 'value|text|hash|code|код|\\d{1,3}'
const shortSuffix = `${suffix}|number|numero|user|usuario|cliente?|customer|login|ac(?:ceso|esso|ces)`
const nameEnd = String.raw`(?![\p{L}\p{N}_-])`
const secretNames = `(?:${passwordNames})[\\w-]{0,20}|${chineseNames}|(?:(?:${secretEnds})(?:[-_]?(?:${suffix}))?|(?:${asWord}|(?-i:(?<=[a-z\\d])(?:${inCamelCase})))(?:[-_]?(?:${shortSuffix}))?)${nameEnd}`

const calledPassword = new RegExp(`${passwordNames}|${chineseNames}|(?:${secretNames})$`, 'iu')

export const soundsLikePassword = (name: string): boolean => calledPassword.test(name)

/** Returns the pattern of a character that is unchanged, or escaped once or several times by JSON, XML or a URL. */
const sign = (raw: string, named: string, code: number): string => {
  const hex = code.toString(16)
  return `(?:${raw}|&(?:amp;){0,3}(?:${named}|#0{0,6}${code}|#x0{0,6}${hex});|\\\\{1,15}u00${hex}|%(?:25){0,3}${hex})`
}
const quote = `(?:${sign('\\\\{0,31}"', 'quot', 34)}|${sign("\\\\{0,31}'", 'apos', 39)})`
const less = sign('<', 'lt', 60)
const greater = sign('>', 'gt', 62)
const slash = String.raw`\\{0,15}/`
/** Any number of blanks up to 5000. The number is limited, because V8 gives up a search that has to remember millions of repetitions. */
const blank = String.raw`(?:\s|\\{1,15}[nrt]){0,5000}`
/** The signs of Markdown around a name, as in `**Password:** ab12cd`. */
const emphasis = '(?:[*_`]{1,3})'
const qualifiedName = String.raw`[\p{L}\p{N}_:.-]`
const inPair = '(?:value|val|content)'
/** Up to three fields between the name and the value of a pair, as in `"key":"pin","type":"text","value":"ab12cd"`. */
const fieldsBetween = String.raw`(?:(?:\\{0,15}["'])?[\w-]{1,40}(?:\\{0,15}["'])?\s{0,20}[:=]\s{0,20}(?:\\{0,15}["'][^"'<>\\]{0,100}\\{0,15}["']|[\w.-]{1,40})\s{0,20},?\s{0,20}){0,3}`

/** Makes a sticky pattern. A sticky pattern is tried at one position only, so no text makes the search slow. */
const from = (pattern: string): RegExp => new RegExp(pattern, 'iuy')
const assignment = from(
  `(?:${quote}${blank}(?:,${blank})?${fieldsBetween}${quote}?${inPair})?(?<close>${quote})?${emphasis}?${blank}(?:=>|${sign('=', 'equals', 61)}|${sign(':', 'colon', 58)}|：|\\\\{1,15}uff1a)(?:${emphasis}(?=[\\s\\\\]))?${blank}(?<open>${quote})?`,
)
const valueElement = from(
  `${less}${slash}${qualifiedName}{1,60}${greater}${blank}(?<less>${less})(?<name>${qualifiedName}{0,40}${inPair})${greater}`,
)
const elementStart = new RegExp(`(?<less>${less})(?<name>${qualifiedName}{0,100})$`, 'iu')
const restOfTag = from(`(?<attributes>${blank}|(?:\\s|\\\\{1,15}[nrt])[^<>]*?)(?<end>/?${greater})`)
const closing = from(`${slash}(?<name>${qualifiedName}{1,200})`)
const attributeValue = /(?<![\w-](?:type|nil)|xmlns(?::[\w-]{1,40})?)(\s{0,8}=\s{0,8})("[^"]*"|'[^']*')/giu
/** A value that stands before the name of its field, as in `"value":"ab12cd","name":"`. */
const valueBefore = new RegExp(
  `(?<![\\p{L}\\p{N}])${inPair}(?:\\\\{0,15}["'])?\\s{0,20}[:=]\\s{0,20}\\\\{0,15}["'](?<value>[^"'\\\\]{1,200})(?<rest>\\\\{0,15}["']\\s{0,20},?\\s{0,20}${fieldsBetween}(?:\\\\{0,15}["'])?(?:name|key|field)(?:\\\\{0,15}["'])?\\s{0,20}[:=]\\s{0,20}\\\\{0,15}["'])$`,
  'iu',
)
/** A password before the host of an address. */
const passwordInAddress = /(:(?:\\{0,15}\/){2}[^\s/:@"'<>\\]{0,100}:)[^\s/@"'<>\\]{1,200}(?=@)/g
const scheme = from('(?:bearer|basic|digest|token|negotiate|apikey)\\s+')
const endOfBare = /[\s"'\\<>&,;|}\]，。；]|%(?:25){0,3}2[267]/gu

interface Found {
  readonly from: number
  readonly to: number
  readonly shown: string
}

/**
 * Masks the values of fields whose names suggest a password or a token. Works in JSON (also in JSON inside a JSON text), XML, forms and
 * URLs. A value without an end is masked to the end of the text. The time is proportional to the length of the text. `mapped` holds this
 * platform's own names for a password, normalized.
 */
export function hidePasswords(text: string, mapped: readonly string[] = []): string {
  const hidden = maskValues(text.replace(passwordInAddress, `$1${redacted}`), new RegExp(secretNames, 'giu'))
  const own = mapped.filter((name) => name.length > 1 && !soundsLikePassword(name))
  if (own.length === 0) return hidden
  const spelled = own.map((name) => Array.from(name, escapeForPattern).join('[-_ .]?'))
  return maskValues(hidden, new RegExp(`(?<![\\p{L}\\p{N}])(?:${spelled.join('|')})[\\w-]{0,20}`, 'giu'))
}

function maskValues(text: string, names: RegExp): string {
  let masked = ''
  let done = 0
  const mask = (found: Found, end: number): void => {
    masked += text.slice(done, found.from) + found.shown
    done = found.to
    names.lastIndex = Math.max(end, done)
  }
  let next: RegExpExecArray | null
  for (let name = names.exec(text); name !== null; name = next) {
    const end = names.lastIndex
    const found = readElement(text, name.index, end) ?? readAssigned(text, end) ?? readBefore(text, name.index, done)
    if (found !== undefined) mask(found, end)
    next = names.exec(text)
    const said = found === undefined ? readSentence(text, end, next?.index ?? text.length) : undefined
    if (said === undefined) continue
    mask(said, end)
    if (next !== null && next.index < done) next = names.exec(text)
    else if (next !== null) names.lastIndex = next.index + next[0].length
  }
  return masked + text.slice(done)
}

/**
 * Finds the value of a named field in XML. The value is the content of the element with this name, the values of that element's attributes,
 * or the content of a value element beside the name.
 */
function readElement(text: string, start: number, end: number): Found | undefined {
  const beside = matchAt(valueElement, text, end)?.groups
  if (beside !== undefined) return readContent(text, valueElement.lastIndex, beside)
  const before = elementStart.exec(text.slice(Math.max(0, start - 130), start))?.groups
  const tag = before && matchAt(restOfTag, text, end)?.groups
  if (before === undefined || tag === undefined) return undefined
  const { attributes = '', end: tagEnd = '' } = tag
  if (!tagEnd.startsWith('/'))
    return readContent(text, restOfTag.lastIndex, { ...before, name: `${before['name']}${text.slice(start, end)}` })
  const shown = attributes.replace(attributeValue, (_, sign: string, value: string) =>
    value.length > 2 ? `${sign}${value[0]}${redacted}${value[0]}` : sign + value,
  )
  return { from: end, to: end + attributes.length, shown }
}

function readContent(text: string, from: number, { less: opened = '', name = '' }: Partial<Record<string, string>>) {
  const isLiteral = text.startsWith('<![CDATA[', from)
  let at = isLiteral ? indexOr(text, ']]>', from) : from
  for (;;) {
    at = indexOr(text, opened, at)
    if (at === text.length) break
    const closed = matchAt(closing, text, at + opened.length)
    if (closed?.groups?.['name'] === name) break
    at += opened.length
  }
  return { from, to: at, shown: text.slice(from, at).trim() === '' ? text.slice(from, at) : redacted }
}

function readAssigned(text: string, nameEnd: number): Found | undefined {
  const sign = matchAt(assignment, text, nameEnd)?.groups
  if (sign === undefined) return undefined
  const from = assignment.lastIndex
  const { open, close = '' } = sign
  if (open !== undefined) {
    const to = endOfQuoted(text, from, open)
    return { from, to, shown: to === from ? '' : redacted }
  }
  if (close !== '' && /[[{]/.test(text[from] ?? '')) {
    const to = endOfNested(text, from)
    return isListOfReasons(text.slice(from, to)) ? undefined : { from, to, shown: close + redacted + close }
  }
  if (close === '' && colonBefore.test(text.slice(Math.max(nameEnd, from - 20), from)) && isReasonAt(text, from))
    return undefined
  const bare = readBare(text, from)
  if (bare === undefined || (close !== '' && /^(?:true|false|null)$/.test(bare))) return undefined
  const to = from + bare.length
  if (close !== '') return { from, to, shown: /^-?\d/.test(bare) ? close + redacted + close : redacted }
  const between = matchAt(stroke, text, to)?.[0] ?? ''
  const second = between === '' ? undefined : readBare(text, to + between.length)
  if (second === undefined) return { from, to, shown: redacted }
  return { from, to: to + between.length + second.length, shown: redacted + between + redacted }
}

const colonBefore = /[:：][*_`]{0,3}\s{1,15}$/

/** A stroke before a second value, as in `login/password: 4820913775 / ab12cd`. Another name may also follow a stroke. */
const stroke = from(`\\s{1,20}${slash}\\s{1,20}(?!\\p{L}{1,30}\\s?[:=])`)

/** Finds the value before its name. `done`: where the text begins that is not masked yet. */
function readBefore(text: string, start: number, done: number): Found | undefined {
  if (!/["']/.test(text[start - 1] ?? '')) return undefined
  const { value = '', rest = '' } = valueBefore.exec(text.slice(Math.max(done, start - 400), start))?.groups ?? {}
  const to = start - rest.length
  return value === '' ? undefined : { from: to - value.length, to, shown: redacted }
}

function readSentence(text: string, end: number, nextName: number): Found | undefined {
  let [shown, to] = ['', end]
  for (const secret of findInSentence(text, end, nextName)) {
    shown += text.slice(to, secret.from) + redacted
    to = secret.to
  }
  return to === end ? undefined : { from: end, to, shown }
}

/** Finds a value without quotes. The name of a scheme before it, such as "Bearer", is part of the value. */
function readBare(text: string, from: number): string | undefined {
  const start = from + (matchAt(scheme, text, from)?.[0].length ?? 0)
  const to = matchAt(endOfBare, text, start)?.index ?? text.length
  if (to > start) return text.slice(from, to)
  return start === from ? undefined : text.slice(from, start).trimEnd()
}

/**
 * The position where a quoted text ends. `from`: where the text begins. `open`: the opening quote with the backslashes before it. In JSON
 * inside JSON, the number of backslashes doubles at each depth.
 */
function endOfQuoted(text: string, from: number, open: string): number {
  const mark = open.at(-1) ?? ''
  if (mark !== '"' && mark !== "'") return indexOr(text, open, from)
  const depth = open.length
  for (let at = indexOr(text, mark, from); at < text.length; at = indexOr(text, mark, at + 1)) {
    let first = at
    while (first > from && text[first - 1] === '\\') first -= 1
    if ((at - first) % (2 * depth) < depth) return Math.max(first, at - depth + 1)
  }
  return text.length
}

/** The position after the end of a JSON list or object. Brackets inside quoted texts do not count. */
function endOfNested(text: string, from: number): number {
  let open = 0
  for (let at = from; at < text.length; at += 1) {
    const one = text[at]
    if (one === '"') at = endOfQuoted(text, at + 1, '"')
    else if (one === '\\') {
      const opened = matchAt(backslashedQuote, text, at)?.[0]
      if (opened !== undefined) at = endOfQuoted(text, at + opened.length, opened) + opened.length - 1
    } else if (one === '[' || one === '{') open += 1
    else if (one === ']' || one === '}') open -= 1
    if (open === 0) return at + 1
  }
  return text.length
}

const backslashedQuote = /\\{1,31}"/y

const indexOr = (text: string, part: string, from: number): number => {
  const at = text.indexOf(part, from)
  return at === -1 ? text.length : at
}
