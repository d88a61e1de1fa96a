import { DatabaseSync } from 'node:sqlite'

/** A happening as it stands in the file. */
export interface Committed {
  readonly type: string
  readonly result: string | null
  readonly status: number | null
  readonly fingerprint: Uint8Array | null
}

/** All happenings that are committed, as another connection to the file sees them. */
export function readCommitted(path: string): readonly Committed[] {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return database
      .prepare('SELECT type, result, status, fingerprint FROM entry ORDER BY sequence')
      .all() as unknown as readonly Committed[]
  } finally {
    database.close()
  }
}
