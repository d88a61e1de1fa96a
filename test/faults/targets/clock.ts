import { madePassword } from '../inside/direct-platform.ts'
import { createVirtualTime } from '../inside/virtual-time.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-actions.ts'
import { createWorld, noNetwork, type World } from '../inside/world.ts'
import { judge, type Target, type TargetOptions } from './target.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const year = 365 * 24 * hour

/** What happens to the computer's clock. */
const jumps: Readonly<Record<string, (world: World) => Promise<void> | void>> = {
  nothing: () => undefined,
  'an hour ahead': ({ time }) => time.setBy(hour),
  'an hour back': ({ time }) => time.setBy(-hour),
  'ten years ahead': ({ time }) => time.setBy(10 * year),
  'ten years back': ({ time }) => time.setBy(-10 * year),
  'to 1970': ({ time }) => time.setBy(1000 - time.true()),
  'asleep for 8 h, its clock standing still': ({ time }) => time.sleep(8 * hour, 'stands still'),
  'asleep for 8 h, its clock leaping': ({ time }) => time.sleep(8 * hour, 'leaps'),
  'asleep for a minute': ({ time }) => time.sleep(minute, 'leaps'),
}

/** What is going on at that moment. */
const moments = ['idle', 'offline', 'a request is under way', 'a lost reply is waited for'] as const
type Moment = (typeof moments)[number]

/** The nights on which the clocks change in Berlin; there is no other jump in them. */
const nights = { spring: Date.UTC(2027, 2, 28, 0, 58), autumn: Date.UTC(2027, 9, 31, 0, 58) }

const allowedMore = { requests: 6, ms: 2 * minute }

/** Sets and stops the clock during work: nothing may be sent too often, stop, or change its order. */
export const clock: Target = async (options) => {
  const wrong: string[] = []
  let cases = 0
  let mostRequests = 0
  let mostMs = 0
  const weigh = (name: string, plain: Lived, lived: Lived): void => {
    cases += 1
    const more = { requests: lived.requests - plain.requests, ms: lived.restedAfter - plain.restedAfter }
    mostRequests = Math.max(mostRequests, more.requests)
    mostMs = Math.max(mostMs, more.ms)
    wrong.push(...lived.faults.map((fault) => `${name}: ${fault}`))
    if (more.requests > allowedMore.requests) wrong.push(`${name}: ${more.requests} requests more than without it`)
    if (more.ms > allowedMore.ms) wrong.push(`${name}: at rest ${Math.round(more.ms / 1000)} s later than without it`)
  }
  const wanted = options.size ?? moments.length
  for (const moment of moments.slice(0, wanted)) {
    const plain = await live(options, moment, 'nothing')
    wrong.push(...plain.faults.map((fault) => `${moment}: ${fault}`))
    for (const jump of Object.keys(jumps).slice(1))
      weigh(`${jump} while ${moment}`, plain, await live(options, moment, jump))
    const zone = process.env['TZ']
    process.env['TZ'] = 'Europe/Berlin'
    for (const [night, start] of Object.entries(nights))
      weigh(`the ${night} change of clocks while ${moment}`, plain, await live(options, moment, 'nothing', start))
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
  return judge('clock', options, {
    figure: `${cases} cases: at the most ${mostRequests} requests and ${(mostMs / 1000).toFixed(0)} s more than without it`,
    bound: `all done once and in order, at most ${allowedMore.requests} requests and ${allowedMore.ms / 1000} s more`,
    wrong,
  })
}

interface Lived {
  readonly requests: number
  /** Milliseconds of the process's own time from the jump until all jobs rested. */
  readonly restedAfter: number
  readonly faults: readonly string[]
}

let worlds = 0

async function live(options: TargetOptions, moment: Moment, jump: string, start?: number): Promise<Lived> {
  worlds += 1
  const time = createVirtualTime(start)
  const world = await createWorld({ seed: options.seed, folder: `${options.folder}/clock-${worlds}`, time })
  const { platform } = world
  platform.makeCustomer('rosa.marin')
  await time.pass(minute)
  let requests = 0
  let hasLost = moment !== 'a lost reply is waited for'
  let isOffline = moment === 'offline'
  world.setNetwork(async (request) => {
    requests += 1
    if (isOffline) return noNetwork
    if (request.changes && !hasLost) {
      hasLost = true
      return { reach: 'maybe-sent', failure: 'connection-reset' }
    }
    await new Promise<void>((resolve) => time.after(request.changes ? 5 * second : 200, resolve))
    return platform.carryOut(request)
  })

  if (moment !== 'idle') await save(world)
  await time.pass(moment === 'offline' ? 30 * second : 2 * second)
  await jumps[jump]?.(world)
  if (moment === 'idle') await save(world)
  await time.pass(2 * second)
  isOffline = false

  let restedAfter = 0
  const unfinished = async (): Promise<number> => {
    const { saved, sending, checking, waiting } = (await world.box().call('app.snapshot', {})).counts
    return saved + sending + checking + waiting
  }
  while (restedAfter < 30 * minute && (await unfinished()) > 0) {
    await time.pass(second)
    restedAfter += second
  }
  const { counts } = await world.box().call('app.snapshot', {})
  const effects = platform.ledger().map(({ effect }) => effect)
  const toggles = effects.filter((effect) => effect === 'disable' || effect === 'enable').join(' ')
  const created = effects.filter((effect) => effect === 'create').length - 1
  const problems = world.problems()
  await world.close()
  return {
    requests,
    restedAfter,
    faults: [
      ...problems,
      ...(counts.done === 6 ? [] : [`not all done: ${JSON.stringify(counts)}`]),
      ...(toggles === 'disable enable disable' ? [] : [`out of order: ${toggles}`]),
      ...(created === 3 ? [] : [`${created} customers for 3 jobs`]),
    ],
  }
}

/** Three changes of one customer that make sense only in this order, and three new customers. */
async function save(world: World): Promise<void> {
  const { call } = world.box()
  for (const [number, kind] of (['disable', 'enable', 'disable'] as const).entries()) {
    await call('job.save', {
      draftId: `clock-act-${number}`,
      intent: { kind, userid: 'rosa.marin', password: madePassword },
    })
    const customer = personNumbered(number)
    const intent = { kind: 'new-customer' as const, box: boxNumbered(number), customer, plan: aYear, logIn: {} }
    await call('job.save', { draftId: `clock-new-${number}`, intent, evenIfKnown: false })
  }
}
