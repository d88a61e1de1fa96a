import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerApart } from '../../storage/answer-apart.ts'
import { openToRead } from '../../storage/database.ts'
import type { RecordsRead, RecordTask } from './check-ledger.ts'
import { createRecords, eachRecord } from './records.ts'

/** After this many records, the event loop gets a turn. In that turn this process ends if the process that started it is gone. */
const recordsInATurn = 1000

answerApart(async ({ path, key }: RecordTask): Promise<RecordsRead> => {
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
})
