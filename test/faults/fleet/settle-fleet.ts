import { setTimeout as delay } from 'node:timers/promises'
import { isIn, type JobState, type JobSummary } from '../../../src/shared/domain/job.ts'
import type { Laptop } from './laptop.ts'
import { findAll } from './observer.ts'
import type { FleetStage } from './open-stage.ts'
import { judgeClaims } from './judge-claims.ts'
import type { StormReport } from './storm.ts'
import type { SavedJob } from './technicians.ts'

/** How long nothing may progress while work is left, in milliseconds. A laptop pauses its calls to a hub for a minute at most. */
const longestStill = 180_000
const pause = 1000
const perPage = 200

/** Where a job is in the end. */
interface Place {
  readonly laptop: Laptop
  readonly state: JobState
  readonly why: string | undefined
  /** The name of the station that has the box or the job, as the technician is told. */
  readonly other: string | undefined
  /** This job now has the box, and a technician decides whether it continues. */
  readonly isFreed: boolean
}

/** What became of the jobs. */
export interface Ending {
  readonly wrong: readonly string[]
  readonly counts: {
    readonly done: number
    /** The laptop was refused a box that another laptop has, and was told which one. */
    readonly losers: number
    readonly dropped: number
    readonly needsYou: number
  }
}

/** Everything works again: waits until no job changes any more, then reads everything that the hub has. */
export async function settleFleet(
  stage: FleetStage,
  { revoked }: StormReport,
  say: (line: string) => void,
): Promise<Ending> {
  const { laptops, technicians, observer } = stage
  for (const laptop of laptops) {
    await laptop.wake()
    laptop.setOnline(true)
    await laptop.box().reply('fleet.try-now', {})
  }
  const wrong: string[] = []
  let fewest = Number.POSITIVE_INFINITY
  let effects = -1
  let movedAt = performance.now()
  for (let turn = 0; ; turn += 1) {
    const { open, picture } = await countOpen(stage, revoked)
    if (open === 0) break
    if (turn % 20 === 19) say(`${open} not at rest yet: ${picture}`)
    // Work that only changes back and forth between two states makes no progress.
    if (open < fewest || stage.platform.effects() > effects) movedAt = performance.now()
    fewest = Math.min(fewest, open)
    effects = stage.platform.effects()
    if (performance.now() - movedAt > longestStill) {
      wrong.push(`nothing moves any more, with ${open} left: ${picture}`)
      break
    }
    await delay(pause)
  }
  say('all work is at rest')
  wrong.push(...(await awaitSameWork(stage, revoked)))
  for (const station of laptops.map(stage.stationOf)) {
    await observer.readWork(station)
    await observer.readAudit(station)
  }
  await findAll(
    observer,
    judgeClaims(stage.ledger.all()).standing.map(({ key }) => key),
  )
  const places = await findPlaces(laptops)
  const ending = judgeEnding(technicians.saved, places, sentUserids(stage))
  return { ...ending, wrong: [...wrong, ...ending.wrong] }
}

/** Counts what is not at rest: jobs, and jobs about which the hub was not asked yet. */
async function countOpen({ laptops }: FleetStage, revoked: ReadonlySet<Laptop>) {
  let open = 0
  const parts: string[] = []
  for (const laptop of laptops) {
    const { counts, fleet } = await laptop.box().call('app.snapshot', {})
    // A technician decides about the work of a laptop that was removed from the fleet.
    const waiting = revoked.has(laptop) ? 0 : counts.waiting
    const unchecked = revoked.has(laptop) ? 0 : (fleet?.unchecked ?? 0)
    const own = counts.saved + counts.sending + counts.checking + waiting + unchecked
    open += own
    const { saved, sending, checking } = counts
    if (own === 0) continue
    const { jobs } = await laptop.box().call('job.list', { states: ['waiting', 'saved'], limit: 5 })
    const whys = jobs.map((job) => `${job.id} ${job.why?.code}`)
    parts.push(
      `${laptop.name} ${JSON.stringify({ saved, sending, checking, waiting, unchecked, link: fleet?.link, whys })}`,
    )
  }
  return { open, picture: parts.join('; ').slice(0, 500) }
}

/**
 * Waits until the hub has a copy of exactly those jobs that the laptops have not finished. A supervisor then sees no other jobs, and a lost
 * laptop loses none.
 */
async function awaitSameWork(
  { laptops, observer, stationOf }: FleetStage,
  revoked: ReadonlySet<Laptop>,
): Promise<readonly string[]> {
  const asked = laptops.filter((laptop) => !revoked.has(laptop))
  for (const began = performance.now(); ;) {
    const wrong: string[] = []
    for (const laptop of asked) {
      const copies = new Set(await observer.listWork(stationOf(laptop)))
      for (const { id, state } of await listJobs(laptop)) {
        const isOpen = isIn('leftBehind', state)
        if (isOpen && !copies.has(id)) wrong.push(`the hub has no copy of ${id}, which is ${state} at ${laptop.name}`)
        if (!isOpen && copies.has(id)) wrong.push(`the hub keeps a copy of ${id}, which is ${state} at ${laptop.name}`)
        copies.delete(id)
      }
      for (const id of copies) wrong.push(`the hub keeps a copy of ${id}, which ${laptop.name} does not have`)
    }
    if (wrong.length === 0 || performance.now() - began > longestStill) return wrong
    await delay(pause)
  }
}

async function listJobs(laptop: Laptop): Promise<readonly JobSummary[]> {
  const jobs: JobSummary[] = []
  for (let before: number | undefined, hasMore = true; hasMore;) {
    const page = await laptop.box().call('job.list', { limit: perPage, ...(before !== undefined && { before }) })
    jobs.push(...page.jobs)
    before = jobs.at(-1)?.sequence
    ;({ hasMore } = page)
  }
  return jobs
}

async function findPlaces(laptops: readonly Laptop[]): Promise<ReadonlyMap<string, readonly Place[]>> {
  const places = new Map<string, Place[]>()
  for (const laptop of laptops)
    for (const { id, state, why, fleet } of await listJobs(laptop))
      places.set(id, [
        ...(places.get(id) ?? []),
        { laptop, state, why: why?.code, other: fleet?.station, isFreed: fleet?.state === 'freed' },
      ])
  return places
}

const sentUserids = ({ ledger }: FleetStage): ReadonlySet<string> =>
  new Set(ledger.all().flatMap((one) => (one.what === 'effect' ? [one.userid] : [])))

/** Checks that every job that was reported as saved still exists, and does what it shows. */
function judgeEnding(
  saved: readonly SavedJob[],
  places: ReadonlyMap<string, readonly Place[]>,
  sent: ReadonlySet<string>,
): Ending {
  const wrong: string[] = []
  const counts = { done: 0, losers: 0, dropped: 0, needsYou: 0 }
  const losersOf = Map.groupBy(
    saved.filter(({ kind }) => kind === 'new-customer'),
    ({ box }) => box,
  )
  const isLoser = ({ state, why }: Place): boolean => state === 'needs-you' && why === 'claimed-elsewhere'
  for (const { id, by, userid } of saved) {
    const all = places.get(id) ?? []
    const here = all.filter(({ state, why }) => state !== 'dropped' || why !== 'moved-away')
    const over = here.find(({ state }) => state === 'done' || state === 'unconfirmed')
    if (here.length === 0) wrong.push(`${id} of ${by} is lost: ${all.length} laptops say that another one has it`)
    else if (over !== undefined) {
      counts.done += 1
      if (!sent.has(userid))
        wrong.push(`${id} of ${by} is ${over.state} at ${over.laptop.name}, and the platform has nothing of it`)
    } else if (here.some(({ state }) => state === 'dropped')) counts.dropped += 1
    else if (here.some(isLoser)) {
      counts.losers += 1
      if (here.some((place) => isLoser(place) && place.other === undefined))
        wrong.push(`${id} of ${by} lost its box, and is not told who has it`)
    } else counts.needsYou += 1
  }
  for (const [box, jobs] of losersOf) {
    const ends = jobs.flatMap(({ id }) => places.get(id) ?? [])
    const isRefused = (place: Place): boolean => (isLoser(place) && !place.isFreed) || place.why === 'moved-away'
    const isRefusedToAll = ends.length > 0 && ends.every(isRefused)
    if (isRefusedToAll && jobs.every(({ isDropped }) => !isDropped))
      wrong.push(`${box} is refused to everybody who wanted it`)
  }
  return { wrong, counts }
}
