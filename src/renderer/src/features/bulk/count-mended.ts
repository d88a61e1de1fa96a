import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import type { CheckProgress } from './list/list-reader.ts'
import { createRowReader, staysDark, type RowRules } from './list/read-row.ts'

/** A check once a row with these cells was mended, and is good. */
export function countMended(
  progress: CheckProgress,
  cells: readonly string[],
  rules: RowRules,
  connection: Connection,
): CheckProgress {
  const reading = createRowReader(rules, connection)(cells)
  const dark = (progress.dark ?? 0) + (reading.ok && staysDark(reading.intent) ? 1 : 0)
  return { ...progress, good: progress.good + 1, bad: progress.bad - 1, ...(dark > 0 && { dark }) }
}
