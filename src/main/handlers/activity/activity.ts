import { setImmediate as nextTurn } from 'node:timers/promises'
import { defined } from '../../../shared/defined.ts'
import { writeCsv } from '../../../shared/domain/csv-cell.ts'
import { succeed } from '../../../shared/result.ts'
import { createActivityLog, type ActivityLog } from '../../jobs/ledger/activity-log.ts'
import { writeAuditTrail } from './audit-trail.ts'
import { checkRecords } from '../../maintenance/quarantine.ts'
import type { Handlers } from '../../app.ts'
import type { Sessions } from '../session/sessions.ts'
import { stampOf } from '../../storage/files.ts'
import { problem } from '../session/problem.ts'
import type { Session, SessionHandlers } from '../session/session.ts'
import { writeExport } from '../session/write-export.ts'
import type { ActivityCursor, ActivityRow } from '../../../shared/domain/activity/activity.ts'
import { activityCells, tellEvent } from '../../../shared/domain/activity/activity-cells.ts'
import { readActivityNotes } from '../../maintenance/activity-notes.ts'

const partSize = 1000
/** Without it, spreadsheet programs read the file in the wrong encoding. */
const byteOrderMark = '\uFEFF'

/** The audit events of the active connection, read from the ledger page by page. */
export const activityHandlers: SessionHandlers<'activity.list' | 'activity.export'> = {
  'activity.list': (session, { filter, after, limit }) => {
    const log = openActivityLog(session)
    return succeed(log === undefined ? { rows: [] } : log.page(filter, after, limit))
  },
  'activity.export': (session, { filter, after, name }) => {
    const log = openActivityLog(session)
    if (log === undefined) return problem('no-connection', 'There is no connection whose events could be exported')
    const isFirst = after === undefined || name === undefined
    const fileName = name ?? `activity-${stampOf(session.clock.now()).slice(0, 15)}.csv`
    const { rows, next } = log.page(filter, after, partSize)
    const lines = rows.map((row) => activityCells.map(([, cell]) => String(cell(row) ?? '')))
    const text = isFirst ? byteOrderMark + writeCsv([activityCells.map(([title]) => title), ...lines]) : writeCsv(lines)
    const folder = writeExport(session, { name: fileName, text, isFirst })
    return succeed(defined({ name: fileName, text, rows: rows.length, folder, next }))
  },
}

/** The rows are read in pages, oldest last, and other work goes on between two of them. */
async function readAll(log: ActivityLog, isOver: () => boolean): Promise<readonly ActivityRow[] | undefined> {
  const rows: ActivityRow[] = []
  let after: ActivityCursor | undefined
  do {
    const page = log.page({}, after, partSize)
    rows.push(...page.rows)
    after = page.next
    await nextTurn()
    if (isOver()) return undefined
  } while (after !== undefined)
  return rows
}

/** All events of the active connection in one signed file, after a check of all records. */
export const createTrailExport =
  (sessions: Sessions): Handlers['activity.export-trail'] =>
  () =>
    sessions.use(async (session) => {
      const { settings, sealing, clock, installation } = session
      const isOver = (): boolean => sessions.current() !== session
      const connection = settings.active()
      const log = openActivityLog(session)
      if (connection === undefined || log === undefined)
        return problem('no-connection', 'There is no connection whose events could be exported')
      const found = await checkRecords(session, isOver)
      const rows = found && (await readAll(log, isOver))
      if (rows === undefined) return problem('changed-meanwhile', 'The saved work was closed during the export')
      const events = rows.toReversed().map(tellEvent)
      const head = {
        installation: installation.id,
        connection: connection.name,
        madeAt: new Date(clock.now()).toISOString(),
        changed: found?.changed.length ?? 0,
        removed: found?.removed ?? 0,
      }
      const text = writeAuditTrail(sealing, head, events)
      const name = `audit-trail-${stampOf(clock.now()).slice(0, 15)}.jsonl`
      const folder = writeExport(session, { name, text, isFirst: true })
      return succeed(defined({ name, text, events: events.length, folder }))
    })

function openActivityLog({ database, sealing, settings }: Session) {
  const connection = settings.active()
  return connection && createActivityLog({ database, sealing, notes: readActivityNotes(database, sealing) }, connection)
}
