import type { DatabaseSync } from 'node:sqlite'
import type { ScanBatchPlace } from '../../../shared/domain/scan-batch.ts'
import { succeed } from '../../../shared/result.ts'
import { openColumn, type Sealing } from '../../vault/sealing.ts'
import { done, type SessionHandlers } from '../session/session.ts'

export const scanBatchIdentity = (place: string): string => `pile:${place}`

/** Scan batches: scanned boxes that are not saved as jobs yet. They are sealed and on disk, so a power cut loses no box. */
export function createScanBatches(database: DatabaseSync, sealing: Sealing) {
  const select = database.prepare('SELECT sealed FROM pile WHERE place = ?')
  const upsert = database.prepare(
    'INSERT INTO pile (place, sealed) VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET sealed = excluded.sealed',
  )
  const remove = database.prepare('DELETE FROM pile WHERE place = ?')
  return {
    /** The text of a batch. Empty if there is no batch or the batch does not open. */
    read: (place: ScanBatchPlace) => openColumn(sealing, scanBatchIdentity(place), select.get(place)?.['sealed']) ?? '',
    save(place: ScanBatchPlace, text: string) {
      if (text === '') remove.run(place)
      else upsert.run(place, sealing.seal(scanBatchIdentity(place), text))
    },
  }
}

export const scanBatchHandlers: SessionHandlers<'scan-batch.read' | 'scan-batch.save'> = {
  'scan-batch.read': ({ database, sealing }, { place }) =>
    succeed({ text: createScanBatches(database, sealing).read(place) }),
  'scan-batch.save': ({ database, sealing }, { place, text }) => {
    createScanBatches(database, sealing).save(place, text)
    return done
  },
}
