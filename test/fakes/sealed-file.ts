import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/main/storage/database.ts'
import { createSealing } from '../../src/main/vault/sealing.ts'
import { makeFolder } from './folder.ts'

/** A ledger file in its own folder, and its sealing. Closed after the test at the latest. */
export function openSealedFile() {
  const file = join(makeFolder(), 'setdesk.db')
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.problem)
  const { database } = opened
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return { database, file, sealing: createSealing(randomBytes(32)) }
}
