import type { Channel, Request } from '../../../src/shared/bridge/contract.ts'
import type { JobSummary } from '../../../src/shared/domain/job.ts'
import type { Exchange, PlatformRequest } from '../../../src/platform/exchange.ts'
import type { DirectPlatform } from '../inside/direct-platform.ts'
import { ledgerFile } from '../inside/open-box.ts'
import { openReader, type LedgerReader } from '../inside/read-committed.ts'
import { noNetwork, type World } from '../inside/world.ts'
import { createWatch, type Flight } from './watch.ts'

/** How requests fare that are not held: every read, and with `down` and `token-refused` all of them. */
export type Link = 'up' | 'down' | 'lost' | 'busy' | 'token-refused'

/** How a changing request that is on its way ends: whether it is carried out, and what the app hears of it. */
export const endings = [
  'accepted',
  'accepted',
  'accepted',
  'lost after',
  'lost before',
  'late',
  'not sent',
  'error after',
  'error before',
  'refused',
  'half done',
  'refused after all',
] as const
export type Ending = (typeof endings)[number]

/** An app, its platform, and somebody who can do anything to both. Every doing is followed by a look. */
export interface Shop {
  readonly world: World
  readonly setLink: (link: Link) => void
  readonly end: (which: number, ending: Ending) => void
  /** The process dies; of what was on its way all, nothing, or later. */
  readonly die: (fate: 'carried out' | 'not carried out' | 'late') => void
  /** The process dies at its so-manieth exchange from now. */
  readonly dieAfter: (exchanges: number) => void
  readonly save: <C extends 'activation.save' | 'act.save'>(channel: C, request: Request<C>) => Promise<void>
  readonly jobs: () => Promise<readonly JobSummary[]>
  readonly act: <C extends Channel>(channel: C, request: Request<C>, jobId: string) => Promise<void>
  /** Begins the next process where the last one died, and holds all to the promises. */
  readonly look: () => Promise<void>
  /** Makes everything good, lets all come to rest, and looks at what came of it. */
  readonly conclude: () => Promise<void>
  readonly close: () => Promise<void>
}

type Flying = Flight & { readonly answer: (exchange: Exchange) => void }

const lost: Exchange = { reach: 'maybe-sent', failure: 'connection-reset' }
const answered = (status: number, message: string): Exchange => ({
  reach: 'answered',
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify({ Message: message }),
})
const minute = 60_000

/** Opens for business. `processingMs`: the platform's longest processing time; what comes late comes before it. */
export function openShop(world: World, platform: DirectPlatform, processingMs: number): Shop {
  const { time } = world
  const watch = createWatch(platform)
  let link: Link = 'up'
  let flying: Flying[] = []
  let dieIn = 0
  let lastEffect = platform.ledger().at(-1)?.seq ?? 0
  let broken: unknown
  let opened: LedgerReader | undefined
  const reader = (): LedgerReader => (opened ??= openReader(ledgerFile(world.folder())))

  const carryOut = ({ request, jobId }: Flight, halfDone = false): Exchange => {
    const exchange = platform.carryOut(request, halfDone)
    const entries = platform.ledger(lastEffect)
    lastEffect = entries.at(-1)?.seq ?? lastEffect
    watch.noteEffects(jobId, entries)
    return exchange
  }
  const carryOutLate = (flight: Flight): void =>
    time.after(world.draw() * processingMs * 0.9, () => keep(() => carryOut(flight)))
  /** What is broken while promises run is told at the next look. */
  const keep = <T>(act: () => T): T | undefined => {
    try {
      return act()
    } catch (error) {
      broken ??= error
      return undefined
    }
  }
  const land = (flight: Flying, exchange: Exchange): void => {
    flying = flying.filter((one) => one !== flight)
    flight.answer(exchange)
  }
  const hold = (request: PlatformRequest): Promise<Exchange> =>
    new Promise((resolve) => {
      const flight = keep(() => watch.arrive(request, reader(), flying))
      // Answered at once, an app that is broken could go on for ever without a look.
      if (flight === undefined) return time.after(minute, () => resolve(lost))
      const one: Flying = { ...flight, answer: resolve }
      flying.push(one)
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
    if (link === 'token-refused') return Promise.resolve(answered(401, 'Invalid company token.'))
    if (request.changes) return hold(request)
    if (link === 'lost') return Promise.resolve(lost)
    if (link === 'busy') return Promise.resolve(answered(503, 'Service unavailable.'))
    return Promise.resolve(platform.carryOut(request))
  })

  const endings: Readonly<Record<Ending, (flight: Flying) => Exchange>> = {
    accepted: (flight) => carryOut(flight),
    'lost after': (flight) => (carryOut(flight), lost),
    'lost before': () => lost,
    late: (flight) => (carryOutLate(flight), lost),
    'not sent': () => noNetwork,
    'error after': (flight) => (carryOut(flight), answered(500, 'Internal server error.')),
    'error before': () => answered(500, 'Internal server error.'),
    refused: () => answered(400, 'The package is sold out.'),
    // A refusal that hides a commit is read back for creations alone.
    'half done': (flight) => (flight.isCreation ? carryOut(flight, true) : lost),
    'refused after all': (flight) =>
      flight.isCreation ? (carryOut(flight), answered(400, 'The request could not be completed.')) : lost,
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
    watch.look(reader())
  }

  return {
    world,
    setLink: (next) => void (link = next),
    end(which, ending) {
      const flight = flying[which % Math.max(1, flying.length)]
      if (flight === undefined) return
      const exchange = keep(() => endings[ending](flight))
      land(flight, exchange ?? lost)
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
    async act(channel, request, jobId) {
      const reply = await world.box().reply(channel, request)
      if (reply.ok) watch.noteAct(jobId, channel === 'job.send-again')
    },
    look,
    async conclude() {
      link = 'up'
      dieIn = 0
      await look()
      const { call } = world.box()
      await call('queue.resume', {})
      const id = world.connection.id
      await call('connection.replace-token', { id, token: platform.authToken })
      for (let round = 0; round < 40; round += 1) {
        for (let turn = 0; turn < 12; turn += 1) {
          for (const flight of flying) land(flight, keep(() => carryOut(flight)) ?? lost)
          await time.settle()
        }
        const open = (await jobs()).filter(
          ({ state }) => !['done', 'unconfirmed', 'refused', 'dropped'].includes(state),
        )
        if (open.length === 0) break
        for (const job of open)
          if (job.state === 'needs-you') {
            const reply = await world.box().reply('job.it-is-there', { id: job.id })
            if (reply.ok) watch.noteAct(job.id, false)
          }
        await time.pass(2 * minute)
        await look()
      }
      await look()
      watch.conclude(reader())
    },
    async close() {
      opened?.close()
      await world.close()
    },
  }
}
