import type { DatabaseSync } from 'node:sqlite'
import { storedListSchema, type StoredList } from '../../../shared/bridge/bulk-channels.ts'
import type { Clock } from '../../ports.ts'
import { inTransaction } from '../../storage/database.ts'
import { openColumn, openColumnAs, type Sealing } from '../../vault/sealing.ts'

export const listIdentity = (connectionId: string): string => `list:${connectionId}`
/** Contains the file's digest, so that a part of another file does not open in its place. */
export const listPartIdentity = (connectionId: string, digest: string, part: number): string =>
  `list:${connectionId}:${digest}:${part}`

/** The unfinished list of a connection. The list is sealed and on disk, so a crash loses nothing of the list. */
export function createStoredLists(database: DatabaseSync, sealing: Sealing, clock: Clock) {
  const head = (connectionId: string): StoredList | undefined => {
    const sealed = database.prepare('SELECT sealed FROM list WHERE connection_id = ?').get(connectionId)?.['sealed']
    return openColumnAs(sealing, listIdentity(connectionId), sealed, storedListSchema)
  }
  const write = (connectionId: string, list: StoredList): void => {
    database
      .prepare(
        `INSERT INTO list (connection_id, kept_at, sealed) VALUES (?, ?, ?)
          ON CONFLICT (connection_id) DO UPDATE SET kept_at = excluded.kept_at, sealed = excluded.sealed`,
      )
      .run(connectionId, clock.now(), sealing.seal(listIdentity(connectionId), JSON.stringify(list)))
  }
  return {
    /** The list. Undefined if the connection has no list, if parts are missing, or if the list does not open. */
    read(connectionId: string): StoredList | undefined {
      const list = head(connectionId)
      const countParts = database.prepare('SELECT count(*) AS parts FROM list_part WHERE connection_id = ?')
      const found = countParts.get(connectionId)
      return Number(found?.['parts']) === list?.parts ? list : undefined
    },
    /** A part's bytes in base64. Undefined if there is no such part. */
    readPart(connectionId: string, digest: string, part: number): string | undefined {
      const sealed = database
        .prepare('SELECT sealed FROM list_part WHERE connection_id = ? AND position = ?')
        .get(connectionId, part)?.['sealed']
      return openColumn(sealing, listPartIdentity(connectionId, digest, part), sealed)
    },
    begin(connectionId: string, list: StoredList): void {
      inTransaction(database, () => {
        forgetList(database, connectionId)
        write(connectionId, list)
      })
    },
    /** Stores a part. False if nothing was stored, because another list has replaced this one or no list is left. */
    keepPart(connectionId: string, digest: string, part: number, bytes: string): boolean {
      if (head(connectionId)?.digest !== digest) return false
      database
        .prepare(
          `INSERT INTO list_part (connection_id, position, sealed) VALUES (?, ?, ?)
            ON CONFLICT (connection_id, position) DO UPDATE SET sealed = excluded.sealed`,
        )
        .run(connectionId, part, sealing.seal(listPartIdentity(connectionId, digest, part), bytes))
      return true
    },
    /** Stores the changed list. False if nothing was stored, because the stored list is another one or has none of the marks in `was`. */
    keep(connectionId: string, list: StoredList, was: readonly string[]): boolean {
      const stored = head(connectionId)
      if (stored?.digest !== list.digest) return false
      if (stored.mark !== undefined && !was.includes(stored.mark)) return false
      write(connectionId, list)
      return true
    },
  }
}

export type StoredLists = ReturnType<typeof createStoredLists>

export const forgetList = (database: DatabaseSync, connectionId: string): void =>
  void database.prepare('DELETE FROM list WHERE connection_id = ?').run(connectionId)
