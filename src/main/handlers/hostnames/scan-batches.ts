import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { scanBatchPlaces, type ScanBatchPlace } from '../../../shared/domain/scan-batch.ts'
import { defined } from '../../../shared/defined.ts'
import { succeed } from '../../../shared/result.ts'
import { readJson } from '../../storage/files.ts'
import { openColumn, type Sealing } from '../../vault/sealing.ts'
import { problem } from '../session/problem.ts'
import { done, type SessionHandlers } from '../session/session.ts'

export const scanBatchIdentity = (place: string): string => `pile:${place}`

/** What is stored of a scan batch: its text, and the connection that was active when the text was stored. */
const storedSchema = z.object({ connectionId: z.string().optional(), text: z.string() })

/** Scan batches: scanned boxes that are not saved as jobs yet. They are sealed and on disk, so a power cut loses no box. */
export function createScanBatches(database: DatabaseSync, sealing: Sealing) {
  const select = database.prepare('SELECT sealed FROM pile WHERE place = ?')
  const upsert = database.prepare(
    'INSERT INTO pile (place, sealed) VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET sealed = excluded.sealed',
  )
  const remove = database.prepare('DELETE FROM pile WHERE place = ?')
  const read = (place: ScanBatchPlace): z.infer<typeof storedSchema> | undefined => {
    const text = openColumn(sealing, scanBatchIdentity(place), select.get(place)?.['sealed'])
    // An earlier release stored the text alone.
    return text === undefined ? undefined : (readJson(text, storedSchema) ?? { text })
  }
  return {
    /** The text of a batch. Empty if there is no batch or the batch does not open. */
    read: (place: ScanBatchPlace) => read(place)?.text ?? '',
    save(place: ScanBatchPlace, text: string, connectionId?: string) {
      const stored = JSON.stringify({ ...defined({ connectionId }), text })
      if (text === '') remove.run(place)
      else upsert.run(place, sealing.seal(scanBatchIdentity(place), stored))
    },
    /** Deletes the batches of a connection. `isActive`: whether the connection is the active one, which then has the unnamed batches. */
    eraseOf(connectionId: string, isActive: boolean) {
      for (const place of scanBatchPlaces) {
        const stored = read(place)
        const isOthers = stored?.connectionId === undefined ? !isActive : stored.connectionId !== connectionId
        if (!isOthers) remove.run(place)
      }
    },
  }
}

export const scanBatchHandlers: SessionHandlers<'scan-batch.read' | 'scan-batch.save'> = {
  'scan-batch.read': ({ database, sealing }, { place }) =>
    succeed({ text: createScanBatches(database, sealing).read(place) }),
  'scan-batch.save': ({ database, sealing, settings }, { place, text, was }) => {
    const scanBatches = createScanBatches(database, sealing)
    if (was !== undefined && was !== scanBatches.read(place))
      return problem('changed-meanwhile', 'Another window has stored other boxes')
    scanBatches.save(place, text, settings.active()?.id)
    return done
  },
}
