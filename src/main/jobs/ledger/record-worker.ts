import { createHmac } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { RecordsRead, RecordTask } from './check-records.ts'
import { createRecords, eachRecord } from './records.ts'

const { path, key } = workerData as RecordTask
const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
try {
  const records = createRecords(database, { recordTag: (record) => createHmac('sha256', key).update(record).digest() })
  const suspects: number[] = []
  let checked = 0
  for (const sequence of eachRecord(database)) {
    checked += 1
    if (!records.isAuthentic(sequence)) suspects.push(sequence)
  }
  const read: RecordsRead = { checked, suspects }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(read)
} finally {
  database.close()
}
