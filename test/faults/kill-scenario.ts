import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createDraw } from '../../src/sandbox/faults/fault.ts'
import { compareWithLedger } from './compare-ledger.ts'
import { badDay } from './fault-rules.ts'
import { listJobs, liveOnce, setUpApp, type AppPlace, type Killing, type Life } from './lives.ts'
import { listLength, makeListed, makeWork } from './make-work.ts'
import { startPlatform } from './start-platform.ts'
import { createTill } from './till.ts'

/** The options of a scenario. */
export interface ScenarioOptions {
  readonly seed: number
  /** An empty folder of its own. */
  readonly folder: string
  readonly processingSeconds: number
}

/** Longer than the delay before the first run of the housekeeping (`housekeeping.ts`), in milliseconds. */
const pastHousekeeping = 8000
/** Ten jobs contain every kind of work. */
const enough = 60
/** Lists for a process that must be killed around the read of several customers. They are saved one after the other until that happens. */
const enoughLists = 12

/** The points that the app passes. */
export interface Survey {
  /** Passed by every process: they can be hit on any ledger. */
  readonly always: readonly string[]
  /** Passed once by each ledger: they are hit on a new one. */
  readonly once: readonly string[]
}

/**
 * Finds all points: with a new ledger, every kind of work, a lost reply so that an absence must be believed, the housekeeping,
 * and a second process after a kill, which also has a list.
 */
export async function surveyPoints(options: ScenarioOptions): Promise<Survey> {
  const { lives } = await playScenario(options, undefined)
  const [first = new Set<string>(), second = new Set<string>()] = lives
  return { always: [...second].toSorted(), once: [...first].filter((point) => !second.has(point)).toSorted() }
}

/** Plays the same on a new ledger with a kill at one point; returns what was wrong afterwards. */
export async function strikeAnew(
  options: ScenarioOptions,
  point: string,
): Promise<{ readonly isStruck: boolean; readonly wrong: readonly string[] }> {
  const { isStruck, wrong } = await playScenario(options, point)
  return { isStruck, wrong: wrong.map((line) => `killed ${point}: ${line}`) }
}

async function playScenario({ seed, folder, processingSeconds }: ScenarioOptions, point: string | undefined) {
  mkdirSync(folder, { recursive: true })
  const draw = createDraw(seed)
  const taken = new Set<string>()
  const lists = makeListed(enoughLists * listLength, draw, taken)
  const till = createTill(makeWork(1, draw, taken), makeWork(enough, draw, taken), lists)
  const platform = await startPlatform(join(folder, 'platform'))
  try {
    const app: AppPlace = { folder: join(folder, 'desk'), passphrase: randomBytes(12).toString('base64url') }
    await setUpApp(app, platform.address, {
      longestProcessingSeconds: processingSeconds,
      timeoutSeconds: 0.4,
      concurrency: 4,
    })
    // The first creation of a ledger is lost, when the app does not know yet whether the platform's list can be believed.
    const lostFirst = { match: { effect: 'create' }, times: 1, fault: { kind: 'drop-before-commit' } } as const
    await platform.set({ seed, faults: [lostFirst, ...badDay(Math.min(300, processingSeconds * 250))] })
    const lives: Set<string>[] = []
    let isStruck = false
    for (let number = 0; number < 2 && !isStruck; number += 1) {
      const passed = new Set<string>()
      lives.push(passed)
      const killing: Killing = { at: 'point', strike: { point: point ?? 'nowhere', nth: 1 } }
      const onPoint = (one: string): void => void passed.add(one)
      const life: Life = { killing, share: 1, hasList: number > 0, patienceMs: pastHousekeeping, onPoint }
      isStruck = (await liveOnce(app, till, life)) === 'point'
    }
    await liveOnce(app, till, { share: Infinity })
    const { lost, doubled, astray } = compareWithLedger(till.saved(), await listJobs(app), await platform.ledger())
    return { lives, isStruck, wrong: [...lost, ...doubled, ...astray, ...(till.stalls() > 0 ? ['it stalled'] : [])] }
  } finally {
    await platform.stop()
  }
}
