import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { madePassword } from '../inside/direct-platform.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-actions.ts'
import { ledgerFile } from '../inside/open-box.ts'
import { fingerprintOf, openReader } from '../inside/read-committed.ts'
import { createWorld } from '../inside/world.ts'
import { judge, type Target } from './target.ts'

/** A report or a request, with the length of the log at that moment: a cut at or after this length must still show it. */
type Mark = { readonly bytes: number } & (
  | { readonly said: 'saved'; readonly jobId: string }
  | { readonly said: 'sent'; readonly fingerprint: Uint8Array }
)

/** The file when the log began, its log, and what was reported meanwhile. */
interface Drain {
  readonly file: string
  readonly log: Buffer
  readonly marks: readonly Mark[]
}

const walHeader = 32
const frameHeader = 24
/** At this number of frames, SQLite writes its log back by itself and starts a new one. */
const mostFrames = 1000

/**
 * The power fails while a queue drains: the log is cut at every frame and within every frame, and half of the torn rest is
 * rubbish. Each file must open with what was committed before the cut, and nothing else.
 */
export const walCuts: Target = async (options) => {
  const { folder, size = 1000 } = options
  const draw = createDraw(options.seed)
  const wrong: string[] = []
  const figures = { cuts: 0, drains: 0, jobs: 0, sent: 0, prefixes: 0 }
  while (figures.cuts < size) {
    const drained = await drain(options.seed + figures.drains, join(folder, `drain-${figures.drains}`))
    figures.drains += 1
    figures.jobs += drained.marks.filter(({ said }) => said === 'saved').length
    figures.sent += drained.marks.filter(({ said }) => said === 'sent').length
    const cutter = createCutter(drained, join(folder, 'cut'))
    for (const cut of cutter.placesOf(draw)) {
      if (figures.cuts >= size) break
      figures.cuts += 1
      const fault = cutter.fault(cut)
      if (fault !== undefined) wrong.push(`drain ${figures.drains}, byte ${cut.bytes} of the log: ${fault}`)
    }
    figures.prefixes += cutter.prefixes()
  }
  return judge('wal-cuts', options, {
    figure: `${figures.cuts} cuts through ${figures.drains} drains (${figures.jobs} jobs saved, ${figures.sent} requests sent) opened to ${figures.prefixes} committed prefixes, ${wrong.length} wrong`,
    bound: `${size} cuts, each a committed prefix with all that was said or sent before it`,
    wrong,
  })
}

/** Saves and drains work of all kinds over a network that loses replies, within one log. */
async function drain(seed: number, folder: string): Promise<Drain> {
  const world = await createWorld({ seed, folder, connection: { longestProcessingSeconds: 2, resendsRenewals: true } })
  const { time, platform, draw } = world
  platform.makeCustomer('rosa.marin')
  // The next process starts with an empty log.
  world.kill()
  await world.restart()
  const file = join(folder, 'before.db')
  copyFileSync(ledgerFile(world.folder()), file)
  const log = `${ledgerFile(world.folder())}-wal`
  const marks: Mark[] = []
  world.setNetwork((request) => {
    if (!request.changes) return Promise.resolve(platform.carryOut(request))
    const { operation, parameters } = platform.understand(request)
    marks.push({ said: 'sent', fingerprint: fingerprintOf(operation, parameters), bytes: statSync(log).size })
    const fate = draw()
    if (fate < 0.15) return Promise.resolve({ reach: 'maybe-sent', failure: 'connection-reset' })
    const exchange = platform.carryOut(request)
    return Promise.resolve(fate < 0.3 ? { reach: 'maybe-sent', failure: 'connection-reset' } : exchange)
  })
  const noteSaved = ({ id }: { readonly id: string }): void => {
    marks.push({ said: 'saved', jobId: id, bytes: statSync(log).size })
  }
  const { call } = world.box()
  const known = { userid: 'rosa.marin', password: madePassword }
  for (let number = 0; number < 3; number += 1) {
    const person = { customer: personNumbered(number), plan: aYear, logIn: {} }
    const hostname = platform.hostnames[0] ?? ''
    const intent = { kind: 'new-customer' as const, box: boxNumbered(number), ...person, hostname }
    noteSaved(await call('job.save', { draftId: `cut-new-${number}`, intent, evenIfKnown: false }))
    await time.pass(draw() * 2000)
    const action = { kind: 'renewal' as const, ...known, months: 1, days: 0, from: 'end-date' as const }
    noteSaved(await call('job.save', { draftId: `cut-act-${number}`, intent: action }))
    await time.pass(draw() * 2000)
  }
  await time.pass(60_000)
  const bytes = readFileSync(log)
  const reader = openReader(ledgerFile(world.folder()))
  const stored = marks.map((mark) =>
    mark.said === 'sent' ? { ...mark, fingerprint: reader.tag(mark.fingerprint) } : mark,
  )
  reader.close()
  const [problem] = world.problems()
  if (problem !== undefined) throw new Error(problem)
  await world.close()
  if (framesIn(bytes) >= mostFrames) throw new Error('The log was begun anew: the drain is too long')
  return { file, log: bytes, marks: stored }
}

const pageSizeOf = (log: Buffer): number => log.readUInt32BE(8)
const framesIn = (log: Buffer): number => Math.floor((log.length - walHeader) / (frameHeader + pageSizeOf(log)))

interface Cut {
  readonly bytes: number
  /** The bytes after the cut, as a disk may leave them. */
  readonly torn: Buffer
}

function createCutter({ file, log, marks }: Drain, folder: string) {
  const frameLength = frameHeader + pageSizeOf(log)
  const frames = framesIn(log)
  const endOf = (frame: number): number => walHeader + frame * frameLength
  /** The last frame of a transaction contains the size of the file after it. */
  const isCommit = (frame: number): boolean => log.readUInt32BE(endOf(frame - 1) + 4) > 0
  const commits = [0, ...Array.from({ length: frames }, (_, index) => index + 1).filter(isCommit)]
  const seen = new Set<string>()
  const contents = new Map<number, string>()
  const open = <T>({ bytes, torn }: Cut, look: (database: DatabaseSync) => T): T => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    const path = ledgerFile(folder)
    copyFileSync(file, path)
    writeFileSync(`${path}-wal`, Buffer.concat([log.subarray(0, bytes), torn]))
    const opened = openDatabase(path)
    if (!opened.ok) throw new Error(`it is ${opened.problem}`)
    try {
      return look(opened.database)
    } finally {
      opened.database.close()
    }
  }
  const contentOf = (commit: number): string => {
    const known = contents.get(commit) ?? open({ bytes: endOf(commit), torn: Buffer.alloc(0) }, readAll)
    contents.set(commit, known)
    return known
  }

  return {
    prefixes: () => seen.size,
    *placesOf(draw: () => number): Generator<Cut> {
      for (let frame = 0; frame <= frames; frame += 1) {
        yield { bytes: endOf(frame), torn: Buffer.alloc(0) }
        const within = endOf(frame) + 1 + Math.floor(draw() * (frameLength - 2))
        if (within >= log.length) return
        const length = draw() < 0.5 ? 0 : endOf(frame + 1) - within
        yield { bytes: within, torn: Buffer.from(Array.from({ length }, () => Math.floor(draw() * 256))) }
      }
    },
    /** What is wrong with the file after a cut; undefined if it is correct. */
    fault(cut: Cut): string | undefined {
      try {
        return open(cut, (database) => {
          const frame = Math.floor((cut.bytes - walHeader) / frameLength)
          const content = readAll(database)
          seen.add(content)
          if (content !== contentOf(commits.findLast((commit) => commit <= frame) ?? 0))
            return 'it does not hold what was last committed before the cut'
          return missing(database, marks, cut.bytes) ?? outOfOrder(database)
        })
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
  }
}

const readAll = (database: DatabaseSync): string =>
  ['job', 'step', 'entry', 'knowledge', 'fact']
    .map((table) => JSON.stringify(database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()))
    .join('\n')

/** What was reported or sent before the cut but is missing. */
function missing(database: DatabaseSync, marks: readonly Mark[], bytes: number): string | undefined {
  const job = database.prepare('SELECT 1 FROM job WHERE id = ?')
  const attempt = database.prepare("SELECT 1 FROM entry WHERE fingerprint = ? AND type = 'attempt'")
  for (const mark of marks) {
    if (mark.bytes > bytes) continue
    if (mark.said === 'saved' && job.get(mark.jobId) === undefined) return `job ${mark.jobId} was said to be saved`
    if (mark.said === 'sent' && attempt.get(mark.fingerprint) === undefined)
      return 'a request was sent without its attempt'
  }
  return undefined
}

/** Checks that the entries have no gap in their order, and that the states match them. */
function outOfOrder(database: DatabaseSync): string | undefined {
  const numbers = database.prepare('SELECT count(*) AS count, max(sequence) AS last FROM entry').get()
  const [count, last] = [Number(numbers?.['count']), Number(numbers?.['last'] ?? 0)]
  if (count !== last) return `${count} happenings up to number ${last}`
  const inFlight = database
    .prepare(`SELECT count(*) AS count FROM step s WHERE (s.state = 'in-flight') <> coalesce((SELECT e.type = 'attempt'
      FROM entry e WHERE e.step_id = s.id AND e.type IN ('attempt', 'verdict') ORDER BY e.sequence DESC LIMIT 1), 0)`)
    .get()?.['count']
  if (inFlight !== 0) return 'steps are in flight without an attempt, or the other way round'
  const done = database
    .prepare(`SELECT count(*) AS count FROM job j WHERE j.state = 'done'
      AND EXISTS (SELECT 1 FROM step s WHERE s.job_sequence = j.sequence AND s.state NOT IN ('done', 'skipped'))`)
    .get()?.['count']
  return done === 0 ? undefined : 'jobs are done before their steps are'
}
