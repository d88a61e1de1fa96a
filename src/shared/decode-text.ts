import type { Language } from './domain/language.ts'

/**
 * The encodings that a user can choose for a file that is not wholly in Unicode, as `TextDecoder` names them. The locale has a name for each.
 * `utf8` reads a file in UTF-8 with damaged letters; a whole file is `utf-8`.
 */
export const encodings = [
  'windows-1252',
  'windows-1250',
  'windows-1257',
  'windows-1254',
  'windows-1253',
  'windows-1251',
  'windows-1255',
  'windows-1256',
  'windows-874',
  'windows-1258',
  'gb18030',
  'big5',
  'shift-jis',
  'euc-kr',
  'macintosh',
  'utf8',
] as const
export type Encoding = (typeof encodings)[number]

export const isEncoding = (name: string | undefined): name is Encoding => encodings.some((one) => one === name)

/** Why a file is not text. The locale has a message for each problem. */
export type TextProblem = 'empty' | 'spreadsheet' | 'binary'

type DecodedText =
  | { readonly ok: true; readonly text: string; readonly encoding: 'utf-8' | 'utf-16' | Encoding }
  | { readonly ok: false; readonly problem: TextProblem }

/** What is known of a file that is not in Unicode: the language on screen, and the encoding that the user chose. */
export interface SavedAs {
  readonly language?: Language | undefined
  readonly encoding?: string | undefined
}

/** The first bytes of a zipped spreadsheet, an old spreadsheet and a PDF. */
const notText: readonly { readonly begin: readonly number[]; readonly problem: TextProblem }[] = [
  { begin: [0x50, 0x4b, 0x03, 0x04], problem: 'spreadsheet' },
  { begin: [0xd0, 0xcf, 0x11, 0xe0], problem: 'spreadsheet' },
  { begin: [0x25, 0x50, 0x44, 0x46], problem: 'binary' },
]

/** Decodes a file by its byte order mark if it has one, or else as UTF-8, or else in the chosen encoding or the most plausible one. */
export function decodeText(bytes: Uint8Array, { language, encoding }: SavedAs = {}): DecodedText {
  if (bytes.length === 0) return { ok: false, problem: 'empty' }
  const known = notText.find(({ begin }) => begin.every((byte, index) => bytes[index] === byte))
  if (known !== undefined) return { ok: false, problem: known.problem }
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff
  if (isLittle || isBig) return judge(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes), 'utf-16')
  try {
    return judge(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'utf-8')
  } catch {
    // In an encoding that the user chose by mistake, text may look binary.
    if (isEncoding(encoding)) return { ok: true, text: new TextDecoder(encoding).decode(bytes), encoding }
    const guessed = guessEncoding(bytes, language)
    return judge(new TextDecoder(guessed).decode(bytes), guessed)
  }
}

/** Decides by the control characters whether a text is binary. A list has almost no control characters, but a scanner may send a few. */
function judge(text: string, encoding: 'utf-8' | 'utf-16' | Encoding): DecodedText {
  if (text.trim() === '') return { ok: false, problem: 'empty' }
  const sample = text.slice(0, 100_000)
  const controls = Array.from(sample).filter(
    (sign) => isControl(sign) && !(encoding === 'utf8' && sign === '\uFFFD'),
  ).length
  if (text.includes('\u0000') || controls > 8 + sample.length / 200) return { ok: false, problem: 'binary' }
  return { ok: true, text, encoding }
}

/**
 * Whether a character is a sign of a binary file: a control character or the replacement character. Tab, line ends and the GS1 separator do
 * not count, because a list may contain them.
 */
function isControl(sign: string): boolean {
  return sign === '\uFFFD' || (/\p{Cc}/u.test(sign) && !'\t\n\r\u001D'.includes(sign))
}

/** Matches a word of a language with Latin letters: it has a letter of ASCII, unless it is a single letter. */
const latin = (letters: string): RegExp => new RegExp(`^(?=.*[a-z]|.$)[a-z${letters}]+$`, 'iu')

const french = 'àâçèéêëîïôùûüœ'

/**
 * The words of the languages that each encoding is used for. Where a word fits several encodings, the first one counts. So an encoding whose
 * words would also fit another one stands before it.
 */
const words: readonly (readonly [Encoding, readonly RegExp[]])[] = [
  // Many Western lists have only such a sign as beyond ASCII, as in 3° and £25. In other encodings the same byte is a letter.
  ['windows-1252', [latin(`${french}áãäåæìíñòóõöøúßÿªº`), /^[a-z]*[€™¡-¿]+[a-z]*$/iu]],
  ['windows-1254', [latin('âçğîıİöşûü')]],
  ['windows-1257', [latin('āčēģīķļņōŗšūžąęėįųäöõü')]],
  ['windows-1250', [latin('áâäăąćčçďđéęëěíîĺľłńňóôöőŕřśşšťţúůüűýźżžß')]],
  ['windows-1255', [/^[א-ת׳״]+$/u]],
  ['windows-1253', [/^[α-ωάέήίόύώϊϋ]+$/iu]],
  // The keyboards of several Arabic countries also write French.
  ['windows-1256', [/^[،؛؟ء-ْپچژکگ\u200C]+$/u, latin(french)]],
  ['windows-1251', [/^[а-яёєіїґўђѓѕјљњћќџ]+$/iu]],
  ['windows-874', [/^[ก-๛]+$/u]],
]

/** The characters between words that are the same in every encoding of `words`. */
const betweenWords = /[\0-@[-`{-\u007F\u00A0«»·\u2013-\u2026]+/u
const sampleBytes = 100_000

/** Guesses the encoding in which the most words are plausible. Where several are as plausible, the language on screen decides. */
function guessEncoding(bytes: Uint8Array, language: Language | undefined): Encoding {
  const from = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - 100)
  const sample = bytes.subarray(from, from + sampleBytes)
  if (isMostlyUnicode(sample)) return 'utf8'
  const first: Encoding = language === 'ar' ? 'windows-1256' : 'windows-1252'
  const inOrder = words.toSorted(([one], [other]) => Number(other === first) - Number(one === first))
  const shares = inOrder.map(([encoding, patterns]) => ({
    encoding,
    share: plausibleShare(sample, encoding, patterns),
  }))
  return shares.toSorted((one, other) => other.share - one.share)[0]?.encoding ?? first
}

/** Whether most letters beyond ASCII are whole in UTF-8. In other encodings, almost none are. */
function isMostlyUnicode(bytes: Uint8Array): boolean {
  const letters = new TextDecoder().decode(bytes).match(/[^\0-\u007F]/gu) ?? []
  return letters.filter((letter) => letter !== '\uFFFD').length * 2 > letters.length
}

/** The share of the words with a character beyond ASCII that fit one of the patterns. */
function plausibleShare(sample: Uint8Array, encoding: Encoding, patterns: readonly RegExp[]): number {
  const found = new TextDecoder(encoding)
    .decode(sample)
    .split(betweenWords)
    .filter((word) => /[^\0-\u007F]/.test(word))
  const fitting = found.filter((word) => hasUsualCase(word) && patterns.some((pattern) => pattern.test(word)))
  return fitting.length / Math.max(1, found.length)
}

/** Whether no small letter comes before a capital one. */
function hasUsualCase(word: string): boolean {
  const tail = word.slice(1)
  return word === word.toUpperCase() || tail === tail.toLowerCase()
}
