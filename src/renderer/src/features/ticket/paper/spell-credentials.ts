import { groupLogIn } from '../log-in-card.tsx'

/** Parts of a text that stay whole on paper. `spaced`: with a gap between them, which is no character of the text. */
interface Parts {
  readonly parts: readonly string[]
  readonly spaced: boolean
}

/** Credentials in parts that are easy to type: digits and letters in short groups, other texts at their punctuation. */
export function splitForPaper(text: string): Parts {
  const digits = groupLogIn(text)
  if (digits.length > 1) return { parts: digits, spaced: true }
  if (/^[A-Za-z0-9]{6,24}$/.test(text)) return { parts: inFours(text), spaced: true }
  const parts = (text.match(/[^@._+-]*[@._+-]?/g) ?? []).flatMap((part) => part.match(/.{1,10}/gu) ?? [])
  return { parts, spaced: false }
}

/** Groups of four; a single last character joins the group before it. */
const inFours = (text: string): readonly string[] => text.match(/.{4}(?:.$)?|.+/g) ?? [text]

/** In em: the width of a character and of a gap, a little more than those of the fonts for figures. */
const [characterWidth, gapWidth] = [0.63, 0.45]

/** In millimetres: what can be read on every printer, and what may stand in several lines. */
const [smallest, wrapping] = [2.8, 4.2]

/** The size of the credentials in millimetres: one line if that is large enough, otherwise lines of whole parts. */
export function sizeOnPaper({ parts, spaced }: Parts, width: number, largest: number): number {
  const widthOf = (texts: readonly string[]) =>
    texts.join('').length * characterWidth + (spaced ? (texts.length - 1) * gapWidth : 0)
  const inOneLine = width / widthOf(parts)
  if (inOneLine >= wrapping) return Math.min(largest, inOneLine)
  const inParts = width / Math.max(...parts.map((part) => widthOf([part])))
  return Math.max(smallest, Math.min(wrapping, inParts))
}

/** Characters that look alike in some print. */
export const doubtfulCharacters = ['0', 'O', 'o', '1', 'l', 'I'] as const
type DoubtfulCharacter = (typeof doubtfulCharacters)[number]

/** The characters of a text that could be taken for another one. In digits alone there is no doubt. */
export function findDoubtful(text: string): readonly DoubtfulCharacter[] {
  if (/^[0-9]*$/.test(text)) return []
  return doubtfulCharacters.filter((character) => text.includes(character))
}
