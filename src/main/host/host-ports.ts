import { createHash, randomBytes, randomFillSync } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { uptime } from 'node:os'
import { createHttpTransport } from '../../platform/transport/transport.ts'
import type { Clock, Ports, Random } from '../ports.ts'
import { finishErasure } from '../storage/erase-folder.ts'
import { type OpenStoredFile, createSettingsStore } from './settings.ts'
import { createJsonLinesLog } from './log.ts'
import { runApartInNode } from './run-apart.ts'
import { speakAs } from './say.ts'

/** The longest wait of a timer, in milliseconds. For a longer wait, `setTimeout` would fire at once. */
const longestWait = 2 ** 31 - 1

type SharedPort =
  | 'clock'
  | 'log'
  | 'random'
  | 'transport'
  | 'settings'
  | 'machineId'
  | 'folderId'
  | 'speakAs'
  | 'runApart'
type OwnPorts = Omit<Ports, SharedPort> & Partial<Pick<Ports, 'runApart'>>

/** The ports that both hosts share, for a data folder that this process owns. `openFile` opens the settings file. */
export function createHostPorts({
  openFile,
  runApart = runApartInNode,
  ...own
}: OwnPorts & { readonly openFile: OpenStoredFile }): Ports {
  // An interrupted erasure is finished before anything else of the folder is read.
  finishErasure(own.dataFolder)
  const clock = createSystemClock()
  const log = createJsonLinesLog(own.dataFolder, clock)
  return {
    ...own,
    runApart,
    clock,
    log,
    random: createSystemRandom(),
    transport: createHttpTransport(),
    settings: createSettingsStore(own.dataFolder, log, openFile),
    machineId: readMachineId,
    folderId: () => readFolderId(own.dataFolder),
    speakAs,
  }
}

/** If the system ran longer than the process's clock by this time, in milliseconds, the computer has slept. */
const shortestSleep = 1000

/** Its timers do not keep the process alive. `systemUptime`: how long the system has been running, in seconds, with sleep. */
export function createSystemClock(systemUptime = process.platform === 'linux' ? uptime : undefined): Clock {
  // On Linux, the process's clock stops while the computer sleeps. On macOS and Windows it goes on.
  const readLead = (): number => (systemUptime === undefined ? 0 : systemUptime() * 1000 - performance.now())
  const leadAtStart = readLead()
  let slept = 0
  return {
    now: () => Date.now(),
    elapsed: () => {
      const asleep = readLead() - leadAtStart
      if (asleep - slept > shortestSleep) slept = asleep
      return performance.now() + slept
    },
    after: (ms, action) => {
      const timer = setTimeout(action, Math.min(Math.max(ms, 0), longestWait))
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}

/**
 * The machine's id, hashed with this app's name, so that it cannot be matched with other programs' data. Undefined on a system without an
 * id (a bare container), and if the system does not tell it now.
 */
export async function readMachineId(): Promise<string | undefined> {
  const id = readLinuxId() ?? (await askSystem())
  return id && createHash('sha256').update(`setdesk:${id}`).digest('hex')
}

/** Linux stores the machine's id here, in the order that `node-machine-id` reads. That package would start three processes. */
const linuxIdFiles = ['/var/lib/dbus/machine-id', '/etc/machine-id']

function readLinuxId(): string | undefined {
  const file = process.platform === 'linux' ? linuxIdFiles.find((one) => existsSync(one)) : undefined
  if (file === undefined) return undefined
  try {
    const id = /^[0-9a-f]{32}(?=\s*$)/i.exec(readFileSync(file, 'utf8'))
    return id?.[0].toLowerCase()
  } catch {
    return undefined
  }
}

const askSystem = (): Promise<string | undefined> =>
  import('node-machine-id').then(({ default: machine }) => machine.machineId(true)).catch(() => undefined)

/**
 * What the file system gives each new folder: its kind and its value. A copy has another value, and a folder that is moved on its disk keeps
 * its value. Windows and macOS give a number that a later folder hardly ever gets. Linux gives the number of a deleted folder again, so there
 * the time counts at which the folder was made, if the file system knows it. Otherwise Node returns 0 or the time of the last change.
 */
export function readFolderId(folder: string, platform = process.platform): string {
  const { ino, birthtimeNs, ctimeNs } = statSync(folder, { bigint: true })
  const knowsTime = birthtimeNs > 0n && birthtimeNs !== ctimeNs
  return platform === 'linux' && knowsTime ? `made ${birthtimeNs}` : `number ${ino}`
}

const range = 2 ** 32

/**
 * Cryptographic random values. Numbers come from bytes that are fetched many at a time, because a new customer needs fifty numbers, and
 * a list has thousands of customers. A number is erased from the store when it is drawn.
 */
export function createSystemRandom(): Random {
  const store = new Uint32Array(1024)
  let used = store.length
  const draw = (): number => {
    if (used === store.length) {
      randomFillSync(store)
      used = 0
    }
    const drawn = store[used] ?? 0
    store[used] = 0
    used += 1
    return drawn
  }
  return {
    bytes: (count) => new Uint8Array(randomBytes(count)),
    below(bound) {
      if (!Number.isInteger(bound) || bound < 1 || bound > range) throw new RangeError(`No number is below ${bound}`)
      // Numbers from `end` on are drawn again. If they were used, the lower results would be more likely.
      const end = range - (range % bound)
      for (;;) {
        const drawn = draw()
        if (drawn < end) return drawn % bound
      }
    },
  }
}
