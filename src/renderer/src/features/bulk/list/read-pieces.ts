/** So many rows come out of the reader at once: more would hold the screen up while they are taken in. */
const piece = 250

/** Up to `count` rows from `from` on, asked for in pieces. */
export async function readPieces<T>(
  ask: (from: number, count: number) => Promise<readonly T[]>,
  from: number,
  count: number,
): Promise<readonly T[]> {
  const rows: T[] = []
  while (rows.length < count) {
    const wanted = Math.min(piece, count - rows.length)
    const more = await ask(from + rows.length, wanted)
    rows.push(...more)
    if (more.length < wanted) break
  }
  return rows
}
