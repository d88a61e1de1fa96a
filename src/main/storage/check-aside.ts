import { Worker } from 'node:worker_threads'

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
export function isSoundAside(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(check, { eval: true, workerData: path })
    let answer: unknown
    worker.on('message', (message) => (answer = message))
    worker.on('error', () => resolve(false))
    worker.on('exit', () => resolve(answer === 'ok'))
  })
}
