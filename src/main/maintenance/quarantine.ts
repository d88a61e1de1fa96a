import type { ImportDeps } from './import-work.ts'
import type { DatabaseSync } from 'node:sqlite'
import { findChanged } from '../jobs/ledger/check-ledger.ts'
import { ChangedOutside, countRemoved, findTrouble } from '../jobs/ledger/records.ts'
import { openRows } from '../jobs/ledger/maintenance-rows.ts'
import { listUnfinished } from '../jobs/ledger/views.ts'
import type { RunApart } from '../ports.ts'
import { inTransaction, readFact, setFact } from '../storage/database.ts'
import { mayPass } from '../storage/files.ts'
import { addNotice } from './notes.ts'
import type { Ledger } from '../jobs/ledger/ledger.ts'

/**
 * Checks the records of unfinished jobs. A record is set aside if it cannot be opened or understood, or if another program has changed it.
 * The technician sees these records, all other work continues, and nothing is deleted. If there are several records and none can be used,
 * the key is the wrong one. Then only records that another program has changed are set aside. Returns the sequences of the jobs that were
 * set aside.
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

/** The error that prevents the use of a record. Undefined if the record can be used, or if SQLite cannot read it now but may read it later. */
function tryToRead(ledger: Pick<Ledger, 'load' | 'history'>, sequence: number): unknown {
  try {
    const loaded = ledger.load(sequence)
    for (const step of loaded?.steps ?? []) ledger.history(step, loaded?.job.revision ?? 0)
    return undefined
  } catch (error) {
    return mayPass(error) ? undefined : (error ?? 'unreadable')
  }
}

const toldFact = 'changes-told'

/** `changed`: ids of jobs that another program has changed. `removed`: how many jobs another program has removed. */
export interface CheckedRecords {
  readonly checked: number
  readonly changed: readonly string[]
  readonly removed: number
}

interface CheckDeps extends ImportDeps {
  readonly runApart: RunApart
  readonly queue: { readonly ledger: Pick<Ledger, 'setAside'> }
}

/**
 * Checks the record of every job. A changed job is set aside, even if it was finished, because its content may be false. New findings
 * become a notice. If the key belongs to another folder, nothing is reported. `isOver`: whether the session has ended; then nothing more
 * may be read, and the result is undefined.
 */
export async function checkRecords(
  { database, sealing, clock, queue, runApart }: CheckDeps,
  isOver: () => boolean,
): Promise<CheckedRecords | undefined> {
  const found = await findChanged(database, sealing, runApart, isOver)
  if (found === undefined) return undefined
  const { checked, changed } = found
  const isOtherKey =
    changed.length === checked && changed.some((sequence) => findTrouble(database, sealing, sequence) === 'unreadable')
  if (isOtherKey) return { checked, changed: [], removed: 0 }
  const removed = countRemoved(database, sealing)
  inTransaction(database, () => {
    for (const sequence of changed) queue.ledger.setAside(sequence)
    const told = JSON.stringify([changed, removed])
    if (told === (readFact(database, toldFact) ?? '[[],0]')) return
    setFact(database, toldFact, told)
    const jobs = changed.length + removed
    if (jobs > 0) addNotice(database, { kind: 'changed-outside', at: clock.now(), jobs, from: '' })
  })
  const rows = openRows(database)
  return {
    checked,
    changed: changed.map((sequence) => String(rows.job(sequence)?.['id'])),
    removed,
  }
}
