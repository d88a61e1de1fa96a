import type { Channel, Request } from '../../../src/shared/bridge/contract.ts'
import type { JobSummary } from '../../../src/shared/domain/job.ts'
import type { Exchange, PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import type { DirectPlatform } from '../inside/direct-platform.ts'
import { ledgerFile } from '../inside/open-box.ts'
import { openReader, type LedgerReader } from '../inside/read-committed.ts'
import { noNetwork, type World } from '../inside/world.ts'
import { busy, endOf, failure, lost, tokenRefusal, type Ending } from './endings.ts'
import type { Failing, Fate, Link } from './events.ts'
import { findStuck } from './find-stuck.ts'
import { createWatch, type Flight } from './watch.ts'

/** An app, its platform, and control over both. A check of the promises follows every action. */
export interface Shop {
  readonly world: World
  readonly setLink: (link: Link) => void
  /** The requests about this customer at which the platform fails each time. */
  readonly setFailing: (userid: string, at: Failing) => void
  readonly end: (which: number, ending: Ending) => void
  /** The process dies; its requests in flight are performed, not performed, or performed late. */
  readonly die: (fate: Fate) => void
  /** The process dies at this number of exchanges from now. */
  readonly dieAfter: (exchanges: number) => void
  readonly save: (channel: 'job.save', request: Request<'job.save'>) => Promise<void>
  readonly jobs: () => Promise<readonly JobSummary[]>
  readonly action: <C extends Channel>(channel: C, request: Request<C>, jobId: string) => Promise<void>
  /** Restarts the process if it died, and checks all promises. */
  readonly look: () => Promise<void>
  /** Repairs everything, lets all jobs come to rest, and checks the result. */
  readonly conclude: () => Promise<void>
  readonly close: () => Promise<void>
}

type Flying = Flight & { readonly answer: (exchange: Exchange) => void }

const minute = 60_000
/** How soon a repaired platform answers. */
const goodAnswerMs = 1000
/** Rounds of two minutes until all jobs must be at rest. */
const mostRounds = 40
const goingOn: ReadonlySet<string> = new Set(['unknown', 'reached', 'unreached'])
const settledStates: ReadonlySet<string> = new Set(['done', 'unconfirmed', 'refused', 'dropped'])

/** Starts the app. `processingMs`: the platform's longest processing time; a late effect comes within it. */
export function openShop(world: World, platform: DirectPlatform, processingMs: number): Shop {
  const { time } = world
  const watch = createWatch(platform)
  let link: Link = 'up'
  let flying: Flying[] = []
  const failing = new Map<string, Failing>()
  let isConcluding = false
  let dieIn = 0
  let lastEffect = platform.ledger().at(-1)?.seq ?? 0
  let broken: unknown
  let opened: LedgerReader | undefined
  const reader = (): LedgerReader => (opened ??= openReader(ledgerFile(world.folder())))

  const carryOut = (flight: Flight, halfDone = false): Exchange => {
    const exchange = platform.carryOut(flight.request, halfDone)
    const entries = platform.ledger(lastEffect)
    lastEffect = entries.at(-1)?.seq ?? lastEffect
    watch.noteEffects(flight, entries)
    return exchange
  }
  const carryOutLate = (flight: Flight): void =>
    time.after(world.draw() * processingMs * 0.9, () => keep(() => carryOut(flight)))
  /** A promise that breaks inside a callback is reported at the next check. */
  const keep = <T>(action: () => T): T | undefined => {
    try {
      return action()
    } catch (error) {
      broken ??= error
      return undefined
    }
  }
  const land = (flight: Flying, exchange: Exchange): void => {
    flying = flying.filter((one) => one !== flight)
    flight.answer(exchange)
  }
  const hold = (request: PlatformRequest, at: Failing): Promise<Exchange> =>
    new Promise((resolve) => {
      const flight = keep(() => watch.arrive(request, reader(), flying))
      // Without a delay, a broken app could continue for ever without a check.
      if (flight === undefined) return time.after(minute, () => resolve(lost))
      if (at === 'all after') keep(() => carryOut(flight))
      if (at === 'all' || at === 'all after') return resolve(failure)
      const one: Flying = { ...flight, answer: resolve }
      flying.push(one)
      if (isConcluding)
        time.after(goodAnswerMs, () => {
          if (flying.includes(one)) land(one, keep(() => carryOut(one)) ?? lost)
        })
      time.after(request.timeoutMs, () => {
        if (flying.includes(one)) land(one, { reach: 'maybe-sent', failure: 'timed-out' })
      })
    })
  const kill = (): void => {
    if (!world.isAlive()) return
    flying = []
    opened?.close()
    opened = undefined
    world.kill()
  }
  world.setNetwork((request) => {
    dieIn -= 1
    if (dieIn === 0) kill()
    if (!world.isAlive()) return Promise.resolve(lost)
    if (link === 'down') return Promise.resolve(noNetwork)
    if (link === 'token-refused') return Promise.resolve(tokenRefusal)
    const at = failing.get(platform.understand(request).parameters['userid'] ?? '') ?? 'nothing'
    if (request.changes) return hold(request, at)
    if (at !== 'nothing') return Promise.resolve(failure)
    if (link === 'lost') return Promise.resolve(lost)
    if (link === 'busy') return Promise.resolve(busy)
    return Promise.resolve(platform.carryOut(request))
  })

  const comeTo = (flight: Flying, ending: Ending): Exchange => {
    const { deed, heard, only } = endOf(ending)
    if ((only === 'creations' && !flight.isCreation) || (only === 'without money' && flight.spends)) return lost
    if (deed === 'late') carryOutLate(flight)
    if (heard?.reach === 'not-sent') watch.noteNotSent(flight)
    const answer = deed === 'done' || deed === 'half' ? carryOut(flight, deed === 'half') : lost
    return heard ?? answer
  }
  const jobs: Shop['jobs'] = async () => (await world.box().call('job.list', { limit: 200 })).jobs
  const look = async (): Promise<void> => {
    await time.settle()
    while (!world.isAlive()) {
      await world.restart()
      await time.settle()
    }
    if (broken !== undefined) throw broken
    const [problem] = world.problems()
    if (problem !== undefined) throw new Error(problem)
    for (const id of watch.look(reader())) await holdToActions(id)
  }
  /** A job that rests without a final state must offer an action. */
  const holdToActions = async (id: string): Promise<void> => {
    const { summary, actions } = await world.box().call('job.read', { id })
    if (actions.length === 0)
      throw new Error(`A ${summary.kind} is ${summary.state} (${summary.why?.code}), and offers nothing`)
  }
  /** What a technician finally does with a job that cannot be decided. */
  const closeByHand = async (id: string): Promise<void> => {
    const isClosed = await world.box().reply('job.it-is-there', { id })
    const reply = isClosed.ok ? isClosed : await world.box().reply('job.drop', { id, reason: 'Done by hand' })
    if (reply.ok) watch.noteAction(id, false)
  }
  /** Whether sending is stopped until a technician repairs the connection. */
  const isHalted = async (): Promise<boolean> => {
    const { connections } = await world.box().call('app.snapshot', {})
    return connections.some(({ link }) => !goingOn.has(link.state))
  }
  /** Gives a working platform time until nothing is amiss; returns what still is at the end. */
  const comeToRest = async (findAmiss: (all: readonly JobSummary[]) => readonly JobSummary[]) => {
    await world.box().call('queue.resume', {})
    for (let round = 0; round < mostRounds; round += 1) {
      if (await isHalted())
        await world.box().call('connection.replace-token', { id: world.connection.id, token: platform.authToken })
      for (let turn = 0; turn < 12; turn += 1) {
        for (const flight of flying) land(flight, keep(() => carryOut(flight)) ?? lost)
        await time.settle()
      }
      const amiss = findAmiss(await jobs())
      if (amiss.length === 0) return []
      for (const { id, state } of amiss) if (state === 'needs-you') await closeByHand(id)
      await time.pass(2 * minute)
      await look()
    }
    return findAmiss(await jobs())
  }

  return {
    world,
    setLink: (next) => void (link = next),
    setFailing: (userid, at) => void (at === 'nothing' ? failing.delete(userid) : failing.set(userid, at)),
    end(which, ending) {
      const flight = flying[which % Math.max(1, flying.length)]
      if (flight === undefined) return
      land(flight, keep(() => comeTo(flight, ending)) ?? lost)
    },
    die(fate) {
      for (const flight of flying) {
        if (fate === 'carried out') keep(() => carryOut(flight))
        if (fate === 'late') carryOutLate(flight)
      }
      kill()
    },
    dieAfter: (exchanges) => void (dieIn = exchanges),
    async save(channel, request) {
      const reply = await world.box().reply(channel, request)
      if (reply.ok) watch.noteSaved((reply.value as { readonly id: string }).id)
    },
    jobs,
    async action(channel, request, jobId) {
      const reply = await world.box().reply(channel, request)
      if (reply.ok) watch.noteAction(jobId, channel === 'job.send-again')
    },
    look,
    async conclude() {
      link = 'up'
      dieIn = 0
      isConcluding = true
      await look()
      const [stuck] = failing.size === 0 ? [] : await comeToRest(findStuck)
      if (stuck !== undefined)
        throw new Error(
          `A ${stuck.kind} is ${stuck.state} (${stuck.why?.code}) while the platform fails at one customer`,
        )
      failing.clear()
      await comeToRest((all) => all.filter(({ state }) => !settledStates.has(state)))
      watch.conclude(reader())
    },
    async close() {
      opened?.close()
      await world.close()
    },
  }
}
