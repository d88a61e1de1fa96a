import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LeftRow } from '../../../shared/bridge/bulk-channels.ts'
import type { Request } from '../../../shared/bridge/contract.ts'
import type { Activation } from '../../../shared/domain/activation.ts'
import { succeed } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { findInTheWay, sameLogIn } from '../activation/activation.ts'
import type { ActivationDeps } from '../activation/activation.ts'
import { keepPart } from '../session/keep-part.ts'
import { checkpointLog } from '../../storage/database.ts'
import { boxKey } from '../session/keys.ts'
import { problem } from '../session/problem.ts'
import { createJobMaker, type Drafted, type Prepared, type Workplace } from '../activation/save-job.ts'
import { lastSequence } from '../../jobs/ledger/job-rows.ts'
import type { OpenOffice } from '../session/office.ts'
import { createBatchViews, draftIdOfRow } from '../../jobs/ledger/views.ts'

type BulkHandlers = Pick<Handlers, 'bulk.find' | 'bulk.save' | 'bulk.keep-file' | 'bulk.progress' | 'bulk.results'>

interface Row {
  readonly line: number
  readonly intent: Activation
}

type List = Pick<Request<'bulk.save'>, 'connectionId' | 'batch' | 'evenIfKnown'>

/** What is known of some rows before they are saved. `last`: the sequence of the newest job at that time. */
interface Ready {
  readonly left: readonly LeftRow[]
  readonly prepared: Prepared
  readonly last: number
}

/** Rows saved per turn. In Electron's main process a turn blocks the user's typing. */
const rowsInATurn = 80

/** After this many rows the write-ahead log is moved into the ledger's file, before SQLite does it within a commit. */
const rowsInTheLog = 4000

/** Lists of boxes or customers: one job per row, saved once however often the list is imported. */
export function createBulkDesk({ ports, book, vault, office, onJob }: ActivationDeps): BulkHandlers {
  const maker = createJobMaker(ports, book, onJob)
  let logged = 0

  const placeOf = (open: OpenOffice, connectionId: string) => {
    const place = maker.workplace(open, vault.sealing())
    return place.ok && place.value.connection.id !== connectionId
      ? problem('changed-meanwhile', 'Another connection is worked with')
      : place
  }
  /** Does all that needs no commit, in a turn of its own. */
  const prepareRows = (rows: readonly Row[], list: List) =>
    office.use((open) => {
      const place = placeOf(open, list.connectionId)
      if (!place.ok) return place
      const left = findAllLeft(rows, place.value, list)
      const prepared = maker.prepareAll(draftsOf(rows, left, list), place.value)
      return succeed({ left, prepared, last: lastSequence(open.database) })
    })

  const saveRows = (rows: readonly Row[], list: List, ready: Ready) =>
    office.use((open) => {
      const place = placeOf(open, list.connectionId)
      if (!place.ok) return place
      // A job that was saved between the two turns may be in the way of a row.
      const left = lastSequence(open.database) === ready.last ? ready.left : findAllLeft(rows, place.value, list)
      const drafts = draftsOf(rows, left, list)
      const saved = maker.saveAll(drafts, place.value, ready.prepared)
      if (!saved.ok) return saved
      const { refused } = saved.value
      const broken = rows.flatMap(({ line }): readonly LeftRow[] =>
        refused.has(draftIdOfRow(list.batch, line)) ? [{ line, code: 'bad-request' }] : [],
      )
      return succeed({ saved: drafts.length - broken.length, left: [...left, ...broken] })
    })

  return {
    'bulk.find': ({ connectionId, digest }) =>
      office.use(({ database }) => {
        const connection = book.connection(connectionId)
        const sealing = vault.sealing()
        if (connection === undefined || sealing === undefined)
          return problem('no-connection', 'There is no connection to work for')
        const batch = Buffer.from(sealing.keyedHash(`batch ${connection.id} ${digest}`))
          .toString('hex')
          .slice(0, 32)
        const views = createBatchViews(database)
        const saved = Object.values(views.count(batch)).reduce((sum, count) => sum + count, 0)
        const firstSavedAt = views.firstSavedAt(batch)
        return succeed({ batch, saved, ...(firstSavedAt !== undefined && { firstSavedAt }) })
      }),
    'bulk.save': async ({ rows, ...list }) => {
      const left: LeftRow[] = []
      let saved = 0
      // Reading and checking the rows has used up the present turn.
      await nextTurn()
      for (let from = 0; from < rows.length; from += rowsInATurn) {
        const some = rows.slice(from, from + rowsInATurn)
        const ready = await prepareRows(some, list)
        if (!ready.ok) return ready
        await nextTurn()
        const done = await saveRows(some, list, ready.value)
        // Rows saved before the failure are recognised when the list is sent again.
        if (!done.ok) return done
        left.push(...done.value.left)
        saved += done.value.saved
        logged += done.value.saved
        await nextTurn()
      }
      const database = office.database()
      if (logged >= rowsInTheLog && database !== undefined) {
        logged = 0
        checkpointLog(database)
        await nextTurn()
      }
      return succeed({ saved, left })
    },
    'bulk.keep-file': ({ name, text, isFirst }) =>
      office.use(() =>
        succeed(ports.host === 'electron' ? { folder: keepPart(ports.dataFolder, name, text, isFirst) } : {}),
      ),
    'bulk.progress': ({ batch }) =>
      office.use(({ database }) => succeed({ counts: createBatchViews(database).count(batch) })),
    'bulk.results': ({ batch, after, limit }) =>
      office.use(({ database, queue }) => {
        const found = createBatchViews(database).list(batch, after, limit + 1)
        const rows = found.slice(0, limit).flatMap(({ line, id }) => {
          const job = queue.views.summary(id)
          return job === undefined ? [] : [{ line, job }]
        })
        return succeed({ rows, hasMore: found.length > limit })
      }),
  }
}

/** Finds a row whose box or user ID is in another job here. The row is reported and not saved. */
function findLeft({ line, intent }: Row, at: Workplace, evenIfKnown: boolean): LeftRow | undefined {
  const taken = sameLogIn(at, intent)
  if (taken !== undefined && !taken.ok)
    return { line, code: 'log-in-in-job', ...(taken.error.jobId !== undefined && { jobId: taken.error.jobId }) }
  if (evenIfKnown) return undefined
  const key = boxKey(at.sealing, at.connection, intent.box.identifier)
  const inTheWay = findInTheWay(at.open.queue.views.holding(at.connection.id, { boxKey: key }), intent)
  return inTheWay && { line, code: 'box-in-job', jobId: inTheWay.id }
}

/** The rows whose box or user ID is in another job here. */
function findAllLeft(rows: readonly Row[], at: Workplace, { batch, evenIfKnown }: List): readonly LeftRow[] {
  const { ledger } = at.open.queue
  const isSaved = ({ line }: Row): boolean => ledger.ofDraft(draftIdOfRow(batch, line)) !== undefined
  return ledger.atOnce(() =>
    rows.flatMap((row) => {
      const found = findLeft(row, at, evenIfKnown)
      // What stands in the way of a saved row is itself.
      return found === undefined || isSaved(row) ? [] : [found]
    }),
  )
}

/** The rows that can be saved. */
function draftsOf(rows: readonly Row[], left: readonly LeftRow[], { batch }: List): readonly Drafted[] {
  const leaves = new Set(left.map(({ line }) => line))
  return rows.flatMap(({ line, intent }) => (leaves.has(line) ? [] : [{ draftId: draftIdOfRow(batch, line), intent }]))
}
