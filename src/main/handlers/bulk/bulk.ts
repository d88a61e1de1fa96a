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
import { createJobMaker, type Workplace } from '../activation/save-job.ts'
import { createBatchViews, draftIdOfRow } from '../../jobs/ledger/views.ts'

type BulkHandlers = Pick<Handlers, 'bulk.find' | 'bulk.save' | 'bulk.keep-file' | 'bulk.progress' | 'bulk.results'>

interface Row {
  readonly line: number
  readonly intent: Activation
}

type List = Pick<Request<'bulk.save'>, 'connectionId' | 'batch' | 'evenIfKnown'>

/** Rows saved per turn. In Electron's main process a turn blocks the user's typing. */
const rowsInATurn = 80

/** After this many rows the write-ahead log is moved into the ledger's file. */
const rowsInTheLog = 800

/** Lists of boxes or customers: one job per row, saved once however often the list is imported. */
export function createBulkDesk({ ports, book, vault, office, onJob }: ActivationDeps): BulkHandlers {
  const maker = createJobMaker(ports, book, onJob)
  let logged = 0

  const saveRows = (rows: readonly Row[], { connectionId, batch, evenIfKnown }: List) =>
    office.use((open) => {
      const place = maker.workplace(open, vault.sealing())
      if (!place.ok) return place
      if (place.value.connection.id !== connectionId)
        return problem('changed-meanwhile', 'Another connection is worked with')
      const isSaved = ({ line }: Row): boolean => open.queue.ledger.ofDraft(draftIdOfRow(batch, line)) !== undefined
      const left = open.queue.ledger.atOnce(() =>
        rows.flatMap((row) => {
          const found = findLeft(row, place.value, evenIfKnown)
          // A row that was saved before is found as its own conflict.
          return found === undefined || isSaved(row) ? [] : [found]
        }),
      )
      const leaves = new Set(left.map(({ line }) => line))
      const wanted = rows.filter(({ line }) => !leaves.has(line))
      const saved = maker.saveAll(
        wanted.map(({ line, intent }) => ({ draftId: draftIdOfRow(batch, line), intent })),
        place.value,
      )
      if (!saved.ok) return saved
      const { refused } = saved.value
      const broken = wanted.flatMap(({ line }): readonly LeftRow[] =>
        refused.has(draftIdOfRow(batch, line)) ? [{ line, code: 'bad-request' }] : [],
      )
      return succeed({ saved: wanted.length - broken.length, left: [...left, ...broken] })
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
        const done = await saveRows(rows.slice(from, from + rowsInATurn), list)
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
