import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createDraw } from '../../src/sandbox/faults/choose-fault.ts'
import { compareWithLedger } from './compare-ledger.ts'
import { badDay } from './fault-rules.ts'
import { listJobs, liveOnce, setUpDesk, type DeskPlace, type Killing } from './lives.ts'
import { makeWork } from './make-work.ts'
import { startPlatform } from './start-platform.ts'
import { createTill } from './till.ts'

/** What a scenario is played with. */
export interface ScenarioOptions {
  readonly seed: number
  /** An empty folder of its own. */
  readonly folder: string
  readonly processingSeconds: number
}

/** Longer than the first sweep of the housekeeping takes to come (`keeper.ts`), milliseconds. */
const pastHousekeeping = 8000
/** Work of every kind comes within ten jobs. */
const enough = 60

/** The points that a desk comes by. */
export interface Survey {
  /** Those of every life: they can be struck on any ledger. */
  readonly always: readonly string[]
  /** Those that a ledger comes by once: they are struck on a new one. */
  readonly once: readonly string[]
}

/**
 * Finds out which points there are: a new ledger, work of every kind, a reply that is lost so that absence has to be believed, the
 * housekeeping, and a second life after a kill.
 */
export async function surveyPoints(options: ScenarioOptions): Promise<Survey> {
  const { lives } = await playScenario(options, undefined)
  const [first = new Set<string>(), second = new Set<string>()] = lives
  return { always: [...second].toSorted(), once: [...first].filter((point) => !second.has(point)).toSorted() }
}

/** Plays the same on a new ledger with a kill at one point; what was wrong afterwards. */
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
  const till = createTill(makeWork(1, draw), makeWork(enough, draw))
  const platform = await startPlatform(join(folder, 'platform'))
  try {
    const desk: DeskPlace = { folder: join(folder, 'desk'), passphrase: randomBytes(12).toString('base64url') }
    await setUpDesk(desk, platform.address, {
      longestProcessingSeconds: processingSeconds,
      timeoutSeconds: 0.4,
      concurrency: 4,
    })
    // The first creation of a ledger is lost: whether the platform's list can be believed is not known then.
    const lostFirst = { match: { effect: 'create' }, times: 1, fault: { kind: 'drop-before-commit' } } as const
    await platform.set({ seed, faults: [lostFirst, ...badDay(Math.min(300, processingSeconds * 250))] })
    const lives: Set<string>[] = []
    let isStruck = false
    for (let number = 0; number < 2 && !isStruck; number += 1) {
      const passed = new Set<string>()
      lives.push(passed)
      const killing: Killing = { at: 'point', strike: { point: point ?? 'nowhere', nth: 1 } }
      const onPoint = (one: string): void => void passed.add(one)
      isStruck = (await liveOnce(desk, till, { killing, share: 1, patienceMs: pastHousekeeping, onPoint })) === 'point'
    }
    await liveOnce(desk, till, { share: Infinity })
    const { lost, doubled, astray } = compareWithLedger(till.saved(), await listJobs(desk), await platform.ledger())
    return { lives, isStruck, wrong: [...lost, ...doubled, ...astray, ...(till.stalls() > 0 ? ['it stalled'] : [])] }
  } finally {
    await platform.stop()
  }
}
