import { setImmediate as nextTurn } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { defined } from '../../../shared/defined.ts'
import { writeCsv } from '../../../shared/domain/csv-cell.ts'
import { succeed } from '../../../shared/result.ts'
import { type ActivityLog, createActivityLog } from '../../jobs/ledger/activity-log.ts'
import { checkRecords } from '../../maintenance/quarantine.ts'
import type { Handlers } from '../../app.ts'
import type { Sessions } from '../session/sessions.ts'
import { readJson, stampOf } from '../../storage/files.ts'
import { problem } from '../session/problem.ts'
import type { Session, SessionHandlers } from '../session/session.ts'
import { writeExport } from '../session/write-export.ts'
import {
  activityCells,
  type ActivityCursor,
  type ActivityRow,
  tellEvent,
  type JobStatistics,
  type Tally,
  waitBounds,
} from '../../../shared/domain/activity/activity.ts'
import { readActivityNotes } from '../../maintenance/notes.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { isSignedBy, keyFingerprintOf } from '../../maintenance/transfer-file.ts'
import { isIn } from '../../../shared/domain/job.ts'
import type { JobFacts } from '../../jobs/ledger/views.ts'
import { isBy } from '../../jobs/ledger/job-search.ts'

const partSize = 1000
/** Without this mark, spreadsheet programs read the file in the wrong encoding. */
const byteOrderMark = '\uFEFF'

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

/** Reads all events page by page, newest first. Other work continues between two pages. Undefined if `isOver` is true after a page. */
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

/** Exports all events of the active connection as one signed file. Checks the records of all jobs first. */
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

/** The first line of an audit trail file. Times are UTC. */
const headSchema = z.object({
  kind: z.literal('setdesk-audit-trail'),
  version: z.literal(1),
  installation: z.string(),
  connection: z.string(),
  madeAt: z.string(),
  /** How many jobs were changed or removed outside Setdesk, by the check just before the export. */
  changed: z.int(),
  removed: z.int(),
  /** The public Ed25519 key, base64url. A reader compares its fingerprint with the one in the Settings of the exporting computer. */
  key: z.string(),
})
type Head = z.infer<typeof headSchema>

/** The last line of an audit trail file: the number of events, the chained hash of all earlier lines, and the signature over both. */
const endSchema = z.object({ events: z.int(), hash: z.string(), signature: z.string() })

/** `line`: the line at which the check failed, from 1. If the hash or the signature does not fit, this is the last line. */
type CheckedTrail =
  | { readonly ok: true; readonly head: Head; readonly fingerprint: string; readonly events: number }
  | { readonly ok: false; readonly line: number; readonly problem: string }

/** Hashes each line together with the hash of the previous line. The last hash therefore covers all lines and their order. */
const chain = (before: string, line: string): string => createHash('sha256').update(`${before}\n${line}`).digest('hex')
const toBeSigned = (events: number, hash: string): Uint8Array => Buffer.from(`setdesk audit trail ${events} ${hash}`)

/** Writes events, oldest first, as one JSON object per line, and signs the file. A check needs only the public key in the first line. */
export function writeAuditTrail(
  sealing: Pick<Sealing, 'sign' | 'publicKey'>,
  head: Omit<Head, 'kind' | 'version' | 'key'>,
  events: readonly Readonly<Record<string, string | number>>[],
): string {
  const whole: Head = { kind: 'setdesk-audit-trail', version: 1, ...head, key: sealing.publicKey() }
  const lines = [whole, ...events].map((one) => JSON.stringify(one))
  const hash = lines.reduce(chain, '')
  const end = { events: events.length, hash, signature: sealing.sign(toBeSigned(events.length, hash)) }
  return [...lines, JSON.stringify(end), ''].join('\n')
}

/** Checks the text of an audit trail file. This works on any computer. */
export function checkAuditTrail(text: string): CheckedTrail {
  const lines = text.replace(/\n$/, '').split('\n')
  const head = readJson(lines[0], headSchema)
  if (head === undefined) return { ok: false, line: 1, problem: 'This is not the first line of an audit trail.' }
  const end = readJson(lines.at(-1), endSchema)
  const last = lines.length
  if (end === undefined) return { ok: false, line: last, problem: 'The last line is missing: the file was cut.' }
  const events = lines.length - 2
  if (end.events !== events)
    return { ok: false, line: last, problem: `The file has ${events} events, and ${end.events} were signed.` }
  if (lines.slice(0, -1).reduce(chain, '') !== end.hash)
    return { ok: false, line: last, problem: 'The hash does not fit: a line was changed, or lines changed places.' }
  if (!isSignedBy(head.key, toBeSigned(end.events, end.hash), end.signature))
    return {
      ok: false,
      line: last,
      problem: 'The signature does not fit: the key in the first line did not sign this.',
    }
  return { ok: true, head, fingerprint: keyFingerprintOf(head.key), events }
}

/** A request for statistics opens at most `mostCounted` jobs, and `countedInATurn` in one turn of the event loop (about 5 milliseconds). */
const [mostCounted, countedInATurn] = [50_000, 50]
const mostReasons = 8

export const statisticsHandlers: SessionHandlers<'activity.statistics'> = {
  'activity.statistics': async ({ settings, queue: { views }, database }, { edges, technician = '', kinds }) => {
    const connection = settings.active()
    if (connection === undefined) return problem('no-connection', 'There is no connection whose jobs could be counted')
    const counts = createStatistics(edges)
    const which = { connectionId: connection.id, from: edges[0], to: edges.at(-1), kinds }
    let before: number | undefined
    let isCut = false
    for (let opened = 0; database.isOpen; opened += countedInATurn) {
      isCut = opened >= mostCounted
      if (isCut) break
      const facts = views.facts({ ...which, before, limit: countedInATurn })
      for (const one of facts) if (isBy(one.summary, technician)) counts.add(one)
      if (facts.length < countedInATurn) break
      before = facts.at(-1)?.summary.sequence
      await nextTurn()
    }
    return succeed({ ...counts.read(), isCut })
  },
}

/** Counts jobs by period, technician and reason. `edges`: the borders between the periods, in milliseconds since 1970. */
export function createStatistics(edges: readonly number[]) {
  const total = createTally()
  const periods = edges.slice(1).map(createTally)
  const technicians = new Map<string, ReturnType<typeof createTally>>()
  const reasons = new Map<string, number>()
  const waits = Array.from({ length: waitBounds.length + 1 }, () => 0)

  const technicianOf = (name: string): ReturnType<typeof createTally> => {
    const known = technicians.get(name) ?? createTally()
    technicians.set(name, known)
    return known
  }
  return {
    add(job: JobFacts): void {
      const { createdAt, technician } = job.summary
      const period = periods[edges.findLastIndex((edge) => edge <= createdAt)]
      for (const tally of [total, period, technicianOf(technician)]) tally?.add(job)
      for (const words of new Set(job.refusals.map(withoutValues))) reasons.set(words, (reasons.get(words) ?? 0) + 1)
      const seconds = secondsToDone(job)
      if (seconds === undefined) return
      const place = waitBounds.findIndex((bound) => seconds < bound)
      const index = place < 0 ? waitBounds.length : place
      waits[index] = (waits[index] ?? 0) + 1
    },
    read: (): Omit<JobStatistics, 'isCut'> => ({
      total: total.read(),
      periods: periods.map((period) => period.read()),
      technicians: [...technicians]
        .map(([name, tally]) => ({ name, ...tally.read() }))
        .sort((one, other) => other.jobs - one.jobs || one.name.localeCompare(other.name)),
      reasons: [...reasons]
        .map(([words, jobs]) => ({ words, jobs }))
        .sort((one, other) => other.jobs - one.jobs || one.words.localeCompare(other.words))
        .slice(0, mostReasons),
      waits,
    }),
  }
}

function createTally() {
  const counts = { jobs: 0, done: 0, underWay: 0, needsYou: 0, dropped: 0, firstTimeRight: 0 }
  const seconds: number[] = []
  return {
    add(job: JobFacts): void {
      counts.jobs += 1
      counts[placeOf(job)] += 1
      if (isFirstTimeRight(job)) counts.firstTimeRight += 1
      const took = secondsToDone(job)
      if (took !== undefined) seconds.push(took)
    },
    read: (): Tally => ({ ...counts, ...defined({ medianSeconds: medianOf(seconds) }) }),
  }
}

const isDone = ({ summary: { state } }: JobFacts): boolean => state === 'done' || state === 'unconfirmed'

function placeOf(job: JobFacts): 'done' | 'underWay' | 'needsYou' | 'dropped' {
  const { state } = job.summary
  if (isDone(job)) return 'done'
  if (isIn('running', state)) return 'underWay'
  return state === 'dropped' ? state : 'needsYou'
}

const isFirstTimeRight = (job: JobFacts): boolean =>
  isDone(job) && !job.isCorrected && !job.isDecided && job.refusals.length === 0

const secondsToDone = (job: JobFacts): number | undefined =>
  isDone(job) ? Math.max(0, job.summary.updatedAt - job.summary.createdAt) / 1000 : undefined

/** Replaces user IDs, numbers, addresses and boxes with …, so that the same refusal for two customers counts as one reason. */
const withoutValues = (words: string): string =>
  words.replace(/[^\s"'(),;]*(?:@|\d)[^\s"'(),;]*/gu, (part) => (part.length < 4 ? part : '…'))

/** Returns the median. Of two middle values it returns the lower one, so that the median is the time of a real job. */
const medianOf = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)]
