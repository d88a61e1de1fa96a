import { setImmediate as nextTurn } from 'node:timers/promises'
import { type LeftRow, rowsInACommit } from '../../../shared/bridge/bulk-channels.ts'
import type { Response } from '../../../shared/bridge/contract.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import { succeed } from '../../../shared/result.ts'
import type { FittingTexts } from '../../../platform/catalogue/operation.ts'
import type { Handlers } from '../../app.ts'
import { createBatchViews, draftIdOfRow } from '../../jobs/ledger/views.ts'
import { hashBatch } from '../../maintenance/reseal.ts'
import { createStoredLists, forgetList, type StoredLists } from './stored-lists.ts'
import {
  prepareJobs,
  forWork,
  saveJobs,
  writeJobs,
  type Drafted,
  type PreparedJobs,
  type SavedJobs,
} from '../activation/save-job.ts'
import { problem, type Refusal } from '../session/problem.ts'
import {
  done,
  type ChannelsOf,
  type ConnectionSession,
  type Session,
  type SessionHandlers,
} from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import { writeExport } from '../session/write-export.ts'
import { createOneAtATime } from '../../../shared/one-at-a-time.ts'

/** The number of rows prepared in one turn of the event loop. In Electron's main process, a longer turn blocks the user's typing. */
const rowsInATurn = 50

/** The number of rows that one turn checks and saves in this thread. The other thread left them, because they need the ledger. */
const rowsDecidedHere = 40

/** After this many rows, the write-ahead log is moved into the ledger's file. Otherwise SQLite would do this during a commit. */
const rowsInTheLog = 4000

const anotherList = problem('changed-meanwhile', 'Another list took its place')

const listsOf = ({ database, sealing, clock }: Session): StoredLists => createStoredLists(database, sealing, clock)

/** Handles lists of boxes or customers. Each row becomes one job, however often the list is imported. The unfinished list is stored. */
export const bulkHandlers: SessionHandlers<Exclude<ChannelsOf<'bulk'>, 'bulk.save'> | ChannelsOf<'list'>> = {
  'bulk.find': ({ database, sealing, settings }, { connectionId, digest }) => {
    const connection = settings.connection(connectionId)
    if (connection === undefined) return problem('no-connection', 'There is no connection to work for')
    const batch = hashBatch(database, sealing, `batch ${connection.id} ${digest}`).slice(0, 32)
    const views = createBatchViews(database)
    const saved = Object.values(views.count(batch)).reduce((sum, count) => sum + count, 0)
    return succeed(defined({ batch, saved, firstSavedAt: views.firstSavedAt(batch) }))
  },
  'bulk.write-file': (session, file) => succeed(defined({ folder: writeExport(session, file) })),
  'bulk.progress': ({ database }, { batch }) => {
    const views = createBatchViews(database)
    return succeed({ counts: views.count(batch), withoutHostname: views.countWithoutHostname(batch) })
  },
  'bulk.results': ({ database, queue }, { batch, after, limit }) => {
    const found = createBatchViews(database).list(batch, after, limit + 1)
    const rows = found.slice(0, limit).flatMap(({ line, id }) => {
      const job = queue.views.summary(id)
      return job === undefined ? [] : [{ line, job }]
    })
    return succeed({ rows, hasMore: found.length > limit })
  },
  'list.read': (session, { connectionId }) => succeed(defined({ list: listsOf(session).read(connectionId) })),
  'list.read-part': (session, { connectionId, digest, part }) => {
    const bytes = listsOf(session).readPart(connectionId, digest, part)
    return bytes === undefined ? problem('not-found', 'There is no such part') : succeed({ bytes })
  },
  'list.begin': (session, { connectionId, list }) => {
    // Lists are found by their connection, so a list without a connection could never be found again.
    if (session.settings.connection(connectionId) === undefined)
      return problem('not-found', 'There is no such connection')
    listsOf(session).begin(connectionId, list)
    return done
  },
  'list.save-part': (session, { connectionId, digest, part, bytes }) =>
    listsOf(session).keepPart(connectionId, digest, part, bytes) ? done : anotherList,
  'list.save': (session, { connectionId, list, was }) =>
    listsOf(session).keep(connectionId, list, was) ? done : anotherList,
  'list.forget': ({ database }, { connectionId }) => {
    forgetList(database, connectionId)
    return done
  },
  'list.saved-lines': ({ database }, { batch, after, limit }) => {
    const found = createBatchViews(database).list(batch, after, limit + 1)
    return succeed({ lines: found.slice(0, limit).map(({ line }) => line), hasMore: found.length > limit })
  },
}

/**
 * Saves rows in several turns of the event loop. Between two turns the screen is served, and the session may be closed. While a separate
 * thread writes the rows of one commit, this thread prepares the rows of the following commit.
 */
export function createBulkSave(sessions: Sessions): Handlers['bulk.save'] {
  let logged = 0
  /** Shared by all calls. Otherwise one turn of the event loop would handle rows of several calls. */
  const oneAtATime = createOneAtATime()
  return async ({ rows, connectionId, batch, evenIfKnown }) => {
    const inTurn = <T>(act: (work: ConnectionSession) => Reply<T> | Promise<Reply<T>>): Promise<Reply<T>> =>
      sessions.use((session) => {
        const work = forWork(session)
        if (!work.ok) return work
        return work.value.connection.id === connectionId
          ? act(work.value)
          : problem('changed-meanwhile', 'Another connection is active')
      })
    const write = async (some: readonly Row[], prepared: readonly PreparedJobs[]): Promise<Reply<Outcome>> => {
      const written = await inTurn(async (work) => succeed(await writeJobs(prepared, work)))
      if (!written.ok) return written
      const rest = some.filter(({ draftId }) => !written.value.has(draftId))
      const left: LeftRow[] = []
      let saved = written.value.size
      for (let from = 0; from < rest.length; from += rowsDecidedHere) {
        const few = rest.slice(from, from + rowsDecidedHere)
        const outcome = await oneAtATime(async () => {
          await nextTurn()
          return await inTurn((work) => saveJobs(few, work, evenIfKnown))
        })
        if (!outcome.ok) return outcome
        left.push(...leftOf(few, outcome.value))
        saved += outcome.value.ids.size
      }
      return succeed({ saved, left })
    }
    const fitting: FittingTexts = new Map()
    const prepare = async (some: readonly Row[]): Promise<Reply<readonly PreparedJobs[]>> => {
      const made: PreparedJobs[] = []
      for (let from = 0; from < some.length; from += rowsInATurn) {
        // Earlier work has already filled this turn of the event loop, so the rows are prepared in a new turn.
        await nextTurn()
        // Rows are prepared for the other thread only if there are many. For a few rows, the other thread would save no time.
        const few = rows.length > rowsDecidedHere ? some.slice(from, from + rowsInATurn) : []
        const prepared = await inTurn((work) => succeed(prepareJobs(few, work, evenIfKnown, fitting)))
        if (!prepared.ok) return prepared
        made.push(prepared.value)
      }
      return succeed(made)
    }
    // This thread passes all commits of a call to the other thread without waiting, so that the other thread is never idle.
    const writing: Promise<Reply<Outcome>>[] = []
    let refusal: Refusal | undefined
    for (let from = 0; from < rows.length && refusal === undefined; from += rowsInACommit) {
      const some = rows
        .slice(from, from + rowsInACommit)
        .map(({ line, intent }) => ({ line, intent, draftId: draftIdOfRow(batch, line) }))
      const prepared = await oneAtATime(() => prepare(some))
      if (prepared.ok) {
        const written = write(some, prepared.value)
        // `Promise.all` handles the error later. Until then, this line keeps it from counting as unhandled.
        written.catch(() => undefined)
        writing.push(written)
      } else refusal = prepared
    }
    const written = await Promise.all(writing)
    // Rows that were saved before a failure are recognised when the list is sent again.
    const failed = written.find(({ ok }) => !ok) ?? refusal
    if (failed !== undefined) return failed
    const outcomes = written.flatMap((one) => (one.ok ? [one.value] : []))
    const saved = outcomes.reduce((sum, outcome) => sum + outcome.saved, 0)
    logged += saved
    if (logged >= rowsInTheLog) {
      logged = 0
      sessions.current()?.queue.aside.checkpoint()
    }
    return succeed({
      saved,
      left: outcomes.flatMap(({ left }) => left),
    })
  }
}

interface Row extends Drafted {
  readonly line: number
}

type Outcome = Response<'bulk.save'>

function leftOf(rows: readonly Row[], { conflicts, refused }: SavedJobs): readonly LeftRow[] {
  return rows.flatMap(({ line, draftId }): readonly LeftRow[] => {
    const conflict = conflicts.get(draftId)
    if (conflict !== undefined) return [{ line, ...conflict }]
    return refused.has(draftId) ? [{ line, code: 'bad-request' }] : []
  })
}
