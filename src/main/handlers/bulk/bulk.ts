import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LeftRow } from '../../../shared/bridge/bulk-channels.ts'
import type { Request } from '../../../shared/bridge/contract.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import { succeed } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { createBatchViews, draftIdOfRow } from '../../jobs/ledger/views.ts'
import { createStoredLists, forgetList, type StoredLists } from '../../maintenance/stored-lists.ts'
import { checkpointLog } from '../../storage/database.ts'
import { prepareJobs, forWork, saveJobs, type SavedJobs } from '../activation/save-job.ts'
import { problem } from '../session/problem.ts'
import {
  done,
  type ChannelsOf,
  type ConnectionSession,
  type Session,
  type SessionHandlers,
} from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import { writeExport } from '../session/write-export.ts'

/** Rows saved per turn. In Electron's main process a turn blocks the user's typing. */
const rowsInATurn = 80

/** After this many rows the write-ahead log is moved into the ledger's file, before SQLite does it within a commit. */
const rowsInTheLog = 4000

/** Lists of boxes or customers: one job per row, saved once however often the list is imported. */
export const bulkHandlers: SessionHandlers<'bulk.find' | 'bulk.write-file' | 'bulk.progress' | 'bulk.results'> = {
  'bulk.find': ({ database, sealing, settings }, { connectionId, digest }) => {
    const connection = settings.connection(connectionId)
    if (connection === undefined) return problem('no-connection', 'There is no connection to work for')
    const batch = Buffer.from(sealing.keyedHash(`batch ${connection.id} ${digest}`))
      .toString('hex')
      .slice(0, 32)
    const views = createBatchViews(database)
    const saved = Object.values(views.count(batch)).reduce((sum, count) => sum + count, 0)
    return succeed(defined({ batch, saved, firstSavedAt: views.firstSavedAt(batch) }))
  },
  'bulk.write-file': (session, file) => succeed(defined({ folder: writeExport(session, file) })),
  'bulk.progress': ({ database }, { batch }) => succeed({ counts: createBatchViews(database).count(batch) }),
  'bulk.results': ({ database, queue }, { batch, after, limit }) => {
    const found = createBatchViews(database).list(batch, after, limit + 1)
    const rows = found.slice(0, limit).flatMap(({ line, id }) => {
      const job = queue.views.summary(id)
      return job === undefined ? [] : [{ line, job }]
    })
    return succeed({ rows, hasMore: found.length > limit })
  },
}

const anotherList = problem('changed-meanwhile', 'Another list took its place')

const listsOf = ({ database, sealing, clock }: Session): StoredLists => createStoredLists(database, sealing, clock)

/** Stores the list that is being worked through, one per connection. */
export const listHandlers: SessionHandlers<ChannelsOf<'list'>> = {
  'list.read': (session, { connectionId }) => succeed(defined({ list: listsOf(session).read(connectionId) })),
  'list.read-part': (session, { connectionId, digest, part }) => {
    const bytes = listsOf(session).readPart(connectionId, digest, part)
    return bytes === undefined ? problem('not-found', 'There is no such part') : succeed({ bytes })
  },
  'list.begin': (session, { connectionId, list }) => {
    // A list without a connection would never be found again.
    if (session.settings.connection(connectionId) === undefined)
      return problem('not-found', 'There is no such connection')
    listsOf(session).begin(connectionId, list)
    return done
  },
  'list.save-part': (session, { connectionId, digest, part, bytes }) =>
    listsOf(session).keepPart(connectionId, digest, part, bytes) ? done : anotherList,
  'list.save': (session, { connectionId, list }) => (listsOf(session).keep(connectionId, list) ? done : anotherList),
  'list.forget': ({ database }, { connectionId }) => {
    forgetList(database, connectionId)
    return done
  },
  'list.saved-lines': ({ database }, { batch, after, limit }) => {
    const found = createBatchViews(database).list(batch, after, limit + 1)
    return succeed({ lines: found.slice(0, limit).map(({ line }) => line), hasMore: found.length > limit })
  },
}

/** Saves rows in several turns: between two of them the screen is served, and the session may end. */
export function createBulkSave(sessions: Sessions): Handlers['bulk.save'] {
  let logged = 0
  return async ({ rows, connectionId, batch, evenIfKnown }) => {
    const left: LeftRow[] = []
    let saved = 0
    const inTurn = <T>(act: (work: ConnectionSession) => Reply<T>): Promise<Reply<T>> =>
      sessions.use((session) => {
        const work = forWork(session)
        if (!work.ok) return work
        return work.value.connection.id === connectionId
          ? act(work.value)
          : problem('changed-meanwhile', 'Another connection is active')
      })
    // Reading and checking the rows has used up the present turn.
    await nextTurn()
    for (let from = 0; from < rows.length; from += rowsInATurn) {
      const some = rows.slice(from, from + rowsInATurn)
      const drafts = some.map(({ line, intent }) => ({ draftId: draftIdOfRow(batch, line), intent }))
      const prepared = await inTurn((work) => succeed(prepareJobs(drafts, work, evenIfKnown)))
      if (!prepared.ok) return prepared
      await nextTurn()
      const outcome = await inTurn((work) => saveJobs(drafts, work, { evenIfKnown, prepared: prepared.value }))
      // Rows saved before the failure are recognised when the list is sent again.
      if (!outcome.ok) return outcome
      left.push(...leftOf(some, batch, outcome.value))
      saved += outcome.value.ids.size
      logged += outcome.value.ids.size
      await nextTurn()
    }
    const database = sessions.database()
    if (logged >= rowsInTheLog && database !== undefined) {
      logged = 0
      checkpointLog(database)
      await nextTurn()
    }
    return succeed({ saved, left })
  }
}

/** The rows that became no job, with the reason. */
function leftOf(
  rows: Request<'bulk.save'>['rows'],
  batch: string,
  { conflicts, refused }: Pick<SavedJobs, 'conflicts' | 'refused'>,
): readonly LeftRow[] {
  return rows.flatMap(({ line }): readonly LeftRow[] => {
    const draftId = draftIdOfRow(batch, line)
    const conflict = conflicts.get(draftId)
    if (conflict !== undefined) return [{ line, ...conflict }]
    return refused.has(draftId) ? [{ line, code: 'bad-request' }] : []
  })
}
