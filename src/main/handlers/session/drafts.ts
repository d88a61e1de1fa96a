import type { DatabaseSync } from 'node:sqlite'
import { draftSchema, type Draft } from '../../../shared/domain/activation.ts'
import { takeUpAside } from '../../../shared/domain/drafts-aside.ts'
import { openColumnAs } from '../../vault/sealed-column.ts'
import type { Sealing } from '../../vault/sealing.ts'

const identity = 'draft'

/** The one unfinished draft. Sealed and on disk, so that a crash loses nothing of it. */
export function createDrafts(database: DatabaseSync, sealing: Sealing) {
  const select = database.prepare('SELECT sealed FROM draft WHERE id = 1')
  const upsert = database.prepare(
    'INSERT INTO draft (id, sealed) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed',
  )
  // Without the WHERE clause SQLite truncates the table and waits for the disk, even if the table is empty.
  const remove = database.prepare('DELETE FROM draft WHERE id = 1')
  const read = () => openColumnAs(sealing, identity, select.get()?.['sealed'], draftSchema)
  const save = (draft: Draft) => void upsert.run(sealing.seal(identity, JSON.stringify(draft)))
  return {
    read,
    save,
    /** Deletes the draft, and all drafts that were put aside for it. */
    discard: () => void remove.run(),
    /** Ends a draft that became a job. The latest draft that was put aside for it takes its place. */
    finish() {
      const draft = read()
      const next = draft && takeUpAside(draft)
      if (next === undefined) remove.run()
      else save(next)
    },
  }
}
