import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createDraw } from '../../src/sandbox/faults/choose-fault.ts'
import { compareWithLedger, type Findings } from './compare-ledger.ts'
import { badDay } from './fault-rules.ts'
import { listJobs, liveOnce, setUpDesk, type Killing } from './lives.ts'
import { makeWork } from './make-work.ts'
import { startPlatform } from './start-platform.ts'
import { createTill, type Till } from './till.ts'

export interface KillOptions {
  readonly seed: number
  readonly kills: number
  readonly jobs: number
  /** An empty folder, for both processes. */
  readonly folder: string
  /** The platform's longest processing time as the connection has it, seconds. */
  readonly processingSeconds: number
  /** Points that are struck first, one after the other; else those that the desk happens to come by. */
  readonly plan?: readonly string[]
  readonly onKill?: (kills: number) => void
}

export interface KillReport extends Findings {
  readonly seed: number
  /** By where they struck; only those that met unfinished work count. */
  readonly kills: Readonly<Record<string, number>>
  readonly killCount: number
  /** The named points that the desk came by, and those of them at which it was not killed with work in hand. */
  readonly points: readonly string[]
  readonly unstruck: readonly string[]
  /** How often nothing moved for too long, and the longest that nothing did, seconds. */
  readonly stalls: number
  readonly longestStill: number
  readonly saved: number
  /** Jobs by the state they rest in. */
  readonly states: Readonly<Record<string, number>>
  readonly needsYou: readonly string[]
  /** Drafts that were saved again because a kill came before the answer. */
  readonly savedAgain: number
  readonly changingRequests: number
  readonly faults: number
  readonly seconds: number
}

/** Of the work that is left: the rest is there for kills that would meet none. */
const shared = 0.5

/** Kills a desk again and again while it drains against a faulty platform, then holds both sides' books together. */
export async function driveKills(options: KillOptions): Promise<KillReport> {
  const { seed, kills, jobs, folder, processingSeconds } = options
  const started = performance.now()
  const draw = createDraw(seed)
  const till = createTill(makeWork(jobs, draw), makeWork(jobs, draw))
  const platform = await startPlatform(join(folder, 'platform'))
  try {
    const desk = { folder: join(folder, 'desk'), passphrase: randomBytes(12).toString('base64url') }
    await setUpDesk(desk, platform.address, {
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
      const at = await liveOnce(desk, till, { killing, share })
      aim.noteEnd(killing, at === 'point')
      if (at === undefined) continue
      killCount += 1
      struck[at] = (struck[at] ?? 0) + 1
      options.onKill?.(killCount)
    }
    await liveOnce(desk, till, { share: Infinity })

    const shown = await listJobs(desk)
    const requests = await platform.requests()
    const findings = compareWithLedger(till.saved(), shown, await platform.ledger())
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
      needsYou: shown.filter(({ state }) => state === 'needs-you').map(({ id, why }) => `${id} (${why?.code})`),
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
 * First every point of the plan, until it is struck. Then two of three at a named point, the others at any time: every point that is
 * known once, the least tried before the others; then points are drawn, and how often the desk comes by first.
 */
function createAim(till: Till, draw: () => number, processingSeconds: number, plan: readonly string[]) {
  const tries = new Map<string, number>()
  const struck = new Set<string>()
  const unstruck = (): readonly string[] => [...till.points()].filter((point) => !struck.has(point)).toSorted()
  /** Some points are come by once in the life of a ledger: aimed at again and again they would cost all work. */
  const isHopeful = (point: string): boolean => !struck.has(point) && triesOf(point) < mostTries
  const triesOf = (point: string): number => tries.get(point) ?? 0
  let turn = 0

  return {
    unstruck,
    next(): Killing {
      const planned = plan.find(isHopeful)
      // What comes with the start meets work only where the life before left some.
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

/** Most while work is under way, some during start. */
function drawTime(draw: () => number, processingSeconds: number): Killing {
  const kind = draw()
  if (kind < 0.15) return { at: 'start', ms: Math.floor(draw() * 500) }
  if (kind < 0.3) return { at: 'saving', ms: Math.floor(draw() * 10) }
  const longest = kind < 0.7 ? 600 : processingSeconds * 2500
  return { at: 'any time', ms: Math.floor(draw() * longest) }
}
