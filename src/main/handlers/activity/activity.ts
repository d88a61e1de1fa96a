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
import { identifierOnWire } from '../../../shared/domain/device-identifier.ts'
import type { DatabaseSync } from 'node:sqlite'
import { readPastNotices } from '../../maintenance/notes.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { readSignInEvents } from '../../maintenance/sign-in-events.ts'

/** Milliseconds. A transfer and its notice are written in one transaction, so two rows closer than this are one event. */
const sameMoment = 1000

type Cell = (row: ActivityRow) => string | number | undefined

/**
 * The columns of an export; times in UTC. The names are no texts of the screen: programs that read the file need the same names
 * in every language.
 */
const columns: readonly (readonly [name: string, cell: Cell])[] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['technician', ({ by }) => by],
  ['act', ({ action }) => action],
  ['work', ({ job }) => job?.kind],
  ['step', ({ step }) => step],
  ['operation', ({ operation }) => operation],
  ['box', ({ box }) => box && identifierOnWire(box, 'colon')],
  ['model', ({ model }) => model],
  ['customer', ({ customerName }) => customerName],
  ['login', ({ userid }) => userid],
  ['hostname', ({ hostname }) => hostname],
  ['outcome', ({ isAssumed, outcome }) => (isAssumed === true ? 'assumed' : outcome)],
  ['http_status', ({ status }) => status],
  ['words', ({ words }) => words],
  ['jobs', ({ jobs }) => jobs],
  ['other', ({ other }) => other],
  ['job_state', ({ job }) => job?.state],
  ['job', ({ job }) => job?.id],
]

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
    const lines = rows.map((row) => columns.map(([, cell]) => String(cell(row) ?? '')))
    const text = isFirst ? byteOrderMark + writeCsv([columns.map(([title]) => title), ...lines]) : writeCsv(lines)
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
      const events = rows.toReversed().map((row) => {
        const cells = columns.map(([title, cell]) => [title, cell(row)] as const)
        return Object.fromEntries(
          cells.filter((pair): pair is readonly [string, string | number] => pair[1] !== undefined),
        )
      })
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

/** Events that concern the whole computer's work (transfers, restores and the like), oldest first. */
function readActivityNotes(database: DatabaseSync, sealing: Sealing): readonly ActivityRow[] {
  const files = database
    .prepare('SELECT id, direction, other, jobs, at FROM hand_over ORDER BY at, id')
    .all()
    .map((row): ActivityRow => ({
      key: `file-${String(row['id'])}`,
      at: Number(row['at']),
      action: row['direction'] === 'out' ? 'handed-over' : 'taken-over',
      by: '',
      jobs: Number(row['jobs']),
      other: String(row['other']),
    }))
  const notices = readPastNotices(database)
    .filter(
      ({ kind, at, from }) =>
        kind !== 'taken-over' || !files.some((file) => file.other === from && Math.abs(file.at - at) < sameMoment),
    )
    .map(({ kind, at, jobs, from }, index): ActivityRow => ({
      key: `note-${String(at)}-${String(index)}`,
      at,
      action: kind,
      by: '',
      jobs,
      other: from,
    }))
  return [...files, ...notices, ...readSignInEvents(database, sealing)].sort((one, other) => one.at - other.at)
}
