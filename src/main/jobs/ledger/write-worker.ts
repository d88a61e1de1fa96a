import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { inTransaction, pragmas } from '../../storage/database.ts'
import { sealRows } from '../../vault/sealing.ts'
import { createJobWriter } from './new-job.ts'
import type { JobToWrite, WriteMessage, WriteTask, Written } from './write-aside.ts'

/** Index keys are spread over all pages. With a smaller cache, saving a long list would read and write the same pages repeatedly. */
const largeCache: (typeof pragmas)[number] = ['cache_size', -8192, '-8192']

const { path, keys } = workerData as WriteTask
const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
for (const [name, , set] of [...pragmas, largeCache]) database.exec(`PRAGMA ${name} = ${set}`)
const ofCustomer = database.prepare('SELECT 1 FROM job WHERE customer_key = ? LIMIT 1')
const ofBox = database.prepare('SELECT 1 FROM job WHERE box_key = ? LIMIT 1')
const writer = createJobWriter(database, sealRows(keys))

const isTaken = (jobOfKey: StatementSync, key: string | null): boolean =>
  key !== null && jobOfKey.get(Buffer.from(key, 'hex')) !== undefined

function write({ job, isNew }: JobToWrite): Written {
  if (writer.ofDraft(job.draftId) !== undefined) return 'known'
  if (isNew.customer && isTaken(ofCustomer, job.customerKey)) return 'left'
  if (isNew.box && isTaken(ofBox, job.boxKey)) return 'left'
  return writer.put(job) ? 'saved' : 'known'
}

/** Makes all decisions of a turn within its transaction. */
function writeAll(jobs: readonly JobToWrite[]): readonly Written[] {
  try {
    return inTransaction(database, () => jobs.map(write))
  } catch {
    return jobs.map(() => 'left')
  }
}

parentPort?.on('message', (message: WriteMessage) => {
  if (message === 'stop') {
    database.close()
    process.exit()
  } else if (message === 'checkpoint') database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  else parentPort?.postMessage(writeAll(message))
})
