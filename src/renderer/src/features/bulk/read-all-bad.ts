import { mostRowsAtOnce } from '../../../../shared/bridge/bulk-channels.ts'
import type { BadRow } from './check-rows.ts'
import type { ListClient } from './list-client.ts'

/** Every row with faults; in pieces, so that a long list does not hold the screen up. */
export async function readAllBad(reader: Pick<ListClient, 'badRows'>): Promise<readonly BadRow[]> {
  const rows: BadRow[] = []
  for (;;) {
    const piece = await reader.badRows(rows.length, mostRowsAtOnce)
    if (piece.length === 0) return rows
    rows.push(...piece)
  }
}
