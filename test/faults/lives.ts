import { setTimeout as delay } from 'node:timers/promises'
import { sharedRead } from '../../src/main/jobs/shared-reading.ts'
import type { JobSummary } from '../../src/shared/domain/job.ts'
import type { AppPlatform, AppTimes, Strike, Told } from './orders.ts'
import type { Work } from './make-work.ts'
import { startApp } from './start-app.ts'
import type { Till } from './till.ts'

/** How a process ends: by itself at a named point, or from outside after a number of milliseconds. */
export type Killing =
  | { readonly at: 'point'; readonly strike: Strike }
  /** Counted from the start of the process, from when new work was saved, or from when the app is ready. */
  | { readonly at: 'start' | 'saving' | 'any time'; readonly ms: number }

/** A data folder and its passphrase. */
export interface AppPlace {
  readonly folder: string
  readonly passphrase: string
}

/** Creates the data folder and connects it; nothing is killed here. */
export async function setUpApp(place: AppPlace, platform: AppPlatform, times: AppTimes): Promise<void> {
  const app = startApp(place.folder)
  app.order({ order: 'open', passphrase: place.passphrase, connect: { ...platform, ...times } })
  await app.next('ready')
  app.order({ order: 'end' })
  await app.ended
}

/** All jobs as the app shows them; only unfinished work is sent meanwhile. */
export async function listJobs(place: AppPlace): Promise<readonly JobSummary[]> {
  const app = startApp(place.folder)
  app.order({ order: 'open', passphrase: place.passphrase })
  await app.next('ready')
  app.order({ order: 'list' })
  const { jobs } = await app.next('jobs')
  app.order({ order: 'end' })
  await app.ended
  return jobs
}

/** How long the app may be idle before more work is saved, so that a kill finds some. */
const idleMs = 150
/** A process that does not reach its point is killed at any time after this age. */
const longestAimMs = 8000
/** With unfinished work and no progress for this long, the app has stalled. */
const longestStallMs = 120_000

/** One run of the app's process. */
export interface Life {
  /** Without it, the process ends when all jobs are at rest. */
  readonly killing?: Killing | undefined
  /** Most new jobs that are saved at its start. */
  readonly share: number
  /** Whether a list of plain new customers is saved at its start too. */
  readonly hasList?: boolean
  /** How long it may take to reach its point, milliseconds. */
  readonly patienceMs?: number
  /** Called once for each point that it passes. */
  readonly onPoint?: (point: string) => void
}

/**
 * Runs the app once. While it is to die at a point, extra work is saved whenever it has none. Only new customers of a list are
 * asked for with one question, so a kill around that question is given lists. Returns where the kill hit, or undefined if it
 * found no work. Throws if the process ends in another way.
 */
export async function liveOnce(
  place: AppPlace,
  till: Till,
  { killing, share, hasList = false, patienceMs = longestAimMs, onPoint }: Life,
): Promise<Killing['at'] | undefined> {
  const app = startApp(place.folder, {
    hasPoints: true,
    onTold(told) {
      note(till, told)
      if (told.told === 'passed') onPoint?.(told.point)
    },
  })
  const needsLists = killing?.at === 'point' && killing.strike.point.endsWith(sharedRead)
  const wasBusy = till.isBusy()
  let hasMissed = false
  const life = { hasEnded: false }
  const ended = app.ended.then((how) => {
    life.hasEnded = true
    return how
  })
  app.order({
    order: 'open',
    passphrase: place.passphrase,
    ...(killing !== undefined && 'strike' in killing && { strike: killing.strike }),
  })
  if (killing?.at === 'start') void delay(killing.ms).then(app.kill)
  const ready = await Promise.race([app.next('ready').then(() => true), ended.then(() => false)])
  if (ready) {
    for (const { draftId, intent } of till.unanswered()) app.order({ order: 'save', draftId, intent })
    for (let given = 0; given < share && till.left() > 0; given += 1) handIn(till.next(), app)
    if (hasList || needsLists) for (const work of till.nextList()) handIn(work, app)
    if (killing?.at === 'any time' || killing?.at === 'saving') {
      await Promise.race([delay(killing.ms), ended])
      if (!till.isBusy()) await keepBusy()
      app.kill()
    } else if (killing === undefined) {
      while (!life.hasEnded && !till.isOver() && !hasStalled()) await Promise.race([delay(20), ended])
      app.order({ order: 'end' })
    } else {
      // The point may come only after the present work.
      const latest = performance.now() + patienceMs
      while (!life.hasEnded && performance.now() < latest) await keepBusy()
      hasMissed = !life.hasEnded
      app.kill()
    }
  }
  const isMet = wasBusy || till.isBusy()
  const how = await ended
  if (how !== (killing === undefined ? '0' : 'SIGKILL')) throw new Error(`The app ended by itself: ${how}`)
  if (!isMet) return undefined
  return hasMissed ? 'any time' : killing?.at

  function hasStalled(): boolean {
    if (!till.isBusy() || till.unmovedMs() < longestStallMs) return false
    till.noteStall()
    return true
  }

  /** Waits a little, and saves more work if all jobs are at rest. */
  async function keepBusy(): Promise<void> {
    const list = needsLists && !till.isBusy() ? till.nextList() : []
    for (const work of list) handIn(work, app)
    if (!till.isBusy()) handIn(till.nextExtra() ?? till.next(), app)
    await Promise.race([delay(idleMs), ended])
  }
}

function handIn(work: Work | undefined, app: ReturnType<typeof startApp>): void {
  if (work !== undefined) app.order({ order: 'save', draftId: work.draftId, intent: work.intent })
}

function note(till: Till, told: Told): void {
  if (told.told === 'saved') till.noteSaved(told.draftId, told.id)
  if (told.told === 'unfinished') till.noteUnfinished(told.count)
  if (told.told === 'passed') till.notePoint(told.point)
  if (told.told === 'not-saved') throw new Error(`The app did not save ${told.draftId}: ${told.code}`)
}
