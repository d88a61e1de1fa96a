import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { ErasureReport } from '../../../shared/domain/maintenance.ts'
import {
  beginErasure,
  endErasure,
  eraseBesideJobs,
  eraseSomeJobs,
  listFilesOf,
  readBegunErasures,
  type BegunErasure,
} from '../../maintenance/erase-connection.ts'
import { emptyLog } from '../../maintenance/purge.ts'
import { deleteFiles } from '../../storage/erase-folder.ts'
import { proxyKey } from '../../vault/tokens.ts'
import type { Session } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'

type Parts = Pick<AppParts, 'ports' | 'settings' | 'sessions' | 'backups' | 'onChange'>

/**
 * Deletes a connection with everything that this computer holds of it: its token and the credentials of its proxy first, then
 * what is sealed in the ledger, then the files in which it is a second time. Cut off at any moment, it is finished at the next start.
 */
export async function eraseConnection(
  parts: Parts,
  { database, tokens }: Pick<Session, 'database' | 'tokens'>,
  { id, name }: Pick<Connection, 'id' | 'name'>,
): Promise<ErasureReport> {
  const { settings, sessions, ports } = parts
  const by = settings.preferences().technician
  const begun = { id, name, wasActive: settings.active()?.id === id }
  beginErasure(database, begun, () => {
    tokens.remove(id)
    tokens.remove(proxyKey(id))
  })
  settings.removeConnection(id)
  // Without the connection its work stops at its next safe point. Nothing is written for it after that.
  await sessions.refresh()
  const report = await finish(parts, database, begun)
  return { of: 'connection', name, by, at: ports.clock.now(), ...report }
}

/** At the start: finishes what was cut off. It needs no key. */
export async function finishConnectionErasures(parts: Parts): Promise<void> {
  const database = parts.sessions.database()
  if (database === undefined) return
  for (const begun of readBegunErasures(database)) await finish(parts, database, begun)
}

async function finish(
  { ports: { clock, dataFolder }, settings, backups, onChange }: Parts,
  database: DatabaseSync,
  begun: BegunErasure,
): Promise<Pick<ErasureReport, 'jobs' | 'files' | 'failed' | 'left'>> {
  const { id } = begun
  if (settings.connection(id) !== undefined) settings.removeConnection(id)
  let jobs = 0
  for (let isOver = false; !isOver;) {
    const { count, isAll } = eraseSomeJobs(database, clock, id)
    jobs += count
    isOver = isAll
    await nextTurn()
  }
  eraseBesideJobs(database, clock, begun)
  // Deleted rows are overwritten in the file, but still in its log.
  emptyLog(database)
  const made = await backups.make(database)
  const { files, left } = listFilesOf(database, dataFolder, id, made.ok ? made.value : undefined)
  const erased = deleteFiles(dataFolder, files)
  endErasure(database, id)
  onChange()
  return { jobs, files: [...erased.files], failed: [...erased.failed], left: [...left] }
}
