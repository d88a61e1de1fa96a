import { codePointOf } from '../../../../shared/domain/label/spell-out.ts'

/** A key of a trace: `event.key`, and `event.timeStamp` in milliseconds. */
interface TracedKey {
  readonly key: string
  /** `event.code`; absent or empty if unknown. */
  readonly code?: string
  readonly at: number
  /** How long the key was down, in milliseconds; absent if its release was not seen. */
  readonly held?: number
}

/** The keys of one scan as they came, including the end keys. */
export type KeyTrace = readonly TracedKey[]

/** A piece of a trace on screen: `text` is visible, `point` is the code point of an invisible character, `key` is a key name. */
export interface TracePiece {
  readonly kind: 'text' | 'point' | 'key'
  readonly text: string
}

/** A trace as pieces. Spaces, combining marks and invisible characters are spelt out. */
export function spellTrace(trace: KeyTrace): readonly TracePiece[] {
  return joinText(trace.map(({ key }) => pieceOf(key)))
}

/** The same for a text. */
export function spellText(text: string): readonly TracePiece[] {
  return joinText(Array.from(text, pieceOf))
}

export const isCharacter = (key: string): boolean => Array.from(key).length === 1

function pieceOf(key: string): TracePiece {
  if (!isCharacter(key)) return { kind: 'key', text: key }
  return /[\p{C}\p{Z}\p{M}]/u.test(key) ? { kind: 'point', text: codePointOf(key) } : { kind: 'text', text: key }
}

function joinText(pieces: readonly TracePiece[]): readonly TracePiece[] {
  const joined: TracePiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.kind === 'text' && piece.kind === 'text')
      joined.splice(-1, 1, { kind: 'text', text: last.text + piece.text })
    else joined.push(piece)
  }
  return joined
}
