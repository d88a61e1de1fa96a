import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { readHeader } from './database.ts'
import { schemaVersion } from './migrations.ts'

/** Plain JavaScript, given as text: so it needs no file of its own in the bundle. */
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

/**
 * Whether SQLite finds a file sound, checked in a thread of its own: of a large file that takes seconds, in which the main
 * process of a window could not answer. False also where the file cannot be read.
 */
function isSoundAside(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(check, { eval: true, workerData: path })
    let answer: unknown
    worker.on('message', (message) => (answer = message))
    worker.on('error', () => resolve(false))
    worker.on('exit', () => resolve(answer === 'ok'))
  })
}

/** A smaller file is checked in less time than a thread takes to begin. */
const largeBytes = 8_000_000

/** Whether a large ledger of this Setdesk is sound; undefined for any other file, which is left to whoever opens it. */
export async function checkLarge(path: string, fromBytes = largeBytes): Promise<boolean | undefined> {
  const header = readHeader(path)
  const isOwn = typeof header === 'number' && header <= schemaVersion
  return isOwn && statSync(path).size >= fromBytes ? isSoundAside(path) : undefined
}
