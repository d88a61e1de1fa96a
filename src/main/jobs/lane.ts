import { errorName } from '../../shared/result.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { isDiskFull, mayPass } from '../storage/files.ts'
import type { PlatformAccess } from './access.ts'
import { failedOften, type RunEnd } from './step-context.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Run } from './runner.ts'
import type { Trial } from './request-line.ts'
import { aMinute } from '../../shared/durations.ts'

/** A technician is asked after this many jobs in a row got an answer with the same unknown words. */
const enough = 3

export interface LaneDeps {
  readonly connectionId: string
  readonly concurrency: () => number
  /** The most jobs that start within a minute; 0 for no limit. */
  readonly jobsPerMinute: number
  readonly ledger: Pick<Ledger, 'runnable' | 'nextWake'>
  readonly access: Pick<PlatformAccess, 'probe'>
  readonly run: Run
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Sets a job aside for a technician. This function is called if the run of the job failed because of a bug or an unreadable row. */
  readonly onBroken: (sequence: number) => void
  /** After the start, lets only a few jobs send changing calls until Setdesk has understood the answer to one of these calls. */
  readonly trial: Pick<Trial, 'leave' | 'giveUp'>
  /** Called if the disk is full. The lane then sends nothing for a while. */
  readonly onDiskFull: () => void
  /** Called if the ledger could not be read several times in a row. The lane then stays idle. */
  readonly onUnreadable: (error: unknown) => void
  readonly onLink: () => void
  readonly isAcceptedAnswer: (words: string) => boolean
}

/**
 * The number of jobs that may run at the same time just after an outage. Each job whose answers Setdesk understands doubles the number, up
 * to the connection's limit. A job with unknown answers leaves the number unchanged.
 */
const gentle = 2
const shortestPause = 1000
/** The shortest time between two probes in a long outage, in milliseconds. */
const outagePause = 60_000
/** The longest Retry-After that Setdesk obeys, in milliseconds. */
const longestHeed = 3_600_000
/** The time between two probes of an idle connection, in milliseconds. */
const heartbeat = 60_000
/** This many busy answers in a row count as an outage. */
const busyEnough = 5
/** The lane's pause after a full disk, a ledger that could not be read, or a job that could not be set aside, in milliseconds. */
const pauseAfterFailure = 20_000
/** After the ledger could not be read this many times in a row, the lane gives up. */
const mostUnread = 3
/** How long a job that failed often starts after the other jobs, in milliseconds. */
const lastFor = 5 * aMinute

export type Lane = ReturnType<typeof createLane>

/**
 * Creates the lane that sends the jobs of one connection, several at the same time. The lane first probes the platform. It starts no job
 * while the platform cannot be reached.
 */
export function createLane(deps: LaneDeps) {
  const { connectionId, ledger, access, clock, random, log } = deps
  const running = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  let link: LinkState = { state: 'unknown', since: clock.now() }
  let isPaused = false
  let isProbing = false
  let failures = 0
  let busy = 0
  let unreadTimes = 0
  let allowed = Infinity
  let probeAt = 0
  let heardAt = 0
  let quietUntil = 0
  /**
   * When a pause that the platform asked for ends, in milliseconds since this process started. Until that time no job and no probe is
   * started, even if a job in work reports that the platform answers.
   */
  let leftAloneUntil = 0
  let lull = new AbortController()
  /**
   * The number of calls of `tryNow`. Each new token leads to such a call. If the number has changed since a request began, the request may
   * have used the old token, and its answer says nothing about the new token.
   */
  let era = 0
  let cancelTimer: (() => void) | undefined
  /** How often in a row the platform did not answer a job, and when it last did not, by sequence. */
  const failed = new Map<number, { readonly times: number; readonly at: number }>()
  /** The same for jobs that SQLite could not read. `amid`: how often it had read other jobs since the time before. */
  const unread = new Map<number, Record<'times' | 'at' | 'amid' | 'reads', number>>()
  let reads = 0
  /** The start times of the jobs that started within the last minute, oldest first. */
  let begun: readonly number[] = []

  const repeated = watchRepeatedAnswer(deps.isAcceptedAnswer)
  const setLink = (state: LinkState['state'], more: Pick<LinkState, 'failure' | 'words'> = {}): void => {
    if (state === 'reached') heardAt = clock.elapsed()
    if (link.state === state && link.failure === more.failure) return
    link = { state, since: clock.now(), ...more }
    deps.onLink()
  }
  /** Makes the jobs in work stop at their next safe point. */
  const stopJobs = (): void => {
    lull.abort()
    lull = new AbortController()
  }
  /** The platform's unknown words that halted the lane. Answers to jobs that were still in work at that time do not replace these words. */
  let haltedBy: string | undefined
  const halt = ({ unknownWords, said = '' }: Extract<RunEnd, { unknownWords?: string }>): void => {
    haltedBy = unknownWords
    setLink('same-answer', { words: said })
    stopJobs()
  }
  /** Whether sending has stopped until a technician acts. */
  const isHalted = (): boolean => link.state === 'token-refused' || link.state === 'same-answer'
  const goDown = (failure: string, atLeastMs = 0): void => {
    const pause = shortestPause * 2 ** Math.min(failures, 10)
    // Adds jitter, so that many laptops do not reconnect at the same moment.
    const wait =
      pause < outagePause ? pause / 2 + random.below(pause / 2 + 1) : outagePause + random.below(outagePause / 4 + 1)
    failures += 1
    allowed = gentle
    probeAt = Math.max(probeAt, clock.elapsed() + Math.max(wait, Math.min(atLeastMs, longestHeed)))
    // A job that was in work when sending stopped may end like this. Sending goes on only when a technician acts.
    if (!isHalted()) setLink('unreached', { failure })
  }
  const leaveAlone = (ms: number): void => {
    goDown('platform-busy', ms)
    leftAloneUntil = probeAt
    stopJobs()
  }
  const comeUp = (): void => {
    failures = 0
    busy = 0
    setLink('reached')
  }

  /**
   * Ends an outage of a busy platform. At first only one job runs, because the platform may answer probes but not yet jobs. One more busy
   * answer counts as a new outage.
   */
  const comeUpCarefully = (): void => {
    busy = busyEnough - 1
    allowed = 1
    setLink('reached')
  }

  const probe = async (): Promise<void> => {
    const asked = era
    isProbing = true
    try {
      const found = await access.probe()
      if (asked !== era) return
      if (found.result === 'reached') {
        const { retryAfterMs = 0 } = found
        if (retryAfterMs > 0) return leaveAlone(retryAfterMs)
        return busy > 0 ? comeUpCarefully() : comeUp()
      }
      if (found.result === 'token-refused') return setLink('token-refused')
      // The network is down, so the jobs did not fail at their own questions.
      failed.clear()
      goDown(found.failure)
    } catch (error) {
      log.problem('probe-broken', { kind: errorName(error) })
      goDown('not-http')
    } finally {
      isProbing = false
      fill()
    }
  }

  /** Frees a start, because its run asked the platform nothing. */
  const giveBack = (startedAt: number): void => {
    const index = begun.indexOf(startedAt)
    if (index >= 0) begun = begun.toSpliced(index, 1)
  }

  const learn = (sequence: number, end: RunEnd, startedIn: number, startedAt: number): void => {
    reads += 1
    unread.delete(sequence)
    // The run says nothing about the platform.
    if (end.end === 'waits' && end.isIdle === true) return giveBack(startedAt)
    if (end.end === 'unreached' || end.end === 'busy')
      failed.set(sequence, { times: failedTimes(sequence) + 1, at: clock.elapsed() })
    else if (end.end !== 'stopped') failed.delete(sequence)
    // The job was refused with an old token. The next probe tests the new token.
    if (startedIn !== era && end.end === 'token-refused') return
    if (end.end === 'unreached' || end.end === 'token-refused') deps.trial.giveUp()
    switch (end.end) {
      case 'unreached':
        // Several jobs in work fail together. That is one outage, so it is counted once.
        return link.state === 'unreached' ? undefined : goDown(end.failure)
      case 'token-refused':
        return setLink('token-refused')
      case 'busy':
        // The next probe shows whether this is so for one call, or for everything because the platform is not reached at all.
        if (end.isFromBetween === true) return link.state === 'reached' ? setLink('unknown') : undefined
        busy += 1
        if (end.retryAfterMs !== undefined && end.retryAfterMs > 0) return leaveAlone(end.retryAfterMs)
        return busy >= busyEnough ? goDown('platform-busy') : undefined
      case 'rests':
      case 'waits':
        // The end of a job that rests is always noted, with or without unknown words. The end of a job that waits is noted only if its
        // answer had unknown words.
        if (startedIn === era && (end.end === 'rests' || end.unknownWords !== undefined))
          if (repeated.note(sequence, end.unknownWords) && !isHalted()) return halt(end)
        if (clock.elapsed() < leftAloneUntil) return undefined
        if (end.unknownWords === undefined) allowed = Math.min(deps.concurrency(), allowed * 2)
        return isHalted() ? undefined : comeUp()
      case 'stopped':
        return undefined
    }
  }

  const fail = (sequence: number, error: unknown): void => {
    if (mayPass(error) && !isDiskFull(error) && !isUnreadForGood(sequence))
      return pauseAfter('job-not-read', sequence, error)
    failed.delete(sequence)
    if (isDiskFull(error)) {
      quietUntil = clock.elapsed() + pauseAfterFailure
      return deps.onDiskFull()
    }
    log.problem('job-broken', { sequence, kind: errorName(error) })
    try {
      deps.onBroken(sequence)
    } catch (second) {
      // The job could not be set aside either. Without this pause it would be started again at once.
      pauseAfter('job-not-set-aside', sequence, second)
    }
  }
  /** Notes that SQLite could not read a job. True if it reads the other jobs, but often not this one: then the job's own rows are damaged. */
  const isUnreadForGood = (sequence: number): boolean => {
    const before = unread.get(sequence)
    const amid = before === undefined ? 0 : before.amid + (reads > before.reads ? 1 : 0)
    unread.set(sequence, { times: (before?.times ?? 0) + 1, at: clock.elapsed(), amid, reads })
    return amid >= failedOften
  }
  const pauseAfter = (event: string, sequence: number, error: unknown): void => {
    quietUntil = clock.elapsed() + pauseAfterFailure
    log.problem(event, { sequence, kind: errorName(error) })
  }

  const start = (sequence: number, startedAt: number): void => {
    const startedIn = era
    const task = deps
      .run(sequence, AbortSignal.any([stopping.signal, lull.signal]), failedTimes(sequence))
      .then(
        (end) => learn(sequence, end, startedIn, startedAt),
        (error: unknown) => fail(sequence, error),
      )
      .catch((error: unknown) => pauseAfter('job-end-not-read', sequence, error))
      .finally(() => {
        running.delete(sequence)
        // The job's place in the trial is freed only after `learn`, because `learn` may stop the jobs that wait for a place.
        deps.trial.leave(sequence)
        fill()
      })
    running.set(sequence, task)
  }

  const failedTimes = (sequence: number): number => failed.get(sequence)?.times ?? 0
  const isLast = (sequence: number): number =>
    Number(
      [failed.get(sequence), unread.get(sequence)].some(
        (one) => one !== undefined && one.times >= failedOften && clock.elapsed() - one.at < lastFor,
      ),
    )
  /** The jobs that start now, at most `limit`: the oldest first, but those that failed often last. */
  const findNext = (limit: number): readonly number[] => {
    if (limit <= 0) return []
    const found = ledger.runnable(connectionId, limit + failed.size + unread.size, [...running.keys()])
    const inOrder = found.map(({ sequence }) => sequence).toSorted((one, other) => isLast(one) - isLast(other))
    return inOrder.slice(0, limit)
  }

  /** Starts the jobs that can run now, or a probe if one is due. Sets a timer for the next job or probe. */
  const startJobs = (): void => {
    const now = clock.elapsed()
    if (now < quietUntil) return wakeAt(quietUntil)
    if (link.state !== 'reached') {
      if (running.size > 0) return
      if (now < probeAt) return wakeAt(probeAt)
      return void probe()
    }
    begun = begun.filter((at) => now - at < aMinute)
    const rate = deps.jobsPerMinute === 0 ? Infinity : deps.jobsPerMinute - begun.length
    if (!isPaused) {
      const room = Math.min(allowed, deps.concurrency()) - running.size
      const next = findNext(Math.min(room, rate))
      for (const sequence of next) start(sequence, now)
      if (deps.jobsPerMinute > 0) begun = [...begun, ...next.map(() => now)]
    }
    if (rate <= 0 && begun[0] !== undefined) return wakeAt(begun[0] + aMinute)
    if (running.size > 0) return wakeAt(ledger.nextWake(connectionId, now))
    if (now - heardAt >= heartbeat) return void probe()
    const next = isPaused ? undefined : ledger.nextWake(connectionId, now)
    wakeAt(Math.min(next ?? Infinity, heardAt + heartbeat))
  }
  const fill = (): void => {
    cancelTimer?.()
    if (stopping.signal.aborted || isProbing || isHalted()) return
    try {
      startJobs()
      unreadTimes = 0
    } catch (error) {
      // The ledger cannot be read now. The caller gets no error, because the caller may just have saved a job, and that job is safe on
      // disk.
      log.problem('ledger-not-read', { kind: errorName(error) })
      unreadTimes += 1
      if (unreadTimes >= mostUnread) return deps.onUnreadable(error)
      quietUntil = clock.elapsed() + pauseAfterFailure
      wakeAt(quietUntil)
    }
  }
  const wakeAt = (at: number | undefined): void => {
    if (at === undefined) return
    cancelTimer = clock.after(Math.max(1, at - clock.elapsed()), fill)
  }

  return {
    wake: fill,
    /**
     * Ends the pause of an outage, because there is a new token or because a technician wants to try now. Unless the platform is already
     * reached, a probe is sent before any job.
     */
    tryNow() {
      era += 1
      probeAt = 0
      leftAloneUntil = 0
      failures = 0
      failed.clear()
      repeated.forget()
      if (link.state !== 'reached') setLink('unknown')
      fill()
    },
    /** Starts the jobs that can run now, and forgets which of them failed. */
    retry() {
      failed.clear()
      fill()
    },
    link: () => link,
    isWorking: () => running.size > 0,
    repeatedWords: () => haltedBy,
    setPaused(paused: boolean) {
      isPaused = paused
      fill()
    },
    /** Starts no more jobs. Resolves when the jobs in work have reached a safe point. */
    async stop() {
      stopping.abort()
      cancelTimer?.()
      await Promise.allSettled(running.values())
    },
  }
}

/** Watches for a platform that gives every job the same unknown answer. Such a platform may be refusing the token. */
function watchRepeatedAnswer(isAccepted: LaneDeps['isAcceptedAnswer']) {
  let repeated: string | undefined
  const jobs = new Set<number>()
  /**
   * The jobs that were counted before the last `forget`, for example with an older token. Those jobs are read back, and the words in their
   * answers no longer count.
   */
  const earlier = new Set<number>()
  return {
    /** Notes the end of a job's run. `words`: the unknown words in the platform's answer. Returns true if a technician must be asked. */
    note(sequence: number, words: string | undefined): boolean {
      if (earlier.has(sequence)) return false
      if (words !== repeated) jobs.clear()
      repeated = words
      if (words === undefined || isAccepted(words)) return false
      jobs.add(sequence)
      return jobs.size >= enough
    },
    forget() {
      repeated = undefined
      for (const one of jobs) earlier.add(one)
      jobs.clear()
    },
  }
}

/**
 * Whether the platform of a connection was reached at the last request. `since`: when this state began, in milliseconds since 1970.
 * `same-answer`: several jobs got the same unknown answer, so nothing is sent until a technician decides.
 */
export interface LinkState {
  readonly state: 'unknown' | 'reached' | 'unreached' | 'token-refused' | 'same-answer'
  readonly since: number
  /** A network failure, or `platform-busy`. */
  readonly failure?: string
  /** For `same-answer`: the answer that Setdesk does not understand, in the form that a technician reads. */
  readonly words?: string
}
