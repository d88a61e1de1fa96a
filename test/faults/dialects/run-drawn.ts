import type { Exchange, PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import { drawPlatform } from '../../platforms/draw-platform.ts'
import type { Platform } from '../../platforms/platform.ts'
import { createVirtualTime } from '../inside/virtual-time.ts'
import { createWorld, noNetwork, type World } from '../inside/world.ts'
import { saveJobs, type DrawnJob } from './drawn-jobs.ts'
import { reachDrawn, type DrawnNetwork } from './drawn-network.ts'
import { mapLayout } from './map-layout.ts'
import { mapLesson } from './map-lesson.ts'

/**
 * The probability of faults and kills, 0 to 1 per request, and the probability that the reads of the platform leave out everybody or all
 * boxes for a while after a fault. Then they show everything for at least the processing time.
 */
export interface Weather {
  readonly faults: number
  readonly kills: number
  readonly hides: number
}

/** A job at rest that needs the technician, and the reason. */
export interface NeedsYou {
  readonly kind: string
  readonly why: string
}

/** The result of one generated platform. */
export interface DrawnRun {
  readonly seed: number
  readonly platform: Platform
  readonly jobs: number
  readonly kills: number
  /** What contradicts the platform's ledger or never came to rest, one line each. */
  readonly wrong: readonly string[]
  readonly unmapped: readonly NeedsYou[]
  readonly mapped: readonly NeedsYou[]
  /** How often the lane stopped because of an answer that was not understood. */
  readonly asked: number
}

const processingSeconds = 120
const minute = 60_000
const longestMs = 4 * 60 * minute
const longestHiddenMs = 10 * minute
const resting = new Set(['done', 'unconfirmed', 'refused', 'needs-you', 'dropped'])

/** Runs the app on a generated platform: one batch of jobs without a field mapping, then the mapping and a second batch. */
export async function runDrawn(options: {
  readonly seed: number
  readonly folder: string
  readonly weather: Weather
  readonly resendsRenewals: boolean
}): Promise<DrawnRun> {
  const { seed, folder, weather, resendsRenewals } = options
  const time = createVirtualTime()
  const platform = drawPlatform(seed, { now: time.true })
  const network = reachDrawn(platform)
  const day = Math.floor(time.true() / 86_400_000)
  for (let number = 0; number < 5; number += 1)
    platform.makeCustomer({ userid: `old${number}`, endDay: day + 90, devices: [`00:1A:79:FF:00:0${number}`] })
  const world = await createWorld({
    seed,
    folder,
    time,
    platform: network,
    connection: {
      longestProcessingSeconds: processingSeconds,
      concurrency: 4,
      resendsRenewals,
      // An engineer who connects to a platform knows the name that it uses for the service of a renewal.
      sendsCrmService: platform.description.behaviour.renewalService === 'crmService',
      products: platform.products.map(({ productid, name }) => ({
        productid,
        name,
        months: 1,
        days: 0,
        renewalinterval: 1,
      })),
    },
  })
  const wrong: string[] = []
  const jobs: DrawnJob[] = []
  let isFair = true
  let kills = 0
  let asked = 0
  let hidesAgainAt = 0
  const hideForAWhile = (): void => {
    if (world.draw() >= weather.hides || time.true() < hidesAgainAt) return
    const hiddenMs = world.draw() * longestHiddenMs
    hidesAgainAt = time.true() + hiddenMs + processingSeconds * 1000
    platform.hide(world.draw() < 0.5 ? 'boxes' : 'everybody')
    time.after(hiddenMs, () => platform.hide('nothing'))
  }
  world.setNetwork((request) => {
    if (!isFair && world.draw() < weather.kills) {
      kills += 1
      hideForAWhile()
      if (world.draw() < 0.5) network.carryOut(request)
      world.kill()
      return Promise.resolve(lost)
    }
    if (isFair || world.draw() >= weather.faults) return Promise.resolve(network.carryOut(request))
    hideForAWhile()
    return Promise.resolve(spoil(request, world, network))
  })

  const live = async (): Promise<void> => {
    await time.settle()
    while (!world.isAlive()) {
      await world.restart()
      await time.settle()
    }
    const { connections } = await world.box().call('app.snapshot', {})
    if (connections[0]?.link.state === 'token-refused') throw new Error('A good token is called refused')
    if (connections[0]?.link.state !== 'same-answer') return
    asked += 1
    await world.box().call('queue.accept-answer', {})
    await time.settle()
  }
  const details = async (among: readonly DrawnJob[]): Promise<readonly JobDetail[]> => {
    const found: JobDetail[] = []
    for (const { id } of among) found.push(await world.box().call('job.read', { id }))
    return found
  }
  /** Runs under faults for a while, then lets everything come to rest; a job that does not is wrong. */
  const rest = async (): Promise<void> => {
    isFair = false
    for (let passed = 0; passed < 10 * minute; passed += minute) {
      await time.pass(minute)
      await live()
    }
    isFair = true
    for (let passed = 0; passed < longestMs; passed += 5 * minute) {
      await live()
      const open = (await details(jobs)).filter(({ summary }) => !resting.has(summary.state))
      if (open.length === 0) return
      await time.pass(5 * minute)
    }
    for (const { summary } of await details(jobs))
      if (!resting.has(summary.state))
        wrong.push(`a ${summary.kind} is ${summary.state} (${summary.why?.code}) for ever`)
  }
  const save = async (batch: string): Promise<readonly DrawnJob[]> => {
    const saved = await saveJobs(world.box(), platform, batch, day)
    jobs.push(...saved)
    return saved
  }
  const held = async (among: readonly DrawnJob[], when: string): Promise<readonly NeedsYou[]> => {
    const needsYou: NeedsYou[] = []
    for (const [index, detail] of (await details(among)).entries()) {
      const job = among[index]
      if (job === undefined) continue
      wrong.push(...contradictionsOf(job, detail).map((line) => `${when}: ${line}`))
      const { state, why } = detail.summary
      if (state === 'needs-you') needsYou.push({ kind: job.kind, why: why?.code ?? '' })
    }
    return needsYou
  }

  try {
    const first = await save('a')
    await rest()
    const unmapped = await held(first, 'untaught')
    const lesson = platform.lesson()
    const layout = mapLayout(lesson)
    await world.box().call('field-mapping.save', { names: mapLesson(lesson), ...(layout && { layout }) })
    await world.box().call('queue.check-all-again', {})
    await rest()
    await held(first, 'taught afterwards')
    const second = await save('b')
    await rest()
    const mapped = await held(second, 'mapped')
    wrong.push(...world.problems())
    return { seed, platform, jobs: jobs.length, kills, wrong, unmapped, mapped, asked }
  } catch (error) {
    wrong.push(String(error))
    return { seed, platform, jobs: jobs.length, kills, wrong, unmapped: [], mapped: [], asked }
  } finally {
    await world.close()
  }
}

const lost: Exchange = { reach: 'maybe-sent', failure: 'connection-reset' }

function spoil(request: PlatformRequest, world: World<DrawnNetwork>, network: DrawnNetwork): Exchange {
  const kind = Math.floor(world.draw() * (request.changes ? 6 : 3))
  switch (kind) {
    case 0:
      return lost
    case 1:
      return network.fail()
    case 2:
      return noNetwork
    case 3:
      network.carryOut(request)
      return lost
    case 4:
      network.carryOut(request)
      return network.fail()
    default:
      world.time.after(world.draw() * processingSeconds * 900, () => network.carryOut(request))
      return lost
  }
}

/** What a job reports that the platform's ledger contradicts. */
function contradictionsOf(job: DrawnJob, { summary, steps }: JobDetail): readonly string[] {
  const { state, why } = summary
  const isByHand = why?.code === 'person-confirmed'
  return steps.flatMap((step) => {
    const effects = job.effectsOf(step.kind).length
    // The platform accepted a call that includes the box; the job claims nothing more about the binding.
    const isCarried = step.kind === 'bind-user' && step.state === 'unconfirmed' && step.attempts.length === 0
    const said = `a ${job.kind} (${step.kind}) is ${step.state} in a job that is ${state} (${why?.code ?? ''})`
    return [
      ...(effects > 1 && isOnce.has(step.kind) ? [`${said}, and took effect ${effects} times`] : []),
      ...(step.state === 'refused' && effects > 0 ? [`${said}, and it took effect`] : []),
      ...((step.state === 'done' || (step.state === 'unconfirmed' && !isByHand && !isCarried)) && !job.holds(step.kind)
        ? [`${said}, and the platform does not have it`]
        : []),
    ]
  })
}

/** Effects that cost money or create something: they must not occur more than once. */
const isOnce: ReadonlySet<string> = new Set(['create-customer', 'renew', 'change-product'])
