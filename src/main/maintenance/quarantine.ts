import type { DatabaseSync } from 'node:sqlite'
import { listUnfinished } from '../jobs/ledger/job-rows.ts'
import type { Ledger } from '../jobs/ledger/ledger.ts'

/**
 * Looks through the work that is not over and sets aside what cannot be opened or understood: a person is shown it, the rest
 * goes on, nothing is deleted. Where nothing at all can be opened the key is another than the work was sealed with, and
 * nothing is touched. Gives the jobs that were set aside.
 */
export function setAsideUnreadable(
  database: DatabaseSync,
  ledger: Pick<Ledger, 'load' | 'history' | 'standJob'>,
): readonly number[] {
  const unfinished = listUnfinished(database)
  const unreadable = unfinished.filter((sequence) => !canRead(ledger, sequence))
  if (unreadable.length > 1 && unreadable.length === unfinished.length) return []
  for (const sequence of unreadable) ledger.standJob({ sequence }, { state: 'needs-you', why: 'unreadable-record' })
  return unreadable
}

function canRead(ledger: Pick<Ledger, 'load' | 'history'>, sequence: number): boolean {
  try {
    const loaded = ledger.load(sequence)
    for (const step of loaded?.steps ?? []) ledger.history(step, loaded?.job.revision ?? 0)
    return true
  } catch {
    return false
  }
}
