import type { Bridge, Reply } from '../../../../../shared/bridge/bridge.ts'
import type { KeptList } from '../../../../../shared/bridge/list-channels.ts'
import { succeed } from '../../../../../shared/result.ts'
import type { ListClient } from './list-client.ts'
import type { OpenedList } from './list-reader.ts'
import { guessColumns, type BulkKind, type ColumnMap } from './bulk-fields.ts'

/** So many rows come out of the reader at once: more would hold the screen up while they are taken in. */
const piece = 250

/** Gives the reader the bytes of a kept list, part by part, and opens it with what was mended. */
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

/** What the columns of a list seem to be. Where they have no names the first is the box. */
export function listColumnsOf(list: Extract<OpenedList, { ok: true }>, kind: BulkKind): ColumnMap {
  if (list.hasHeader) return guessColumns(list.header, kind)
  return list.header.map((_, index) => (index === 0 ? 'box.raw' : undefined))
}
