/**
 * The loopback host with the whole app, as a browser uses it, in the time of a shift. Arguments: the data folder, the folder of
 * the built page, when the shift begins (milliseconds since 1970) and a seed. Takes its orders as lines.
 */
import { compose } from '../../../src/main/compose.ts'
import { openApp } from '../../../src/main/loopback/open-app.ts'
import { runLoopback } from '../../../src/main/loopback/run-loopback.ts'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { createVirtualTime, settleHere } from '../inside/virtual-time.ts'
import { giveLine, takeLines } from '../json-lines.ts'
import { createHostCounter } from './count-host.ts'
import type { ShiftOrder, ShiftTold } from './shift-orders.ts'
import { slowDown, type SlowNetwork } from './slow-network.ts'

/** Between the orders, time passes ten times as fast as real time, so that the page gets what it waits for. */
const tickMs = 25
const speed = 10

const tell = (told: ShiftTold): void => giveLine(process.stdout, told)
const [dataFolder = '', rendererFolder = '', start = '', seed = ''] = process.argv.slice(2)

let network: SlowNetwork | undefined
let listeners = 0
const time = createVirtualTime(Number(start), async () => {
  await settleHere()
  await network?.quiet()
  await settleHere()
})

const running = runLoopback(
  { port: 0, dataFolder, open: false, json: true },
  {
    version: '0.0.0',
    rendererFolder,
    defaultDataFolder: dataFolder,
    loadApp: async (own) =>
      openApp(own, (ports) => {
        network = slowDown(ports.transport, time.after, createDraw(Number(seed)))
        const app = compose({ ...ports, clock: time.begin(), transport: network })
        return {
          ...app,
          listen(listener) {
            listeners += 1
            const end = app.listen(listener)
            return () => {
              listeners -= 1
              end()
            }
          },
        }
      }),
    print: (line) => tell({ told: 'ready', url: (JSON.parse(line) as { readonly url: string }).url }),
    complain: (line) => void process.stderr.write(`${line}\n`),
    openBrowser: () => undefined,
    now: () => Date.now(),
  },
)
const count = createHostCounter({
  isStill: () => isStill,
  timers: time.timers,
  appListeners: () => listeners,
  signals: () => network?.signals() ?? [],
})

/** Only one order at a time may let time pass. */
let last: Promise<unknown> = Promise.resolve()
const inTurn = <T>(action: () => Promise<T>): Promise<T> => {
  const done = last.then(action)
  last = done.catch(() => undefined)
  return done
}
let isTicking = false
/** No time passes from a count to the next other order. Otherwise the app would ask the platform again, over a new connection. */
let isStill = false

// Not awaited: the bundle is CommonJS.
void running.then(begin).catch(giveUp)

function begin(run: Awaited<typeof running>): void {
  if ('exitCode' in run) process.exit(run.exitCode)
  setInterval(tick, tickMs)
  takeLines(process.stdin, (line) => void inTurn(() => obey(line as ShiftOrder, run.stop)).catch(giveUp))
  process.stdin.on('end', () => process.exit(0))
}

function tick(): void {
  if (isTicking || isStill) return
  isTicking = true
  void inTurn(async () => {
    await time.pass(tickMs * speed)
    isTicking = false
    tell({ told: 'lived', lived: time.lived() })
  })
}

async function obey(order: ShiftOrder, stop: () => Promise<void>): Promise<void> {
  isStill = order.order === 'count'
  switch (order.order) {
    case 'pass':
      await time.pass(Math.max(0, order.until - time.lived()))
      return tell({ told: 'passed', lived: time.lived() })
    case 'sleep':
      await time.sleep(order.ms, order.ownClock)
      return tell({ told: 'passed', lived: time.lived() })
    case 'count':
      return tell({ told: 'counted', count: await count() })
    case 'end':
      await stop()
      process.exit(0)
  }
}

function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : 'unknown error'}\n`)
  process.exit(1)
}
