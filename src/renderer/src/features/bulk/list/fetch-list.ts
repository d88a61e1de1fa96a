import type { Bridge, Reply } from '../../../../../shared/bridge/bridge.ts'
import type { KeptList } from '../../../../../shared/bridge/list-channels.ts'
import { succeed } from '../../../../../shared/result.ts'
import type { ListClient } from './list-client.ts'
import type { OpenedList } from './list-reader.ts'
import { guessColumns, type BulkKind, type ColumnMap } from './bulk-fields.ts'

/** Rows per request to the worker. Larger answers would block the screen. */
const piece = 250

/** Passes the bytes of a stored list to the reader, part by part, and opens it with its fixed rows. */
export async function fetchList(
  bridge: Bridge,
  connectionId: string,
  { digest, parts, mended }: KeptList,
  reader: Pick<ListClient, 'take' | 'openTaken'>,
): Promise<Reply<OpenedList>> {
  for (let part = 0; part < parts; part += 1) {
    const reply = await bridge.call('list.read-part', { connectionId, digest, part })
    if (!reply.ok) return reply
    await reader.take(reply.value.bytes)
  }
  return succeed(await reader.openTaken(mended))
}

/** Reads up to `count` rows starting at `from`, in pieces. */
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

/** The guessed fields of the columns. Without column names, the first column is the box. */
export function listColumnsOf(list: Extract<OpenedList, { ok: true }>, kind: BulkKind): ColumnMap {
  if (list.hasHeader) return guessColumns(list.header, kind)
  return list.header.map((_, index) => (index === 0 ? 'box.raw' : undefined))
}
