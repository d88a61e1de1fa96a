import type { CredentialsCheck } from '../../../../src/main/jobs/access.ts'
import { createLane, type Lane } from '../../../../src/main/jobs/lane.ts'
import type { RunEnd } from '../../../../src/main/jobs/step-context.ts'
import type { Random } from '../../../../src/main/ports.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { trulyRandom } from '../../../fakes/random.ts'

/** A lane over jobs that are numbers; a job's run ends when the test says so, or at once by `runEnds`. */
export function openLane(
  changed: {
    readonly jobs?: number
    readonly concurrency?: number
    readonly jobsPerMinute?: number
    readonly askingTakes?: number
    readonly random?: Random
    /** What setting a job aside comes to; it works where this is absent. */
    readonly setAside?: () => void
    /** Called before the ledger is read. It throws if the ledger cannot be read. */
    readonly beforeReading?: () => void
    /** An answer that a technician said work may go on with. */
    readonly acceptedAnswer?: string
    /** Called before the accepted answers are read. It throws if they cannot be read. */
    readonly beforeAccepting?: () => void
  } = {},
) {
  const clock = createFakeClock()
  const log = createFakeLog()
  const queue = new Set(Array.from({ length: changed.jobs ?? 0 }, (_, index) => index + 1))
  const running = new Map<number, { end: (end: RunEnd) => void; fail: (error: Error) => void }>()
  const seen = {
    probes: [] as number[],
    runs: [] as number[],
    most: 0,
    broken: [] as number[],
    signals: [] as AbortSignal[],
    full: 0,
    unreadable: 0,
    left: [] as number[],
    givenUp: 0,
    links: 0,
  }
  let platform: CredentialsCheck | 'silent' | Error = { result: 'reached' }
  let runEnds: RunEnd | undefined
  let wakeAt: number | undefined
  /** What the clock says more by now, since the disk was slow. */
  let lag = 0
  const slowClock = { ...clock, elapsed: () => clock.elapsed() + lag }
  const silent: ((result: CredentialsCheck) => void)[] = []
  const lane: Lane = createLane({
    connectionId: 'north',
    concurrency: () => changed.concurrency ?? 8,
    jobsPerMinute: changed.jobsPerMinute ?? 0,
    clock: slowClock,
    log,
    random: changed.random ?? trulyRandom,
    ledger: {
      runnable: (_, limit, already) => {
        changed.beforeReading?.()
        lag += changed.askingTakes ?? 0
        return [...queue]
          .filter((sequence) => already?.includes(sequence) !== true)
          .slice(0, limit)
          .map((sequence) => ({ sequence }))
      },
      nextWake: (_, after) => (wakeAt !== undefined && wakeAt > after ? wakeAt : undefined),
    },
    access: {
      probe: () => {
        seen.probes.push(clock.elapsed())
        if (platform instanceof Error) return Promise.reject(platform)
        return platform === 'silent' ? new Promise((resolve) => silent.push(resolve)) : Promise.resolve(platform)
      },
    },
    run: (sequence, signal) => {
      seen.runs.push(sequence)
      seen.signals.push(signal)
      if (runEnds !== undefined) {
        if (runEnds.end === 'rests') queue.delete(sequence)
        return Promise.resolve(runEnds)
      }
      return new Promise((resolve, reject) => {
        const done = (): void => void running.delete(sequence)
        running.set(sequence, {
          end: (end) => {
            done()
            if (end.end === 'rests' || end.end === 'waits') queue.delete(sequence)
            resolve(end)
          },
          fail: (error) => {
            done()
            reject(error)
          },
        })
        seen.most = Math.max(seen.most, running.size)
      })
    },
    onBroken: (sequence) => {
      changed.setAside?.()
      seen.broken.push(sequence)
      queue.delete(sequence)
    },
    trial: { leave: (job) => void seen.left.push(job), giveUp: () => void (seen.givenUp += 1) },
    onDiskFull: () => void (seen.full += 1),
    onUnreadable: () => void (seen.unreadable += 1),
    onLink: () => void (seen.links += 1),
    isAcceptedAnswer: (words) => {
      changed.beforeAccepting?.()
      return words === changed.acceptedAnswer
    },
  })
  return {
    lane,
    clock,
    log,
    seen,
    queue,
    running,
    answer: (result: CredentialsCheck | 'silent' | Error) => void (platform = result),
    speak: (result: CredentialsCheck) => silent.splice(0).forEach((resolve) => resolve(result)),
    endRunsWith: (end: RunEnd | undefined) => void (runEnds = end),
    wakeAt: (at: number) => void (wakeAt = at),
    finish: async (end: RunEnd = { end: 'rests' }) => {
      for (const one of Array.from(running.values())) one.end(end)
      await clock.pass(0)
    },
  }
}
