import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, SettingsStore } from '../../../src/main/ports.ts'
import type { Exchange, PlatformRequest, Transport } from '../../../src/platform/transport/exchange.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { copyFolder, drawnRandom, keepSettings, openBox, type Box } from '../inside/open-box.ts'
import { exchangeHeader } from './fleet-proxy.ts'
import type { HarnessLedger } from './happenings.ts'
import type { SharedPlatform } from './shared-platform.ts'

/** A laptop with the whole app on it, real time, and a line that can be cut. Its processes die and start again from its disk. */
export interface Laptop {
  readonly name: string
  readonly isAlive: () => boolean
  readonly isOnline: () => boolean
  /** The running app. */
  readonly box: () => Box
  readonly setOnline: (isOnline: boolean) => void
  /** Sets the laptop's clock ahead of the true time by this many milliseconds. */
  readonly setClockAhead: (ms: number) => void
  /** The process ends at once: only what is on the disk remains, and nothing that it still does has an effect. */
  readonly die: () => void
  readonly wake: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface LaptopOptions {
  readonly name: string
  readonly seed: number
  /** An empty folder of its own. */
  readonly folder: string
  /** A connected data folder and its settings. The laptop starts with a copy of both. */
  readonly template: { readonly folder: string; readonly settings: SettingsStore }
  readonly platform: SharedPlatform
  readonly ledger: HarnessLedger
  /** Cuts the laptop's connections on their way to the hubs. */
  readonly cutLine: () => void
  /** Unexpected exceptions of the app. */
  readonly onBug: (text: string) => void
}

/** Log events of unexpected exceptions. */
const bugs: ReadonlySet<string> = new Set([
  'job-broken',
  'job-not-set-aside',
  'ledger-not-read',
  'job-not-read',
  'probe-broken',
  'bridge.handler-threw',
  'bridge.response-misfit',
  'fleet',
])
const noNetwork: Exchange = { reach: 'not-sent', failure: 'host-unreachable' }
const cutOff: Exchange = { reach: 'maybe-sent', failure: 'connection-reset' }

/** Of jobs, in a request. */
const jobIds = /\b[0-9A-Z]{26}\b/g

/** Everything that ends with a process. */
interface Life {
  readonly clock: Clock
  readonly folder: string
  readonly end: () => void
  readonly hasEnded: () => boolean
}

export async function startLaptop(options: LaptopOptions): Promise<Laptop> {
  const { name, seed, folder, template, platform, ledger, cutLine, onBug } = options
  const random = drawnRandom(createDraw(seed))
  const settings = keepSettings(template.settings.read())
  let ahead = 0
  let isOnline = true
  let cut = Promise.withResolvers<Exchange>()
  let lives = 0
  let life: Life | undefined
  /** Undefined while the laptop is dead or starting. */
  let box: Box | undefined

  const noteHub = ({ url, body = '' }: PlatformRequest, exchange: Exchange): void => {
    if (url.pathname.endsWith('/events')) return
    const number = exchange.reach === 'answered' ? exchange.headers[exchangeHeader] : undefined
    if (number !== undefined) ledger.add({ what: 'heard', exchange: Number(number) })
    const isPutOff = exchange.reach === 'answered' && exchange.status >= 429
    if (number === undefined || isPutOff) ledger.add({ what: 'unheard', by: name, jobs: body.match(jobIds) ?? [] })
  }
  const exchangeOf =
    (http: Transport, hasEnded: () => boolean) =>
    async (request: PlatformRequest): Promise<Exchange> => {
      if (hasEnded()) return cutOff
      const isForPlatform = request.url.origin === platform.baseUrl
      if (!isOnline && !isForPlatform) noteHub(request, noNetwork)
      if (!isOnline) return noNetwork
      if (request.signal?.aborted === true) return { reach: 'not-sent', failure: 'cancelled' }
      const calledOff = Promise.withResolvers<Exchange>()
      const callOff = (): void => calledOff.resolve({ reach: 'maybe-sent', failure: 'cancelled' })
      request.signal?.addEventListener('abort', callOff, { once: true })
      const answer = isForPlatform ? platform.exchange(name, request) : http.exchange(request)
      const exchange = await Promise.race([answer, cut.promise, calledOff.promise])
      request.signal?.removeEventListener('abort', callOff)
      if (!isForPlatform && !hasEnded()) noteHub(request, exchange)
      return exchange
    }
  const begin = async (): Promise<void> => {
    const own = join(folder, `life-${lives}`)
    const http = createHttpTransport()
    const { clock, end } = createProcessClock(() => ahead)
    let hasEnded = false
    const begun: Life = {
      clock,
      folder: own,
      hasEnded: () => hasEnded,
      end() {
        hasEnded = true
        end()
        http.close()
      },
    }
    life = begun
    // The laptop has no session yet, and no call waits long for one.
    ledger.add({ what: 'unheard', by: name, jobs: [] })
    const opened = await openBox({
      folder: own,
      clock: { ...clock, end },
      transport: { exchange: exchangeOf(http, () => hasEnded) },
      settings,
      random,
      onProblem(event, facts) {
        if (bugs.has(event) && !hasEnded) onBug(`${name}: ${event} ${JSON.stringify(facts)}`)
      },
    })
    box = opened
  }
  const cutNow = (): void => {
    cut.resolve(cutOff)
    cut = Promise.withResolvers()
    cutLine()
  }

  copyFolder(template.folder, join(folder, 'life-0'))
  await begin()
  return {
    name,
    isAlive: () => box !== undefined,
    isOnline: () => isOnline,
    box() {
      if (box === undefined) throw new Error(`${name} is dead`)
      return box
    },
    setOnline(next) {
      isOnline = next
      if (!next) cutNow()
    },
    setClockAhead: (ms) => void (ahead = ms),
    die() {
      if (life === undefined || box === undefined) return
      const { folder: last } = life
      const dead = box
      box = undefined
      lives += 1
      copyFolder(last, join(folder, `life-${lives}`))
      life.end()
      cutNow()
      // Frees what the dead process holds. It can only write to a folder that nobody reads any more.
      void dead.stop().then(() => rmSync(last, { recursive: true, force: true }))
    },
    async wake() {
      if (life?.hasEnded() === true) await begin()
    },
    async close() {
      life?.end()
      cutNow()
      await box?.stop()
    },
  }
}

/** Counts from 0, like the clock of a process; its timers stop when the process ends. */
function createProcessClock(ahead: () => number): { readonly clock: Clock; readonly end: () => void } {
  const begun = performance.now()
  const timers = new Set<NodeJS.Timeout>()
  let hasEnded = false
  return {
    clock: {
      now: () => Math.round(Date.now() + ahead()),
      elapsed: () => performance.now() - begun,
      after(ms, action) {
        if (hasEnded) return () => undefined
        const timer = setTimeout(
          () => {
            timers.delete(timer)
            action()
          },
          Math.max(0, ms),
        )
        timers.add(timer)
        return () => {
          clearTimeout(timer)
          timers.delete(timer)
        }
      },
    },
    end() {
      hasEnded = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
