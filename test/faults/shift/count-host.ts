import { getEventListeners } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'

/** What the main process holds at one moment. Bytes for memory and sizes. */
export interface HostCount {
  /**
   * After a forced collection: JavaScript objects, and memory outside that they hold. Without compiled code, of which there is more
   * the longer a process works.
   */
  readonly heap: number
  /** Resident memory after the same collection, which returns all free memory to the system. */
  readonly resident: number
  /**
   * Resident memory during work, including memory that is only free for a moment. The median since the last count. NaN if there was no work.
   */
  readonly atWork: number
  /** The handles that keep the event loop alive, by kind. */
  readonly handles: Readonly<Record<string, number>>
  /** Open files by name, pipes and sockets. Empty if the system does not report them. */
  readonly open: Readonly<Record<string, number>>
  /** The number of threads. Absent if the system does not report it. */
  readonly threads?: number
  /** The app's timers that have not fired yet. */
  readonly timers: number
  /** Listeners of the app's events, of the process, and of the signals that end requests. */
  readonly listeners: number
}

/** Counts at the moment of the call, and samples the resident memory between the calls. */
export function createHostCounter(deps: {
  readonly isStill: () => boolean
  readonly timers: () => number
  readonly appListeners: () => number
  readonly signals: () => Iterable<AbortSignal>
}) {
  let samples: number[] = []
  setInterval(() => {
    if (!deps.isStill()) samples.push(process.memoryUsage.rss())
  }, sampleMs).unref()
  return async (): Promise<HostCount> => {
    const atWork = medianOf(samples)
    samples = []
    await collect()
    const { heapUsed, external } = process.memoryUsage()
    const ofProcess = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
    const ofSignals = [...deps.signals()].reduce((sum, signal) => sum + getEventListeners(signal, 'abort').length, 0)
    const threads = existsSync(threadFolder) ? readdirSync(threadFolder).length : undefined
    return {
      heap: heapUsed + external - measureCode(),
      resident: process.memoryUsage.rss(),
      atWork,
      handles: countKinds(process.getActiveResourcesInfo()),
      open: countKinds(listOpen()),
      ...(threads !== undefined && { threads }),
      timers: deps.timers(),
      listeners: deps.appListeners() + ofProcess + ofSignals,
    }
  }
}

const sampleMs = 200

const medianOf = (samples: readonly number[]): number =>
  samples.toSorted((one, other) => one - other)[Math.floor(samples.length / 2)] ?? Number.NaN

const measureCode = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name.startsWith('code_'))
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0)

/**
 * Collects twice, because the second collection frees what finalizers released in the first. Uses the same kind of collection (last resort) as
 * the app does once an hour. After any other kind, V8 keeps free pages for eight more seconds, and each collection restarts this time.
 */
async function collect(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    if (globalThis.gc === undefined) throw new Error('Node runs without --expose-gc')
    await globalThis.gc({ execution: 'async', type: 'major', flavor: 'last-resort' })
    await nextTurn()
  }
}

const threadFolder = '/proc/self/task'
const openFolder = '/proc/self/fd'

function listOpen(): readonly string[] {
  if (!existsSync(openFolder)) return []
  return readdirSync(openFolder).flatMap((name) => {
    try {
      return [basename(readlinkSync(join(openFolder, name))).replace(/:\[.*/, '')]
    } catch {
      // The file is already closed, like the listing itself.
      return []
    }
  })
}

function countKinds(kinds: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
