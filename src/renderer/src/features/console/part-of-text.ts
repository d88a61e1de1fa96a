/** Characters that a text field shows at once and stays quick with. */
const partLength = 65_536

/** How many parts a text has; an empty one has one. */
export const countTextParts = (text: string): number => Math.max(1, Math.ceil(text.length / partLength))

/** One part of a text, counted from 0, and between which characters it stands. All parts together are the text. */
export function partOf(text: string, index: number) {
  const from = cutAt(text, index * partLength)
  const to = cutAt(text, Math.min(text.length, (index + 1) * partLength))
  return { from, to, text: text.slice(from, to) }
}

/** Between two characters, and not in the middle of one that is written as two. */
const cutAt = (text: string, index: number): number =>
  index > 0 && index < text.length && (text.codePointAt(index - 1) ?? 0) > 0xffff ? index + 1 : index
