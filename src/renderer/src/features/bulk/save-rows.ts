import type { Reply } from '../../../../shared/bridge/bridge.ts'
import { mostRowsSaved, type LeftRow } from '../../../../shared/bridge/bulk-channels.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { GoodRow } from './list/read-row.ts'

/** The progress of saving a list. */
export interface Saving {
  readonly batch: string
  /** Good rows at the start. */
  readonly total: number
  /** Rows handled so far, in order: each was saved or is in `left`. */
  readonly seen: number
  readonly saved: number
  readonly left: readonly LeftRow[]
  /** Saving has stopped. Rows from `seen` on were not handled. */
  readonly isOver: boolean
}

interface SaveRowsDeps {
  readonly goodRows: (from: number, count: number) => Promise<readonly GoodRow[]>
  readonly save: (rows: readonly GoodRow[]) => Promise<Reply<Response<'bulk.save'>>>
  readonly isStopped: () => boolean
  readonly show: (saving: Saving) => void
  /** Reports lines that were saved or are already in other work here. */
  readonly settle: (lines: readonly number[]) => void
}

/**
 * Saves rows in pieces until all are saved, the technician stops it, or a call fails. Rows saved by then stay saved and
 * are reported.
 */
export async function saveRows(begun: Saving, deps: SaveRowsDeps): Promise<BridgeError | undefined> {
  const left = begun.left.slice()
  let { seen, saved } = begun
  let error: BridgeError | undefined
  const show = (isOver: boolean): void => deps.show({ ...begun, seen, saved, left: left.slice(), isOver })
  show(false)
  while (seen < begun.total && error === undefined && !deps.isStopped()) {
    const rows = await deps.goodRows(seen, Math.min(mostRowsSaved, begun.total - seen))
    if (rows.length === 0) break
    const reply = await deps.save(rows)
    if (reply.ok) {
      seen += rows.length
      saved += reply.value.saved
      left.push(...reply.value.left)
      const open = new Set(reply.value.left.filter(({ code }) => code === 'bad-request').map(({ line }) => line))
      deps.settle(rows.map(({ line }) => line).filter((line) => !open.has(line)))
      show(false)
    } else error = reply.error
  }
  show(true)
  return error
}
