import type { Json } from '../answer.ts'
import { isObject } from '../body.ts'

/**
 * Some entries of the list or object at `path`. If an entry is a large list or object, it is empty in this piece, and its own entries
 * follow in further pieces.
 */
export interface Piece {
  readonly path: readonly (string | number)[]
  readonly entries: readonly (readonly [string | number, Json])[]
}

type Container = readonly Json[] | { readonly [key: string]: Json }

/** Cuts data into pieces of about `most` values, so that a thread can receive them one at a time. */
export const cutJson = (data: Json, most: number): Iterable<Piece> => cut([data], [], most)

function* cut(container: Container, path: Piece['path'], most: number): Generator<Piece> {
  let entries: [string | number, Json][] = []
  let weight = 0
  for (const [key, value] of entriesOf(container)) {
    const size = countUpTo(value, most)
    const isLarge = isContainer(value) && size >= most
    entries.push([key, isLarge ? (Array.isArray(value) ? [] : {}) : value])
    weight += size
    if (weight < most) continue
    yield { path, entries }
    entries = []
    weight = 0
    if (isLarge) yield* cut(value, [...path, key], most)
  }
  if (entries.length > 0) yield { path, entries }
}

const isContainer = (value: Json): value is Container => Array.isArray(value) || isObject(value)

const entriesOf = (container: Container): Iterable<[string | number, Json]> =>
  Array.isArray(container) ? (container as readonly Json[]).entries() : Object.entries(container)

/** Counts a value and all values inside it. The count stops at `most`. */
function countUpTo(value: Json, most: number): number {
  if (!isContainer(value)) return 1
  let count = 1
  for (const [, inner] of entriesOf(value)) {
    if (count >= most) break
    count += countUpTo(inner, most - count)
  }
  return count
}

/** Joins pieces to the whole data. The pieces must be added in the order in which `cutJson` made them. */
export function joinPieces() {
  const root: Json[] = []
  return {
    add: ({ path, entries }: Piece): void => {
      let target: Record<string | number, Json> = root as never
      for (const key of path) target = target[key] as never
      // A plain assignment to `__proto__` would change the object's prototype.
      for (const [key, value] of entries)
        if (key === '__proto__') Object.defineProperty(target, key, { value, ...plain })
        else target[key] = value
    },
    /** The data so far; undefined before the first piece. */
    data: (): Json | undefined => root[0],
  }
}

const plain = { writable: true, enumerable: true, configurable: true } as const
