import { codePointOf } from '../../../../shared/domain/label/spell-out.ts'

/** One key of a trace: `event.key`, and `event.timeStamp` in milliseconds. */
export interface TracedKey {
  readonly key: string
  /** `event.code`; absent or empty where nobody tells. */
  readonly code?: string
  readonly at: number
  /** How long it was down, in milliseconds; absent where it was not seen to go up. */
  readonly held?: number
}

/** The keys of one scan as they came, its end keys with them. */
export type KeyTrace = readonly TracedKey[]

/** A piece of a trace for the eye: text that can be shown, a character that cannot by its code point, or a key by its name. */
export interface TracePiece {
  readonly kind: 'text' | 'point' | 'key'
  readonly text: string
}

/** A trace as it came, piece by piece; spaces, marks and whatever else cannot be seen are spelt out. */
export function spellTrace(trace: KeyTrace): readonly TracePiece[] {
  return joinText(trace.map(({ key }) => pieceOf(key)))
}

/** The same for characters alone. */
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
