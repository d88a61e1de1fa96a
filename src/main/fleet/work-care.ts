import { defined } from '../../shared/defined.ts'
import type { LeftWaiting } from '../../shared/domain/fleet.ts'
import { isIn } from '../../shared/domain/job.ts'
import type { HubAnswer, WorkItem } from '../../shared/fleet/hub-calls.ts'
import { prepareStanding } from '../jobs/ledger/fleet-rows.ts'
import { findStatus } from '../jobs/ledger/maintenance-rows.ts'
import { admitJob, importWork, type Incoming } from '../maintenance/import-work.ts'
import { inTransaction } from '../storage/database.ts'
import type { ClaimRows } from './claim-rows.ts'
import { mostAsks, type HubClient, type MemberParts } from './hub-client.ts'
import { openWork, readWorkContent, sealWork } from './work-content.ts'

const batchSize = 50
/** The most characters of a sealed job that the hub takes. */
const longestSealed = 131_072

interface WorkCareDeps extends Omit<MemberParts, 'random' | 'client'> {
  readonly rows: ClaimRows
  readonly client: Pick<HubClient, 'call'>
  readonly jobChanged: (id: string) => void
  /** Called when the hub says that other stations have these jobs. */
  readonly onMoved: (ids: readonly string[]) => void
  /** Called when a job will come back from the hub. This computer's earlier copy of the job must send nothing more. */
  readonly giveUp: (id: string) => void
  /** Called when a job was moved here. Another job of this computer may have the same box or user ID. */
  readonly compareMoved: (id: string) => void
}

interface Admitted {
  readonly incoming: Incoming
  readonly from: string
}
interface Made {
  readonly sequence: number
  readonly item: WorkItem
  readonly mark: string
  readonly known: string | undefined
}
/** The sequences of jobs of which the hub has a newer version. */
type Late = readonly number[] | undefined
/** Why a job that the hub offers is not taken over. */
type WaitingCause = Exclude<keyof LeftWaiting, 'heldBack'>

/** The newer versions that the hub has, by the ids of the jobs. */
const newerOf = ({ late = [] }: HubAnswer<'work.remove'>): ReadonlyMap<string, number> =>
  new Map(late.map(({ job, version }) => [job, version]))

export const nothingWaits: LeftWaiting = { unconnected: 0, unopened: 0, otherCall: 0, heldBack: 0 }
const addWaiting = (one: LeftWaiting, other: LeftWaiting): LeftWaiting => ({
  unconnected: one.unconnected + other.unconnected,
  unopened: one.unopened + other.unopened,
  otherCall: one.otherCall + other.otherCall,
  // Each page of the hub's list has the count of all jobs.
  heldBack: other.heldBack,
})

/** Keeps the hub's copies of this station's unfinished jobs up to date, and takes over work that was moved to this station. */
export function createWorkCare(deps: WorkCareDeps) {
  const { database, sealing, clock, log, rows, client, membership, connections, jobChanged, onMoved, giveUp } = deps
  const standingOf = prepareStanding(database)
  /** The jobs that the hub has not stored since this start, although it was asked to. Their ids by their sequences. */
  const uncared = new Map<number, string>()
  const setUncared = (sequence: number, id: string, isUncared: boolean): void => {
    if (uncared.has(sequence) === isUncared) return
    if (isUncared) uncared.set(sequence, id)
    else uncared.delete(sequence)
    jobChanged(id)
  }

  /** Reads a job's id. The result has a state and a connection only if the hub must have a copy of the job. */
  const look = (sequence: number) => {
    const { id: job = '', state, connectionId } = standingOf(sequence) ?? {}
    const connection = connections().find(({ id }) => id === connectionId)
    const { claim } = rows.read(sequence) ?? {}
    const isCaredFor = connection !== undefined && state !== undefined && isIn('leftBehind', state) && claim !== 'moved'
    return { id: job, ...(isCaredFor && { state, connection }) }
  }
  const nextVersion = (version: number): number => Math.max(version + 1, clock.now())

  /** Makes the copy of a job. `known`: the mark of the hub's present copy. Undefined if the hub needs no copy, or if none can be made. */
  const makeItem = async (sequence: number): Promise<Made | undefined> => {
    const { state, connection } = look(sequence)
    const mark = rows.markOf(sequence)
    const { version, mark: known } = rows.stored(sequence)
    if (connection === undefined || mark === known) {
      uncared.delete(sequence)
      return undefined
    }
    const content = readWorkContent({ database, sealing, clock }, sequence, connection, membership.name)
    if (content === undefined) return undefined
    const sealed = await sealWork(membership.fleetKey, membership, content)
    if (sealed.length > longestSealed) {
      log.problem('fleet-work', { kind: 'too-large' })
      setUncared(sequence, content.job.id, true)
      return undefined
    }
    const fence = rows.read(sequence)?.fence ?? 0
    // The cast is safe, because `look` returns only states of the set `leftBehind`.
    const item = {
      job: content.job.id,
      fence,
      version: nextVersion(version),
      state: state as WorkItem['state'],
      sealed,
    }
    return { sequence, item, mark, known }
  }
  /** Notes the version that the hub has. The mark of the last copy stays, so the job still counts as changed and is copied again. */
  const noteLate = (sequence: number, version: number): void =>
    rows.setStored(sequence, { version, mark: rows.stored(sequence).mark })
  const noteStored = (made: readonly Made[], answer: HubAnswer<'work.put'>): readonly number[] => {
    const newer = newerOf(answer)
    const moved = new Set(answer.moved)
    inTransaction(database, () => {
      for (const { sequence, item, mark, known } of made) {
        const version = newer.get(item.job)
        if (version !== undefined) noteLate(sequence, version)
        // The hub has not stored the copy of a job that belongs to another station.
        else rows.setStored(sequence, { version: item.version, mark: moved.has(item.job) ? known : mark })
      }
    })
    for (const { sequence, item } of made) setUncared(sequence, item.job, moved.has(item.job))
    if (moved.size > 0) onMoved([...moved])
    return made.filter(({ item }) => newer.has(item.job)).map(({ sequence }) => sequence)
  }
  /** Sends copies. Returns the same as `store`. If the hub refuses several, each is sent alone, so one refused copy stops nothing else. */
  const put = async (made: readonly Made[], isOver: () => boolean): Promise<Late> => {
    const reply = await client.call('work.put', { items: made.map(({ item }) => item) })
    if (isOver()) return undefined
    if (reply.ok) return noteStored(made, reply.value)
    const { error } = reply
    if (error.is === 'unreached' || error.code === 'revoked' || error.code === 'not-signed-in') return undefined
    // The hub takes no more jobs of this station.
    const isFull = error.code === 'too-large'
    if (isFull || made.length === 1) {
      log.problem('fleet-care', { kind: isFull ? 'too-many-jobs' : error.code })
      for (const { sequence, item } of made) setUncared(sequence, item.job, true)
      return []
    }
    const late: number[] = []
    for (const one of made) {
      const alone = await put([one], isOver)
      if (alone === undefined) return undefined
      late.push(...alone)
    }
    return late
  }
  /** Stores copies. Returns the sequences of the jobs of which the hub has a newer version. Undefined if the hub could not be told. */
  const store = async (sequences: readonly number[], isOver: () => boolean): Promise<Late> => {
    const made: Made[] = []
    for (const sequence of sequences) {
      const one = await makeItem(sequence)
      if (isOver()) return undefined
      if (one !== undefined) made.push(one)
    }
    if (made.length === 0) return []
    // The copies are noted before the request, because the hub may store a copy even if the hub's answer is lost. Such a copy must be
    // removed later.
    inTransaction(database, () => {
      for (const { sequence, item, known } of made)
        if (known === undefined) rows.setStored(sequence, { version: item.version, mark: 'asked' })
    })
    return put(made, isOver)
  }
  /** Removes copies. Returns the same as `store`. */
  const remove = async (sequences: readonly number[], isOver: () => boolean): Promise<Late> => {
    const gone = sequences.flatMap((sequence) => {
      const { id, connection } = look(sequence)
      const { version, mark } = rows.stored(sequence)
      return connection === undefined && mark !== undefined
        ? [{ sequence, job: id, version: nextVersion(version) }]
        : []
    })
    // If a job was moved away, the other station removes the hub's copy, so this station does not.
    const own = gone.filter(({ sequence }) => rows.read(sequence)?.claim !== 'moved')
    const jobs = own.map(({ job, version }) => ({ job, version }))
    const reply = jobs.length === 0 ? undefined : await client.call('work.remove', { jobs })
    if (reply?.ok === false || isOver()) return undefined
    const newer = newerOf(reply?.value ?? {})
    inTransaction(database, () => {
      for (const { sequence, job, version } of gone) {
        const known = newer.get(job)
        if (known === undefined) rows.setStored(sequence, { version, mark: undefined })
        else noteLate(sequence, known)
      }
    })
    return gone.filter(({ job }) => newer.has(job)).map(({ sequence }) => sequence)
  }
  /**
   * Stores or removes the copies of these jobs. After a restore of the data folder, the hub may know a newer version than this computer.
   * Then the hub is told again with a higher version. False if the hub could not be told.
   */
  const bringUp = async (sequences: readonly number[], isOver: () => boolean): Promise<boolean> => {
    let left = sequences
    for (let asks = 0; asks < mostAsks && left.length > 0; asks += 1) {
      const stored = await store(left, isOver)
      if (stored === undefined) return false
      const removed = await remove(left, isOver)
      if (removed === undefined) return false
      left = [...stored, ...removed]
    }
    return true
  }

  /** Opens a job that was moved to this computer. A job that cannot be taken over waits at the hub; then the result is the cause. */
  const admit = async ({ job, sealed }: WorkItem): Promise<Admitted | WaitingCause> => {
    const content = await openWork(membership.openingKey, membership, job, sealed)
    if (content === undefined) {
      log.problem('fleet-rescue', { kind: 'not-opened' })
      return 'unopened'
    }
    const { baseUrl, crmService } = content.connection
    const connection = connections().find((one) => one.baseUrl === baseUrl && one.crmService === crmService)
    if (connection === undefined) return 'unconnected'
    const admitted = admitJob(content.job, connection, sealing)
    if (!admitted.ok) {
      log.problem('fleet-rescue', { kind: 'other-call' })
      return 'otherCall'
    }
    return { incoming: admitted.value, from: content.from }
  }
  /**
   * What this station already has of a job that was moved to this station. `gone`: nothing. `taken`: the job itself, already taken over.
   * `over`: a finished copy. `left`: an earlier copy that continues.
   */
  const findHere = (id: string, fence: number): 'gone' | 'taken' | 'over' | 'left' => {
    const standing = standingOf(id)
    if (standing === undefined || findStatus(database, id) !== 'here') return 'gone'
    const { sequence, state } = standing
    const known = rows.read(sequence)
    if (known !== undefined && known.claim !== 'moved' && known.fence === fence) return 'taken'
    return state !== undefined && isIn('leftBehind', state) ? 'left' : 'over'
  }
  /**
   * Takes over as many of these jobs as possible. `settled`: the ids of the jobs that the hub need not offer again. `left`: counts of the
   * jobs that wait at the hub, by cause. `delayed`: the number of jobs whose earlier copy on this computer is still sending.
   */
  const takeIn = async (items: HubAnswer<'work.waiting'>['items']) => {
    const admitted = new Map<string, Admitted>()
    const left = { ...nothingWaits }
    for (const item of items) {
      const one = await admit(item)
      if (typeof one === 'string') left[one] += 1
      else admitted.set(item.job, one)
    }
    const sources = Map.groupBy(admitted.values(), ({ from }) => from)
    return inTransaction(database, () => {
      for (const { job, fence } of items) if (admitted.has(job) && findHere(job, fence) === 'left') giveUp(job)
      const here = new Map(items.map(({ job, fence }) => [job, findHere(job, fence)]))
      const delayed = new Set([...admitted.keys()].filter((job) => here.get(job) === 'left'))
      const taken: string[] = []
      for (const [source, jobs] of sources) {
        const incoming = jobs.map((one) => one.incoming).filter(({ job }) => here.get(job.id) === 'gone')
        taken.push(...importWork({ database, sealing, clock }, incoming, { source, isOfFleet: true }).taken)
      }
      for (const { job, fence, version } of items) {
        if (!admitted.has(job) || delayed.has(job)) continue
        const sequence = Number(standingOf(job)?.sequence)
        // The claim came with the job. The claim may lapse before the job's first call, so the hub is asked before that call.
        if (here.get(job) !== 'taken')
          rows.put(sequence, { claim: 'held', fence, askedAt: clock.now(), until: clock.now() })
        // The hub does not remove its copy of a job before the job was taken over. If the job is already over on this computer, this mark
        // makes Setdesk ask for the removal again.
        rows.setStored(sequence, { version: Math.max(version, rows.stored(sequence).version), mark: 'as it came' })
        if (here.get(job) === 'gone') deps.compareMoved(job)
        jobChanged(job)
      }
      const settled = [...admitted.keys()].filter((job) => !delayed.has(job))
      return { settled, delayed: delayed.size, left }
    })
  }

  return {
    /** Whether the hub did not store a job: too large, beyond the station's limit, or refused. It cannot be moved from a lost computer. */
    isUncared: (sequence: number): boolean => uncared.has(sequence),
    countUncared: (): number => uncared.size,
    uncaredIds: (): readonly string[] => [...uncared.values()],
    /** Compares all jobs with the hub's copies, and stores or removes the copies that differ. False if the hub could not be told. */
    async bringUpAll(isOver: () => boolean): Promise<boolean> {
      for (let after = 0; ;) {
        const sequences = rows.unlike(
          connections().map(({ id }) => id),
          after,
          batchSize,
        )
        if (sequences.length === 0 || isOver()) return true
        after = sequences.at(-1) ?? after
        if (!(await bringUp(sequences, isOver))) return false
      }
    },
    /** Compares these jobs with the hub's copies in the same way as `bringUpAll`. Removes each compared job from the set. */
    async bringUp(ids: Set<string>, isOver: () => boolean): Promise<boolean> {
      while (ids.size > 0 && !isOver()) {
        const some = [...ids].slice(0, batchSize)
        for (const id of some) ids.delete(id)
        const sequences = some.flatMap((id) => {
          const standing = standingOf(id)
          return standing === undefined ? [] : [standing.sequence]
        })
        if (await bringUp(sequences, isOver)) continue
        for (const id of some) ids.add(id)
        return false
      }
      return true
    },
    /**
     * Takes over the work that was moved to this station. `left`: counts of the jobs that wait at the hub, by cause. `delayed`: the number
     * of jobs whose earlier copy on this computer is still sending. Undefined if the hub could not be asked.
     */
    async takeOver(
      isOver: () => boolean,
    ): Promise<{ readonly left: LeftWaiting; readonly delayed: number } | undefined> {
      let left = nothingWaits
      let delayed = 0
      for (let after: string | undefined; ;) {
        const waiting = await client.call('work.waiting', defined({ after }))
        if (!waiting.ok || isOver()) return undefined
        // A hub that does not support pages returns the first page again.
        const items = waiting.value.items.filter(({ job }) => after === undefined || job > after)
        const { settled: jobs, ...page } = await takeIn(items)
        if (isOver()) return undefined
        if (jobs.length > 0) {
          const accepted = await client.call('work.accept', { jobs })
          if (!accepted.ok) return undefined
        }
        left = addWaiting(left, { ...page.left, heldBack: waiting.value.heldBack ?? 0 })
        delayed += page.delayed
        if (!waiting.value.hasMore || items.length === 0) return { left, delayed }
        after = items.at(-1)?.job
      }
    },
  }
}
