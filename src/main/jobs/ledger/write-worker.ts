import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { inTransaction, pragmas } from '../../storage/database.ts'
import { sealRows } from '../../vault/sealing.ts'
import { createJobWriter, type SealedJob } from './records.ts'
import type { JobToWrite, WriteMessage, WriteTask, Written } from './write-aside.ts'

/** In kilobytes. Index keys are spread over all pages. With a smaller cache, a long list would read and write pages repeatedly. */
const largeCache: (typeof pragmas)[number] = ['cache_size', -8192, '-8192']

const { path, keys } = workerData as WriteTask
const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
for (const [name, , set] of [...pragmas, largeCache]) database.exec(`PRAGMA ${name} = ${set}`)
const writer = createJobWriter(database, sealRows(keys))

function write({ job, isNew }: SealedToWrite): Written {
  const [, draftId] = job.columns
  if (writer.ofDraft(draftId) !== undefined) return 'left'
  if ((isNew.customer && writer.hasCustomer(job)) || (isNew.box && writer.hasBox(job))) return 'left'
  return writer.put(job) ? 'saved' : 'left'
}

/**
 * Seals the jobs of one message, then makes all decisions and writes in one transaction. The jobs are sealed first, so that the file is
 * locked only for a short time.
 */
function writeAll(jobs: readonly JobToWrite[]): readonly Written[] {
  try {
    const sealed = jobs.map(({ job, isNew }) => ({ job: writer.seal(job), isNew }))
    return inTransaction(database, () => sealed.map(write))
  } catch {
    return jobs.map(() => 'left')
  }
}

interface SealedToWrite extends Pick<JobToWrite, 'isNew'> {
  readonly job: SealedJob
}

parentPort?.on('message', (message: WriteMessage) => {
  if (message === 'stop') {
    database.close()
    process.exit()
  } else if (message === 'checkpoint') database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  else parentPort?.postMessage(writeAll(message))
})
