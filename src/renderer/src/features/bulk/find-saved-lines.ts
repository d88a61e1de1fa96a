import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import { mostLinesAtOnce } from '../../../../shared/bridge/list-channels.ts'

/** The lines of a batch that are jobs on this computer; those of the first calls where a later one fails. */
export async function findSavedLines(bridge: Bridge, batch: string): Promise<readonly number[]> {
  const lines: number[] = []
  for (let hasMore = true; hasMore;) {
    const reply = await bridge.call('list.saved-lines', { batch, after: lines.at(-1) ?? 0, limit: mostLinesAtOnce })
    if (!reply.ok) return lines
    lines.push(...reply.value.lines)
    hasMore = reply.value.hasMore
  }
  return lines
}
