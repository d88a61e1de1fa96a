import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { ledgerFile } from '../faults/inside/open-box.ts'

/** Every row of every table of the ledger in a data folder, read beside the running app. Blobs are in hexadecimal digits. */
export function readLedgerRows(folder: string): Readonly<Record<string, readonly string[]>> {
  const database = new DatabaseSync(ledgerFile(folder), { readOnly: true, timeout: 5000 })
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
    return Object.fromEntries(
      tables.map(({ name }) => [
        String(name),
        database
          .prepare(`SELECT * FROM "${String(name)}"`)
          .all()
          .map((row) =>
            JSON.stringify(row, (_key, value: unknown) =>
              value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
            ),
          ),
      ]),
    )
  } finally {
    database.close()
  }
}

/** Changes with any row. */
export const stampOfLedger = (folder: string): string =>
  createHash('sha256')
    .update(JSON.stringify(readLedgerRows(folder)))
    .digest('hex')
