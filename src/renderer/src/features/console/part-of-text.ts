/** Characters that a text field can show without becoming slow. */
const partLength = 65_536

/** The number of parts of a text; at least 1. */
export const countTextParts = (text: string): number => Math.max(1, Math.ceil(text.length / partLength))

/** One part of a text with its range; `index` counts from 0. All parts joined are the text. */
export function partOf(text: string, index: number) {
  const from = cutAt(text, index * partLength)
  const to = cutAt(text, Math.min(text.length, (index + 1) * partLength))
  return { from, to, text: text.slice(from, to) }
}

/** Moves a cut out of the middle of a surrogate pair. */
const cutAt = (text: string, index: number): number =>
  index > 0 && index < text.length && (text.codePointAt(index - 1) ?? 0) > 0xffff ? index + 1 : index
