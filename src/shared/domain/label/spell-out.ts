const mostShown = 60
const mostCodePoints = 12

/** Makes a text visible, for a message that quotes it: with the code points of the characters that are not plain ASCII. */
export function spellOut(text: string, { most = mostShown, points = mostCodePoints } = {}) {
  const characters = Array.from(text)
  const odd = [...new Set(characters.filter((character) => !/[ -~]/.test(character)))]
  const shown = characters
    .slice(0, most)
    .map((character) => (/[\p{C}\p{Zl}\p{Zp}]/u.test(character) ? '\uFFFD' : character))
    .join('')
  const isWhole = characters.length <= most
  return {
    /** The beginning of the text, with invisible characters replaced. */
    shown: isWhole ? shown : `${shown}…`,
    isWhole,
    /** The first of them as `U+0416`, each once; empty if all is plain ASCII. */
    codePoints: odd.slice(0, points).map(codePointOf),
    further: Math.max(0, odd.length - points),
    /** In characters, not in UTF-16 units. */
    length: characters.length,
  }
}
export type SpelledOut = ReturnType<typeof spellOut>

export const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
