import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerApart } from '../../storage/answer-apart.ts'
import { checkIntegrity, openToRead, useOnce } from '../../storage/database.ts'
import type { CheckTask, RecordsRead } from './check-ledger.ts'
import { createRecords, eachRecord } from './records.ts'

/** Records between two looks at whether the other process is still there. */
const recordsInATurn = 1000

answerApart(({ path, key }: CheckTask) => (key === undefined ? isSound(path) : checkRecords(path, key)))

/** Whether SQLite finds the file sound. */
function isSound(path: string): boolean {
  try {
    return useOnce(openToRead(path), checkIntegrity)
  } catch {
    // SQLite could not even read the file.
    return false
  }
}

/** Checks the record of every job. */
async function checkRecords(path: string, key: Uint8Array): Promise<RecordsRead> {
  const database = openToRead(path)
  try {
    const records = createRecords(database, {
      recordTag: (record) => createHmac('sha256', key).update(record).digest(),
    })
    const suspects: number[] = []
    let checked = 0
    for (const sequence of eachRecord(database)) {
      checked += 1
      if (checked % recordsInATurn === 0) await nextTurn()
      if (!records.isAuthentic(sequence)) suspects.push(sequence)
    }
    return { checked, suspects }
  } finally {
    database.close()
  }
}
