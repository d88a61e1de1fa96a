/** What a text is made of where it cannot be shown as it is: each character that is not plain ASCII by its code point. */
export interface SpelledOut {
  /** The beginning of the text, what cannot be seen replaced. */
  readonly shown: string
  /** Nothing of it was left out. */
  readonly isWhole: boolean
  /** `U+0416` and so on, each once, the first of them; empty where all is plain ASCII. */
  readonly codePoints: readonly string[]
  /** How many more there are. */
  readonly further: number
  /** In characters, not in units of UTF-16. */
  readonly length: number
}

const mostShown = 60
const mostCodePoints = 12

/** Spells a text out for a sentence that says it was not understood, or that names it. */
export function spellOut(text: string, { most = mostShown, points = mostCodePoints } = {}): SpelledOut {
  const characters = Array.from(text)
  const odd = [...new Set(characters.filter((character) => !/[ -~]/.test(character)))]
  const shown = characters
    .slice(0, most)
    .map((character) => (/[\p{C}\p{Zl}\p{Zp}]/u.test(character) ? '\uFFFD' : character))
    .join('')
  const isWhole = characters.length <= most
  return {
    shown: isWhole ? shown : `${shown}…`,
    isWhole,
    codePoints: odd.slice(0, points).map(codePointOf),
    further: Math.max(0, odd.length - points),
    length: characters.length,
  }
}

/** `U+0416` and so on. */
export const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
