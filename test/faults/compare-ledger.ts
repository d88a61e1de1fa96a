import type { LedgerEntry, RequestEntry } from '../../src/sandbox/platform-ledger.ts'
import type { JobSummary } from '../../src/shared/domain/job.ts'
import { formatMac } from '../../src/shared/domain/device-identifier.ts'
import { effectOf, type Work } from './make-work.ts'

/** Work for which the app said "saved", with its job. */
export type SavedWork = Work & { readonly id: string }

/** What is wrong, one finding per line; all empty if the promise was kept. */
export interface Findings {
  /** Jobs that the app no longer has, and jobs that are done without their effect on the platform. */
  readonly lost: readonly string[]
  /** Effects that occur twice, or that were not requested. */
  readonly doubled: readonly string[]
  /** Jobs that do not come to rest, or that rest in a forbidden state. */
  readonly astray: readonly string[]
}

/** Compares the saved work with the jobs of the app and with the platform's ledger. */
export function compareWithLedger(
  saved: readonly SavedWork[],
  jobs: readonly JobSummary[],
  ledger: readonly LedgerEntry[],
): Findings {
  const counts = countEffects(ledger)
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const lost: string[] = []
  const astray: string[] = []
  const doubled: string[] = []
  for (const { id, effects, isImpossible } of saved) {
    const job = byId.get(id)
    if (job === undefined) lost.push(`job ${id} is not there`)
    else {
      const missing = effects.filter((effect) => !counts.has(effect))
      const isOver = job.state === 'done' || job.state === 'unconfirmed'
      if (isOver && !isImpossible) lost.push(...missing.map((effect) => `job ${id} is ${job.state} without ${effect}`))
      if (!mayRestIn(job, isImpossible)) astray.push(`job ${id} is ${job.state} (${job.why?.code})`)
    }
  }
  const wanted = new Set(saved.flatMap(({ effects }) => effects))
  for (const [effect, count] of counts) {
    if (count > 1) doubled.push(`${effect}: ${count} times`)
    if (!wanted.has(effect) && !effect.startsWith('userid ')) doubled.push(`${effect}: asked for by no job`)
  }
  const known = new Set(saved.map(({ id }) => id))
  doubled.push(...jobs.filter(({ id }) => !known.has(id)).map(({ id }) => `job ${id} was saved by nobody`))
  lost.push(...strangeLogIns(jobs, ledger))
  return { lost, doubled, astray }
}

/** Any job may need a technician, because its replies may have been lost too often. */
const mayRestIn = ({ state }: JobSummary, isImpossible: boolean): boolean =>
  state === 'needs-you' || state === (isImpossible ? 'refused' : 'done')

/** A technician gets a job after five calls in a row without a trustworthy answer. One of them may have ended in a kill. */
const faultsEnough = 4

/**
 * The jobs that a technician got because the platform lost their call again and again, as the platform's own list of requests shows.
 * Chance decides how many there are.
 */
export function findUnlucky(
  saved: readonly SavedWork[],
  jobs: readonly JobSummary[],
  requests: readonly RequestEntry[],
): ReadonlySet<string> {
  const faults = new Map<string, number>()
  for (const { operation, box, fault } of requests) {
    const call = `${operation} ${box}`
    if (fault !== null && box !== null) faults.set(call, (faults.get(call) ?? 0) + 1)
  }
  const hit = new Set([...faults].flatMap(([call, count]) => (count >= faultsEnough ? [call.split(' ')[1]] : [])))
  const failing = new Set(jobs.flatMap(({ id, why }) => (why?.code === 'keeps-failing' ? [id] : [])))
  const boxOf = ({ intent }: SavedWork) => formatMac(intent.box.identifier.value, 'colon')
  return new Set(saved.flatMap((work) => (failing.has(work.id) && hit.has(boxOf(work)) ? [work.id] : [])))
}

function countEffects(ledger: readonly LedgerEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const count = (effect: string): void => void counts.set(effect, (counts.get(effect) ?? 0) + 1)
  for (const { effect, userid, box, hostname, parameters } of ledger) {
    if (effect === 'create') {
      count(effectOf.create(parameters['uuid'] ?? ''))
      count(`userid ${userid}`)
    } else if (effect === 'bind-user') count(effectOf.bindUser(box ?? ''))
    else if (effect === 'bind-hostname') count(effectOf.bindHostname(box ?? '', hostname ?? ''))
    else count(effect)
  }
  return counts
}

/** The credentials on a handout must be those on the platform. */
function strangeLogIns(jobs: readonly JobSummary[], ledger: readonly LedgerEntry[]): readonly string[] {
  const created = new Set(ledger.flatMap(({ effect, userid }) => (effect === 'create' ? [userid] : [])))
  return jobs
    .filter(({ kind, state, userid }) => kind === 'new-customer' && state === 'done' && !created.has(userid ?? null))
    .map(({ id, userid }) => `job ${id} shows the log-in ${userid}, which was never created`)
}
