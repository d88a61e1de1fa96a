import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createDraw } from '../../src/sandbox/faults/fault.ts'
import { compareWithLedger, findUnlucky, type Findings } from './compare-ledger.ts'
import { badDay } from './fault-rules.ts'
import { tellHistory } from './inside/read-committed.ts'
import { ledgerFile } from './inside/open-box.ts'
import { listJobs, liveOnce, setUpApp, type Killing } from './lives.ts'
import { makeListed, makeWork } from './make-work.ts'
import { startPlatform } from './start-platform.ts'
import { createTill, type Till } from './till.ts'

export interface KillOptions {
  readonly seed: number
  readonly kills: number
  readonly jobs: number
  /** An empty folder for both processes. */
  readonly folder: string
  /** The connection's longest processing time of the platform, seconds. */
  readonly processingSeconds: number
  /** Points to kill at first, in this order; after them, any points that the app passes. */
  readonly plan?: readonly string[]
  readonly onKill?: (kills: number) => void
}

export interface KillReport extends Findings {
  readonly seed: number
  /** Number of kills by where they hit; only kills with unfinished work count. */
  readonly kills: Readonly<Record<string, number>>
  readonly killCount: number
  /** The named points that the app passed, and those at which it was never killed with unfinished work. */
  readonly points: readonly string[]
  readonly unstruck: readonly string[]
  /** How often nothing progressed for too long, and the longest time without progress, seconds. */
  readonly stalls: number
  readonly longestStill: number
  readonly saved: number
  /** Number of jobs by their final state. */
  readonly states: Readonly<Record<string, number>>
  /** Jobs that a technician got, with their history, and how many more went to a technician after the platform had lost their call again and again. */
  readonly needsYou: readonly string[]
  readonly unlucky: number
  /** Drafts that were saved again because a kill came before the answer. */
  readonly savedAgain: number
  readonly changingRequests: number
  readonly faults: number
  readonly seconds: number
}

/** Share of the remaining work; the rest is for kills that would otherwise find no work. */
const shared = 0.5

/** Kills the app again and again while it sends to a faulty platform, then compares the jobs with the platform's ledger. */
export async function driveKills(options: KillOptions): Promise<KillReport> {
  const { seed, kills, jobs, folder, processingSeconds } = options
  const started = performance.now()
  const draw = createDraw(seed)
  const taken = new Set<string>()
  const till = createTill(makeWork(jobs, draw, taken), makeWork(jobs, draw, taken), makeListed(jobs, draw, taken))
  const platform = await startPlatform(join(folder, 'platform'))
  try {
    const app = { folder: join(folder, 'desk'), passphrase: randomBytes(12).toString('base64url') }
    await setUpApp(app, platform.address, {
      longestProcessingSeconds: processingSeconds,
      timeoutSeconds: 0.4,
      concurrency: 4,
    })
    const lateMs = Math.min(300, processingSeconds * 250)
    await platform.set({ seed, faults: badDay(lateMs) })

    const struck: Record<string, number> = {}
    const aim = createAim(till, draw, processingSeconds, options.plan ?? [])
    let killCount = 0
    while (killCount < kills && !till.isOver()) {
      const share = Math.ceil((till.left() * shared) / (kills - killCount))
      const killing = aim.next()
      const at = await liveOnce(app, till, { killing, share })
      aim.noteEnd(killing, at === 'point')
      if (at === undefined) continue
      killCount += 1
      struck[at] = (struck[at] ?? 0) + 1
      options.onKill?.(killCount)
    }
    await liveOnce(app, till, { share: Infinity })

    const shown = await listJobs(app)
    const requests = await platform.requests()
    const findings = compareWithLedger(till.saved(), shown, await platform.ledger())
    const unlucky = findUnlucky(till.saved(), shown, requests)
    const states: Record<string, number> = {}
    for (const { state } of shown) states[state] = (states[state] ?? 0) + 1
    return {
      ...findings,
      seed,
      kills: struck,
      killCount,
      points: [...till.points()].toSorted(),
      unstruck: aim.unstruck(),
      stalls: till.stalls(),
      longestStill: till.longestStillMs() / 1000,
      saved: till.saved().length,
      states,
      needsYou: shown.flatMap(({ id, state, why }) =>
        state === 'needs-you' && !unlucky.has(id)
          ? [`${id} (${why?.code}: ${tellHistory(ledgerFile(app.folder), id)})`]
          : [],
      ),
      unlucky: unlucky.size,
      savedAgain: till.savedAgain(),
      changingRequests: requests.filter(({ operation }) => operation !== null && isSent(operation)).length,
      faults: requests.filter(({ fault }) => fault !== null).length,
      seconds: (performance.now() - started) / 1000,
    }
  } finally {
    await platform.stop()
  }
}

const isSent = (operation: string): boolean => operation.startsWith('add') || operation.startsWith('Add')

const mostTries = 2

/**
 * Chooses the kills. First every point of the plan, until it is hit. Then two of three kills at a named point, the others at any
 * time. Each known point comes once, the least tried first; after that, the point and its occurrence are random.
 */
function createAim(till: Till, draw: () => number, processingSeconds: number, plan: readonly string[]) {
  const tries = new Map<string, number>()
  const struck = new Set<string>()
  const unstruck = (): readonly string[] => [...till.points()].filter((point) => !struck.has(point)).toSorted()
  /** Some points are passed only once in the life of a ledger; trying them again and again would use up all work. */
  const isHopeful = (point: string): boolean => !struck.has(point) && triesOf(point) < mostTries
  const triesOf = (point: string): number => tries.get(point) ?? 0
  let turn = 0

  return {
    unstruck,
    next(): Killing {
      const planned = plan.find(isHopeful)
      // A point at the start meets work only if the previous process left some.
      if (planned !== undefined && !till.isBusy()) return { at: 'saving', ms: 0 }
      if (planned !== undefined) return { at: 'point', strike: { point: planned, nth: 1 } }
      turn += 1
      const [first, ...others] = unstruck().filter(isHopeful)
      if (turn % 3 === 0 || till.points().size === 0) return drawTime(draw, processingSeconds)
      if (first === undefined) {
        const points = [...till.points()].toSorted()
        const point = points[Math.floor(draw() * points.length)] ?? ''
        return { at: 'point', strike: { point, nth: 1 + Math.floor(draw() * 4) } }
      }
      const point = others.reduce((least, one) => (triesOf(one) < triesOf(least) ? one : least), first)
      return { at: 'point', strike: { point, nth: 1 } }
    },
    noteEnd(killing: Killing, isMet: boolean): void {
      if (!('strike' in killing)) return
      const { point } = killing.strike
      tries.set(point, (tries.get(point) ?? 0) + 1)
      if (isMet) struck.add(point)
    },
  }
}

/** A random time: mostly during work, sometimes during the start. */
function drawTime(draw: () => number, processingSeconds: number): Killing {
  const kind = draw()
  if (kind < 0.15) return { at: 'start', ms: Math.floor(draw() * 500) }
  if (kind < 0.3) return { at: 'saving', ms: Math.floor(draw() * 10) }
  const longest = kind < 0.7 ? 600 : processingSeconds * 2500
  return { at: 'any time', ms: Math.floor(draw() * longest) }
}
