/** A text made visible: the code point of each character that is not plain ASCII. */
export interface SpelledOut {
  /** The beginning of the text, with invisible characters replaced. */
  readonly shown: string
  readonly isWhole: boolean
  /** The first of them as `U+0416`, each once; empty if all is plain ASCII. */
  readonly codePoints: readonly string[]
  readonly further: number
  /** In characters, not in UTF-16 units. */
  readonly length: number
}

const mostShown = 60
const mostCodePoints = 12

/** Makes a text visible, for a message that quotes it. */
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

export const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
