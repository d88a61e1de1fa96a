import type { Exchange, PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-actions.ts'
import { createWorld, noNetwork, type World } from '../inside/world.ts'
import { judge, type Target } from './target.ts'

const minute = 60_000
const hour = 60 * minute
/** By then, an outage is recognized and is no longer taken for a short fault. */
const firstMinutes = 3 * minute

const page = '<!DOCTYPE html><html><title>Down for maintenance</title></html>'
const answer = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Exchange => ({
  reach: 'answered',
  status,
  headers,
  text,
})

/** What an unavailable platform does with a request. */
const outages: Readonly<Record<string, (request: PlatformRequest) => Exchange>> = {
  'nobody listens': () => noNetwork,
  'no such name': () => ({ reach: 'not-sent', failure: 'name-not-found' }),
  'connections are reset': () => ({ reach: 'maybe-sent', failure: 'connection-reset' }),
  'nothing is answered': () => ({ reach: 'maybe-sent', failure: 'timed-out' }),
  'a page with 503': () => answer(503, page),
  'a portal with 200': () => answer(200, page),
}
const jobs = 16

/** Eight hours without the platform, in each way: counts how often it is asked, and how many requests run on recovery. */
export const outage: Target = async (options) => {
  const hours = options.size ?? 8
  const wrong: string[] = []
  let shortest = Infinity
  let mostAtOnce = 0
  let probes = 0
  for (const [name, meet] of Object.entries(outages)) {
    const world = await createWorld({ seed: options.seed, folder: `${options.folder}/${name.replaceAll(' ', '-')}` })
    const { figure, faults } = await liveThrough(world, meet, hours)
    shortest = Math.min(shortest, figure.gap)
    mostAtOnce = Math.max(mostAtOnce, figure.atOnce)
    probes = Math.max(probes, figure.asked)
    wrong.push(...faults.map((fault) => `${name}: ${fault}`))
    wrong.push(...world.problems())
    await world.close()
  }
  const heeded = await heedRetryAfter(options)
  wrong.push(...heeded)
  return judge('outage', options, {
    figure: `${hours} h down in ${Object.keys(outages).length} ways: asked ${probes} times at the most, ${Math.round(shortest / 1000)} s apart at the least; ${mostAtOnce} in flight on recovery; Retry-After ${heeded.length === 0 ? 'honoured' : 'not honoured'}`,
    bound:
      'at most once a minute after the first minutes, 2 in flight, Retry-After honoured, everything done afterwards',
    wrong,
  })
}

async function saveMany(world: World): Promise<void> {
  for (let number = 0; number < jobs; number += 1) {
    const intent = {
      kind: 'new-customer' as const,
      box: boxNumbered(number),
      customer: personNumbered(number),
      plan: aYear,
      logIn: {},
    }
    await world.box().call('job.save', { draftId: `outage-${number}`, intent, evenIfKnown: true })
  }
}

async function liveThrough(world: World, meet: (request: PlatformRequest) => Exchange, hours: number) {
  const { time, platform } = world
  const askedAt: number[] = []
  const faults: string[] = []
  await time.pass(minute)
  const begun = time.lived()
  world.setNetwork((request) => {
    askedAt.push(time.lived() - begun)
    return Promise.resolve(meet(request))
  })
  await saveMany(world)
  await time.pass(hours * hour)

  const late = askedAt.filter((at) => at > firstMinutes)
  const gaps = late.slice(1).map((at, index) => at - (late[index] ?? 0))
  const gap = Math.min(...gaps)
  if (gap < minute) faults.push(`asked again after ${gap} ms`)
  if (late.length < (hours * hour) / (2 * minute)) faults.push(`asked only ${late.length} times: it would stall`)

  let atOnce = 0
  let flying = 0
  let hasOneGotThrough = false
  world.setNetwork(async (request) => {
    const { effect, id } = platform.understand(request).operation
    flying += 1
    if (!hasOneGotThrough) atOnce = Math.max(atOnce, flying)
    await new Promise<void>((resolve) => time.after(200, resolve))
    flying -= 1
    if (effect === 'read' && id === 'devices') hasOneGotThrough = true
    return platform.carryOut(request)
  })
  await time.pass(20 * minute)
  if (atOnce > 2) faults.push(`${atOnce} in flight on recovery`)
  const { counts } = await world.box().call('app.snapshot', {})
  if (counts.done !== jobs) faults.push(`${counts.done} of ${jobs} jobs done: ${JSON.stringify(counts)}`)
  const created = platform.ledger().filter((entry) => entry.effect === 'create').length
  if (created !== jobs) faults.push(`${created} customers for ${jobs} jobs`)
  return { figure: { gap, atOnce, asked: askedAt.length }, faults }
}

/** A platform that names a time is not asked earlier: with 503 and 429, on reads and changes, in seconds and as a date. */
async function heedRetryAfter({ seed, folder }: Parameters<Target>[0]): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const status of [429, 503])
    for (const changing of [false, true])
      for (const form of ['seconds', 'date']) {
        const name = `retry-after-${status}-${changing ? 'change' : 'read'}-${form}`
        const world = await createWorld({ seed, folder: `${folder}/${name}` })
        const { time, platform } = world
        await time.pass(minute)
        let toldAt: number | undefined
        const asked: number[] = []
        world.setNetwork(async (request) => {
          const isProbe = platform.understand(request).operation.id.startsWith('GetCustomerStatusByReseller')
          if (toldAt !== undefined) asked.push(time.lived() - toldAt)
          await new Promise<void>((resolve) => time.after(200 + world.draw() * 100, resolve))
          if (toldAt !== undefined || isProbe || request.changes !== changing) return platform.carryOut(request)
          toldAt = time.lived()
          const wait = form === 'seconds' ? '600' : new Date(time.true() + 600_000).toUTCString()
          return answer(status, '', { 'retry-after': wait })
        })
        await saveMany(world)
        await time.pass(30 * minute)
        const early = asked.filter((at) => at < 599_000)
        if (toldAt === undefined) wrong.push(`${name}: it was never said`)
        if (early.length > 0)
          wrong.push(
            `${name}: ${early.length} requests set out too early, the last after ${early.at(-1)?.toFixed()} ms`,
          )
        const { counts } = await world.box().call('app.snapshot', {})
        if (counts.done !== jobs)
          wrong.push(`${name}: ${counts.done} of ${jobs} done afterwards: ${JSON.stringify(counts)}`)
        wrong.push(...world.problems())
        await world.close()
      }
  return wrong
}
