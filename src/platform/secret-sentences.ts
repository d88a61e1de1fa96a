/** A secret in a sentence, from its first to its last character. */
interface SecretSpan {
  readonly from: number
  readonly to: number
}

const blank = String.raw`(?:[ \t\u{a0}\u{3000}]|&nbsp;)`
const space = String.raw`(?:\s|\\{1,15}[nrt])`

/** One character between the name of a secret and the secret. A part in brackets counts as one, so that no sign in it counts. */
const between = String.raw`(?:[^\s()[\]{}"“”«»„<>\\|;,.!?'&=，。；！？]|(?<=\S)['.](?=[\p{L}\p{N}])|&[a-z]{1,6}(?:acute|grave|circ|tilde|uml|cedil);|\\{1,4}u00[c-f][\da-f]|${blank}(?:\([^()"<>\\]{0,40}\))?)`

const colon = String.raw`(?:[:：]|\\{1,4}uff1a)`
const acute = (letter: string, code: string): string => String.raw`(?:${letter}|\\{1,4}u00${code})`
const change = `(?:cambiad|modificad|actualizad)[ao]${blank}a|(?:alterad|mudad|modificad|atualizad)[ao]${blank}para|(?:chang|modifi)${acute('é', 'e9')}e?${blank}en`
const future = `will${blank}be|ser${acute('[aá]', 'e1')}`
const verb = String.raw`(?:is|was|es|est|ist|lautet|[èé]|\\{1,4}u00e[89]|هي|هو|(?:re)?set${blank}to|changed${blank}to|${change}|${future})(?:${blank}now)?`

/** A sign or a verb after which the secret stands. Elements of HTML may be between them. */
const link = `(?:${blank}{0,20}${colon}|(?<=[\\s);])${verb}(?:${blank}{0,3}${colon})?(?=[\\s&])|${blank}(?:[-–—]>?|→)(?=${blank})|[是为為]${colon}?)(?:${space}{0,20}<(?!/tr)[^<>]{1,100}>){0,4}(?:${space}|&nbsp;){0,20}`
const quote = String.raw`\\{0,15}["'“”«»„]|&(?:amp;){0,3}(?:quot|apos|#3[49]);`

const linked = new RegExp(`${between}{0,80}?${link}(?<quote>${quote})?`, 'iuy')
/** What is between two secrets. A stroke stands between the parts of a pair, as in "Login/password is 4820913775 / ab12cd". */
const linkedAtOnce = new RegExp(`(?:${link}|${blank}{1,20}\\\\{0,15}/${blank}{1,20})(?<quote>${quote})?`, 'iuy')
const linkedSoon = new RegExp(
  String.raw`(?:(?<!credentials?|authori[sz]ation)${blank}\p{L}{1,15})?${blank}?${link}(?<quote>${quote})?`,
  'iuy',
)
/** What is between a name and a secret without a link: blanks, or the border of two cells in HTML. */
const border = new RegExp(
  String.raw`(?:${blank}{1,20}(?:(?:code|number|n[or]\.?)${blank})?#?|#${blank}?|(?<=\p{Script=Han})|</(?:t[hd]|dt|label)>(?:${space}{0,20}<(?!/)[^<>]{1,100}>){1,3}${space}{0,20})(?=[\p{L}\p{N}])(?![^\s:\x22'<>\\\p{Script=Han}]{0,100}:)`,
  'iuy',
)
const quoted = /[^\s"'“”«»„<>\\&,:}\]][^"'“”«»„<>\\&\n]{3,200}/uy
const bare = /(?:[^\s"'“”«»„<>\\&,;，。；！？[({\p{Script=Han}]|(?<=\S)[[({]|&(?!#?\w{1,8};|\w{1,40}=)){4,200}/uy

/** Names of secrets that are also other words, as in "Sports Pass 2024" or "Invalid credentials for customer: 12345". */
const otherWord = /(?:pass|clave|tokens?|credentials?|authori[sz]ation)$/iu
const dash = new RegExp(`${blank}[-–—]`, 'uy')

/** How far after its name the sign or verb may stand, in characters. */
const farthest = 100

/**
 * Finds the secrets in a sentence that follows the name of a secret, such as "Your new password is: ab12cd". After a sign or a verb, a word
 * counts that looks like a secret or has quotes around it. Directly after the name, only a word with a digit counts. After a name that is
 * also another word, a colon or a verb must follow soon. There are several secrets if one is followed by another sign or verb, as in
 * "Password for customer: 12345 is: ab12cd". `nextName`: where the next name begins.
 */
export function findInSentence(text: string, nameEnd: number, nextName: number): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  const words = text.slice(0, Math.min(nextName, nameEnd + farthest))
  const isOtherWord = otherWord.test(text.slice(Math.max(0, nameEnd - 20), nameEnd))
  if (isOtherWord && matchAt(dash, text, nameEnd) !== null) return found
  let next = isOtherWord
    ? readLinked(text, words, nameEnd, linkedSoon)
    : (readBeside(text, nameEnd) ?? readLinked(text, words, nameEnd, linked))
  while (next !== undefined) {
    found.push(next)
    next = readLinked(text, words, next.to, linkedAtOnce)
  }
  return found
}

function readBeside(text: string, nameEnd: number): SecretSpan | undefined {
  if (matchAt(border, text, nameEnd) === null) return undefined
  return readWord(text, border.lastIndex, /\p{Nd}/u)
}

/** Finds a secret in `text` whose link is in `words`, the beginning of the text that ends before the next name. */
function readLinked(text: string, words: string, from: number, pattern: RegExp): SecretSpan | undefined {
  for (let found = matchAt(pattern, words, from); found !== null; found = matchAt(pattern, words, pattern.lastIndex)) {
    const at = pattern.lastIndex
    const secret = found.groups?.['quote'] === undefined ? readWord(text, at, digitOrCapital) : readQuoted(text, at)
    if (secret !== undefined) return secret
    pattern.lastIndex = at
  }
  return undefined
}

/** A digit, or a capital after a small letter. */
const digitOrCapital = /\p{Nd}|\p{Ll}\p{Lu}/u

/** Words such as `MinLength`, dates, times, ranges and MAC addresses. */
const plain = /^(?:(?:\p{Lu}?\p{Ll}{2,})+|\p{Nd}+(?:[-–./:T]\p{Nd}+)+Z?|[\da-fA-F]{2}(?:[-:][\da-fA-F]{2})+)$/u

function readWord(text: string, from: number, mark: RegExp): SecretSpan | undefined {
  const word = matchAt(bare, text, from)?.[0].replace(/[.:!?)\]}]+$/, '') ?? ''
  const isSecret = word.length >= 4 && mark.test(word) && !plain.test(word)
  return isSecret ? { from, to: from + word.length } : undefined
}

function readQuoted(text: string, from: number): SecretSpan | undefined {
  const inside = matchAt(quoted, text, from)?.[0]
  return inside === undefined ? undefined : { from, to: from + inside.length }
}

/** Tries a sticky pattern at one position only. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
