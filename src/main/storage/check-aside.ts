import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { readHeader } from './database.ts'
import { schemaVersion } from './migrations.ts'

/** Plain JavaScript as a string, so that the bundle needs no extra file. */
const check = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const database = new DatabaseSync(workerData, { readOnly: true, timeout: 5000 })
  try {
    parentPort.postMessage(database.prepare('PRAGMA integrity_check(1)').get().integrity_check)
  } finally {
    database.close()
  }
`

/** Whether SQLite finds a file sound. For a large file that takes seconds, so it runs in a thread of its own. */
function isSoundAside(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(check, { eval: true, workerData: path })
    let answer: unknown
    worker.on('message', (message) => (answer = message))
    worker.on('error', () => resolve(false))
    worker.on('exit', () => resolve(answer === 'ok'))
  })
}

/** Bytes. Checking a smaller file takes less time than starting a thread. */
const largeBytes = 8_000_000

/** Whether a large ledger of this Setdesk is sound. Undefined for any other file: the code that opens the file checks it. */
export async function checkLarge(path: string, fromBytes = largeBytes): Promise<boolean | undefined> {
  const header = readHeader(path)
  const isOwn = typeof header === 'number' && header <= schemaVersion
  return isOwn && statSync(path).size >= fromBytes ? isSoundAside(path) : undefined
}
