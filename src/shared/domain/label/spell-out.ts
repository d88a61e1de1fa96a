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
