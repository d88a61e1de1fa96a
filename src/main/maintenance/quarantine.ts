import type { DatabaseSync } from 'node:sqlite'
import { listUnfinished } from '../jobs/ledger/job-rows.ts'
import { ChangedOutside } from '../jobs/ledger/records.ts'
import type { Ledger } from '../jobs/ledger/ledger.ts'

/**
 * Looks through the work that is not over and sets aside what cannot be opened or understood: a person is shown it, the rest
 * goes on, nothing is deleted. So is work that another program has changed. Where nothing at all can be opened the key is another than the work was sealed with, and
 * nothing is touched. Gives the jobs that were set aside.
 */
export function setAsideUnreadable(
  database: DatabaseSync,
  ledger: Pick<Ledger, 'load' | 'history' | 'setAside'>,
): readonly number[] {
  const unfinished = listUnfinished(database)
  const unusable = unfinished.flatMap((sequence) => {
    const error = tryToRead(ledger, sequence)
    return error === undefined ? [] : [{ sequence, isChanged: error instanceof ChangedOutside }]
  })
  const isOtherKey = unusable.length > 1 && unusable.length === unfinished.length
  const setAside = unusable.filter(({ isChanged }) => isChanged || !isOtherKey).map(({ sequence }) => sequence)
  for (const sequence of setAside) ledger.setAside(sequence)
  return setAside
}

/** The error that prevents the use of a record; undefined if there is none. */
function tryToRead(ledger: Pick<Ledger, 'load' | 'history'>, sequence: number): unknown {
  try {
    const loaded = ledger.load(sequence)
    for (const step of loaded?.steps ?? []) ledger.history(step, loaded?.job.revision ?? 0)
    return undefined
  } catch (error) {
    return error ?? 'unreadable'
  }
}
