import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClaimAnswer, ClaimConflict, HubRequest } from '../../shared/fleet/hub-calls.ts'
import { defined } from '../../shared/defined.ts'
import { findPresentStep, isIn } from '../../shared/domain/job.ts'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { ClaimGuard } from '../jobs/runner.ts'
import type { Ledger } from '../jobs/ledger/ledger.ts'
import type { Job, Step } from '../jobs/ledger/rows.ts'
import type { Clock } from '../ports.ts'
import { mayPass } from '../storage/files.ts'
import type { Membership } from '../vault/fleet-membership.ts'
import { outcomeOf, type ClaimOutcome, judgeClaim } from './judge-claim.ts'
import { claimOf } from './claim-keys.ts'
import type { ClaimRow, ClaimRows, OtherStation } from './claim-rows.ts'
import { askForClaims, mostAsks, type HubClient, type RequestVersions } from './hub-client.ts'

/** How long a job waits for the hub before a call, in milliseconds. A slower hub is not asked again for a while. */
const guardPatience = 2000
/**
 * The most jobs in one request, and the jobs opened in one turn of the event loop. Requests are small, because a call for one job waits
 * until the whole request is answered.
 */
const [batchSize, openedInATurn] = [50, 25]

interface ClaimsDeps {
  readonly rows: ClaimRows
  readonly versions: RequestVersions
  readonly ledger: Ledger
  readonly client: Pick<HubClient, 'call' | 'mayAsk' | 'toLocal' | 'link'>
  readonly membership: Membership
  readonly clock: Clock
  /** The CRM service of a connection. Undefined for a connection outside the fleet: a training connection or a removed connection. */
  readonly tenant: (connectionId: string) => Pick<Connection, 'crmService'> | undefined
  readonly jobChanged: (id: string) => void
  /** Called when a supervisor has moved a job to another computer. */
  readonly onMoved: (sequence: number) => void
}

type MovedAnswer = Extract<ClaimAnswer, { readonly result: 'moved' }>
type Loaded = { readonly job: Job; readonly steps: readonly Step[] }

/** Takes, renews and ends the claims of this computer's jobs, and tells the runner which calls the claims allow. */
export function createClaims(deps: ClaimsDeps) {
  const { rows, versions, ledger, client, membership, clock, tenant, jobChanged, onMoved } = deps
  /**
   * When the hub was asked about a job that it then answered about, in milliseconds since this process started. A time of day can be set
   * back, and would not show the age. The hub may move the job as soon as it has answered, so the time of the answer would be too late.
   */
  const heardAt = new Map<number, number>()
  /** Jobs that another station has, according to the hub's answer to a copy. The hub is asked about each before it counts as moved. */
  const saidMoved = new Set<number>()
  /** Notes the hub's answer about a job. `askedAt`: see `heardAt`. It replaces what the hub said about the job when it got the copy. */
  const hear = (sequence: number, askedAt: number): void => {
    heardAt.set(sequence, askedAt)
    saidMoved.delete(sequence)
  }
  /** Loads a job. Undefined if its record does not open. Reports no error, because other code shows such records to the technician. */
  const load = (id: string | number, onDamaged?: () => void): Loaded | undefined => {
    try {
      return ledger.load(id)
    } catch (error) {
      if (!mayPass(error)) onDamaged?.()
      return undefined
    }
  }
  /**
   * The fence that the hub compares with its own, to say whether the job was moved since. Undefined if the hub cannot have moved the job from
   * here: it came by a file, or the hub was never told of it. If the technician continues although the hub gave this job to another
   * station, only a later move counts.
   */
  const fenceToTell = ({ sequence }: Job, { fence, word, other, isInCare }: ClaimRow): number | undefined => {
    if (word === 'go-on' && other?.fence !== undefined) return other.fence
    return fence > 0 || isInCare === true || rows.isRestored(sequence) ? fence : undefined
  }
  const claimOfJob = ({ connectionId, payload }: Job) => {
    const whose = tenant(connectionId)
    return whose && claimOf(payload, whose, membership.claimKey)
  }
  /**
   * The station that has one of the job's keys, if the technician must be told. This is this station itself only if the technician did not
   * see the conflict while saving the job: it was saved on another computer, or was stopped for a conflict. Jobs that free their keys at
   * the end only take turns on one station.
   */
  const otherOf = (job: Job, conflicts: readonly ClaimConflict[]): OtherStation | undefined => {
    const isOwnNews = (rows.isTakenOver(job.sequence) || isStopped(job)) && claimOfJob(job)?.isFreedAtEnd === false
    const one = conflicts.find(({ station }) => isOwnNews || station.id !== membership.station)
    if (one === undefined) return undefined
    const isOwn = one.station.id === membership.station
    return { station: one.station.name, since: Date.parse(one.since), state: one.state, ...(isOwn && { isOwn }) }
  }

  /**
   * Stores that the job holds its keys. `former`: the station that had the keys before, if the job was stopped because of that station. A
   * stopped job continues only when a technician decides.
   */
  const hold = (
    sequence: number,
    {
      fence,
      until,
      asked,
      former,
    }: Pick<ClaimRow, 'fence'> & {
      readonly until: string
      readonly asked: number
      readonly former?: OtherStation | undefined
    },
  ): void => {
    const askedAt = clock.now()
    hear(sequence, asked)
    const other = former && { other: former }
    rows.put(sequence, { claim: 'held', fence, askedAt, until: Math.max(askedAt + 1, client.toLocal(until)), ...other })
  }
  /** Whether the hub has a copy of this job, or has said that another station has it. Then it may have been moved, even without keys. */
  const isKnownToHub = ({ sequence }: Job): boolean => known(sequence).isInCare === true || saidMoved.has(sequence)
  const isKeyless = (job: Job): boolean => (claimOfJob(job)?.keys.length ?? 0) === 0
  const noteNotMoved = (sequence: number, asked: number): void => {
    hear(sequence, asked)
    rows.put(sequence, { ...known(sequence), askedAt: clock.now() })
  }
  /** Stops a job for which nothing was sent. A job that was sent meets the conflict at its next changing call. */
  const stop = ({ job, steps }: Loaded): void => {
    const step = findPresentStep(steps)
    const isIdle = job.state === 'saved' || job.state === 'waiting'
    if (step === undefined || !isIdle || steps.some((one) => ledger.lastTry(one))) return
    ledger.settleStep(job, step, 'undecided', { state: 'needs-you', why: 'claimed-elsewhere' })
    jobChanged(job.id)
    for (const id of ledger.idsBehind(job)) jobChanged(id)
  }
  /** Notes that another station has a claim on the job. The technician's decision to continue stays as long as the conflict lasts. */
  const contest = (loaded: Loaded, other: OtherStation, asked: number): void => {
    const { sequence, id } = loaded.job
    const before = known(sequence)
    const isAccepted = before.claim === 'conflict' && before.word === 'go-on'
    hear(sequence, asked)
    const word = isAccepted && ({ word: 'go-on' } as const)
    rows.put(sequence, { claim: 'conflict', fence: before.fence, askedAt: clock.now(), other, ...word })
    if (!isAccepted) stop(loaded)
    if (before.claim !== 'conflict' || before.other?.station !== other.station) jobChanged(id)
  }
  /**
   * Another job here that has one of the keys of a job that was moved here. It may have been sent without asking the hub. A job that waits
   * for a decision about its keys does not count, nor one that was moved here, too, and not sent: the hub knows which of them has the keys.
   */
  const rivalOf = ({ job }: Loaded): OtherStation | undefined => {
    const { keys = [], isFreedAtEnd } = claimOfJob(job) ?? {}
    if (isFreedAtEnd === true) return undefined
    const isRival = (one: Loaded): boolean =>
      !isStopped(one.job) &&
      claimOfJob(one.job)?.keys.some((key) => keys.includes(key)) === true &&
      (!rows.isTakenOver(one.job.sequence) || outcomeOf(ledger, one, false) === 'done')
    const others = rows.sharing(job.sequence).flatMap((sequence) => load(sequence) ?? [])
    const rival = others.find(isRival)?.job
    const state = rival !== undefined && isIn('settled', rival.state) ? 'done' : 'held'
    return rival && { station: membership.name, since: rival.createdAt, state, isOwn: true }
  }
  /**
   * Handles the answer that another station has the job. A supervisor moved the job only if this station had a claim or a copy of it at
   * the hub, and the hub's fence is not below the fence of this station. Otherwise the job came here by file or backup, this computer joined
   * again, or the hub was restored from before the move. Then a technician decides, and only a higher fence shows a later move.
   */
  const noteElsewhere = (loaded: Loaded, { to, fence }: Pick<MovedAnswer, 'to' | 'fence'>, asked: number): void => {
    const own = known(loaded.job.sequence)
    const contested = own.claim === 'conflict' ? own.other?.fence : undefined
    const wasHere = own.fence > 0 || own.isInCare === true
    const isMoved = contested === undefined ? wasHere && (fence ?? own.fence) >= own.fence : (fence ?? 0) > contested
    if (isMoved) giveAway(loaded, to.name)
    else contest(loaded, { station: to.name, fence: contested ?? fence ?? 0 }, asked)
  }
  const giveAway = ({ job }: Loaded, to: string): void => {
    rows.put(job.sequence, { ...known(job.sequence), claim: 'moved', other: { station: to } })
    onMoved(job.sequence)
    // A call in progress is not cut off. When that call ends, the runner finds this row.
    if (job.state === 'sending' || job.state === 'dropped' || isIn('purgeable', job.state)) return
    ledger.transferAway(job, to)
    jobChanged(job.id)
  }
  /** `released`: no step of the job can have had an effect, or the effect conflicts with no other job. */
  const endingOf = (loaded: Loaded): ClaimOutcome =>
    claimOfJob(loaded.job)?.isFreedAtEnd === true
      ? 'released'
      : outcomeOf(ledger, loaded, rows.isFromElsewhere(loaded.job.sequence))
  const known = (sequence: number): ClaimRow => rows.read(sequence) ?? { claim: 'new', fence: 0 }
  /** Stores the hub's answer about a job. `asked`: when the hub was asked; see `heardAt`. */
  const note = (loaded: Loaded, answer: ClaimAnswer, asked: number): void => {
    const { sequence, id } = loaded.job
    const before = known(sequence)
    if (answer.result !== 'late') saidMoved.delete(sequence)
    switch (answer.result) {
      case 'held': {
        const rival = before.claim === 'conflict' && before.word !== 'go-on' && before.other?.isOwn && rivalOf(loaded)
        if (rival) return contest(loaded, rival, asked)
        hold(sequence, { ...answer, asked, former: isStopped(loaded.job) ? before.other : undefined })
        if (before.claim !== 'held') jobChanged(id)
        return
      }
      case 'conflict': {
        const other = otherOf(loaded.job, answer.conflicts)
        if (other !== undefined) return contest(loaded, other, asked)
        hear(sequence, asked)
        rows.put(sequence, { claim: 'own', fence: before.fence, askedAt: clock.now() })
        return
      }
      case 'moved':
        return noteElsewhere(loaded, answer, asked)
      // The answer changes nothing. The next round asks the hub again.
      case 'late':
        return
    }
  }

  /** Asks for the claims of some jobs in one call. Returns a function that stores the answers. Undefined if the hub could not be asked. */
  const take = async (wanted: readonly Loaded[], patience?: number): Promise<(() => void) | undefined> => {
    const asked = clock.elapsed()
    const askedAs = new Map<string, Pick<ClaimRow, 'fence'> & Pick<Job, 'revision'>>()
    const jobs = wanted.flatMap(({ job }) => {
      const row = known(job.sequence)
      askedAs.set(job.id, { fence: row.fence, revision: job.revision })
      const keys = claimOfJob(job)?.keys ?? []
      const fence = fenceToTell(job, row)
      return keys.length === 0 ? [] : [{ job: job.id, keys: [...new Set(keys)].toSorted(), ...defined({ fence }) }]
    })
    if (jobs.length === 0) return () => undefined
    const answers = await askForClaims(client, versions, jobs, patience)
    if (answers === undefined) return undefined
    return () => {
      for (const answer of answers) {
        // The job may have changed while the hub was being asked, so it is loaded again.
        const loaded = load(answer.job)
        if (loaded === undefined) continue
        // A job that was moved and came back has another fence, and a corrected job has another revision. This answer is then outdated.
        const { fence, revision } = askedAs.get(answer.job) ?? {}
        const isStale =
          answer.result === 'moved' ? known(loaded.job.sequence).fence !== fence : loaded.job.revision !== revision
        if (!isStale) note(loaded, answer, asked)
      }
    }
  }
  /** Marks jobs without keys as over, because the hub need not be asked about such jobs. Returns the jobs with keys. */
  const settleKeyless = (wanted: readonly Loaded[]): readonly Loaded[] =>
    wanted.filter(({ job }) => {
      if (!isKeyless(job)) return true
      rows.put(job.sequence, { ...known(job.sequence), claim: 'over' })
      return false
    })

  /**
   * Asks the hub whether a claim still stands. If so, the keys stay taken for long, even if this computer is lost after its next call.
   * Returns a function that stores the answer. Undefined if the job has no claim, or none that stands.
   */
  const confirm = async (job: Job): Promise<(() => void) | undefined> => {
    const { claim, fence } = known(job.sequence)
    if (claim !== 'held' && !isKnownToHub(job)) return undefined
    const asked = clock.elapsed()
    const reply = await client.call('claims.confirm', { job: job.id, fence: Math.max(fence, 1) }, guardPatience)
    if (!reply.ok) return nothing
    const answer = reply.value
    if (answer.result === 'held' && claim === 'held')
      // A correction in the meantime has made the claim new.
      return () =>
        known(job.sequence).claim === 'held' ? hold(job.sequence, { fence, until: answer.until, asked }) : undefined
    if (answer.result !== 'moved') return undefined
    return () => {
      const loaded = load(job.id)
      // If the job was moved and came back in the meantime, it has another fence. This answer is then outdated.
      if (loaded !== undefined && known(job.sequence).fence === fence) noteElsewhere(loaded, answer, asked)
    }
  }

  const guard: ClaimGuard = {
    judge({ sequence, connectionId }, call) {
      if (tenant(connectionId) === undefined) return { claim: 'free' }
      const isRevoked = client.link().state === 'revoked'
      const now = clock.now()
      const heard = heardAt.get(sequence)
      return judgeClaim(rows.read(sequence), {
        ...call,
        now,
        heardAgo: heard === undefined ? undefined : clock.elapsed() - heard,
        isSaidMoved: saidMoved.has(sequence),
        mayAsk: client.mayAsk(),
        isRevoked,
      })
    },
    async ask(job, before) {
      const asked = clock.elapsed()
      // If the claim is new, the hub may have a claim on former keys of a corrected job. A confirmation would make that claim longer.
      if (known(job.sequence).claim !== 'new' || isKeyless(job)) {
        const store = await confirm(job)
        if (store !== undefined) return store
        // A job without keys has no claim. Any answer about the job other than "moved" means that the job was not moved.
        if (isKeyless(job)) return isKnownToHub(job) ? () => noteNotMoved(job.sequence, asked) : nothing
      }
      const loaded = load(job.id)
      const store = loaded && (await take([loaded], guardPatience))
      if (store === undefined || before !== 'send') return store ?? nothing
      ledger.atOnce(store)
      return (known(job.sequence).claim === 'held' ? await confirm(job) : undefined) ?? nothing
    },
    noteSend: ({ sequence, connectionId }) => {
      if (tenant(connectionId) !== undefined) rows.note(sequence)
    },
    noteReadBack: ({ sequence }) => rows.setWord(sequence, 'read-back'),
  }

  /** Opens jobs a few at a time, so that a long list delays nothing else. Jobs that SQLite cannot read now are left for later. */
  const open = async (sequences: readonly number[]): Promise<readonly Loaded[]> => {
    const opened: Loaded[] = []
    for (const [index, sequence] of sequences.entries()) {
      if (index % openedInATurn === openedInATurn - 1) await nextTurn()
      const loaded = load(sequence, () => rows.settleUnopened(sequence))
      if (loaded !== undefined) opened.push(loaded)
    }
    return opened
  }

  return {
    guard,
    /** Notes that another station has this job, according to the hub. Nothing is sent for the job before the hub was asked about it. */
    noteSaidMoved: (sequence: number): void => void saidMoved.add(sequence),
    /** Lets no earlier answer of the hub count any more. Until the hub answers again, each job that it knows may have been moved. */
    doubtAll: (): void => heardAt.clear(),
    /** Stops a job that was just moved here if another job of this computer has the same box or user ID. */
    compareMoved(id: string): void {
      const loaded = load(id)
      const rival = loaded && rivalOf(loaded)
      if (loaded !== undefined && rival !== undefined) contest(loaded, rival, clock.elapsed())
    },
    /** Stops this computer's earlier copy of a job. `to`: the station that has the job. Without it, the hub returns the job to here. */
    giveUp(id: string, to?: string): void {
      const loaded = load(id)
      if (loaded === undefined) return
      if (to === undefined) giveAway(loaded, membership.name)
      else noteElsewhere(loaded, { to: { id, name: to } }, clock.elapsed())
    },
    /** Returns how the claims of this computer's jobs end when it leaves the fleet. Jobs whose record does not open are left out. */
    listEndings: async (): Promise<HubRequest<'stations.leave'>['jobs']> =>
      (await open(rows.known())).map((one) => ({ job: one.job.id, outcome: endingOf(one) })),
    /** Asks the hub about these jobs, even if the hub has answered about them before. False if the hub could not be asked. */
    async ask(ids: readonly string[], isOver: () => boolean): Promise<boolean> {
      for (let first = 0; first < ids.length; first += batchSize) {
        const wanted = ids.slice(first, first + batchSize).flatMap((id) => load(id) ?? [])
        const store = await take(wanted)
        if (store === undefined || isOver()) return false
        ledger.atOnce(store)
      }
      return true
    },
    /** Asks about all jobs that are new to the hub, and renews claims that end soon. False if the hub could not be asked. */
    async takeAll(isOver: () => boolean): Promise<boolean> {
      let after = 0
      for (;;) {
        const sequences = rows.due(clock.now(), after, batchSize)
        if (sequences.length === 0 || isOver()) return true
        after = sequences.at(-1) ?? after
        const wanted = await open(sequences)
        const asked = ledger.atOnce(() => settleKeyless(wanted))
        if (asked.length === 0) continue
        const store = await take(asked)
        if (store === undefined || isOver()) return false
        ledger.atOnce(store)
      }
    },
    /** Tells the hub about finished jobs. False if the hub could not be told. */
    async finishAll(isOver: () => boolean): Promise<boolean> {
      for (let asks = 1; ;) {
        const sequences = rows.ended(batchSize)
        if (sequences.length === 0 || isOver()) return true
        const ended = await open(sequences)
        const version = versions.next()
        const held = ended.flatMap((one) => {
          const { claim, fence } = known(one.job.sequence)
          const outcome = endingOf(one)
          const isHeld = claim === 'held' || (claim === 'conflict' && outcome === 'released')
          return isHeld ? [{ sequence: one.job.sequence, asked: { version, job: one.job.id, fence, outcome } }] : []
        })
        const jobs = held.map(({ asked }) => asked)
        const reply = jobs.length === 0 ? undefined : await client.call('claims.finish', { jobs })
        if (reply?.ok === false || isOver()) return false
        const late = reply?.value.late ?? []
        const again = new Set(
          held.flatMap(({ sequence, asked }) => (late.some(({ job }) => job === asked.job) ? [sequence] : [])),
        )
        ledger.atOnce(() => {
          // A job whose record is purged or damaged does not open. It counts as over, too, because its claim lapses on its own.
          for (const sequence of sequences)
            if (!again.has(sequence)) rows.put(sequence, { ...known(sequence), claim: 'over' })
        })
        for (const one of late) versions.raise(one.version)
        if (again.size > 0 && asks === mostAsks) return true
        if (again.size > 0) asks += 1
      }
    },
  }
}

const nothing = (): void => undefined

/** Whether a technician must decide about the job, because another job of the fleet had the same box or customer. */
const isStopped = ({ state, why }: Job): boolean => state === 'needs-you' && why === 'claimed-elsewhere'
