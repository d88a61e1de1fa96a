import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fitsGround, searchWordsOf, plain } from '../../../shared/domain/activity/fits-text.ts'
import type { JobSummary } from '../../../shared/domain/job.ts'
import type { JobViews, WantedJobs } from './views.ts'

/** The number of jobs that are opened in one turn of the event loop. Opening them takes about five milliseconds. */
const openedInATurn = 50
/** This many of the newest jobs are opened before the first answer. */
const openedFirst = 2000
const readAtOnce = 100

/** What is remembered about a job for the search. The words are empty if the job was purged or does not open. */
interface Remembered {
  readonly sequence: number
  readonly words: string
  readonly technician: string
}

export interface SoughtJobs extends WantedJobs {
  readonly text: string
  /** A part of the name of the technician who saved the job. */
  readonly technician: string
}

export interface FoundJobs {
  readonly jobs: readonly JobSummary[]
  /** Older jobs are still being opened, so a later search may find more. */
  readonly isPartial: boolean
}

interface SearchDeps {
  readonly database: Pick<DatabaseSync, 'isOpen'>
  readonly views: Pick<JobViews, 'list' | 'page' | 'summary' | 'newest'>
  /** Called when all jobs have been opened, if there are more jobs than `openedFirst`. */
  readonly onComplete: () => void
}

/** Whether a technician of this name saved the job. A part of the name is enough; case and accents do not count. */
export const isBy = ({ technician }: Pick<JobSummary, 'technician'>, name: string): boolean =>
  plain(technician).includes(plain(name))

/**
 * Searches all jobs by their words. On disk the jobs are sealed, so the first search starts to open them, newest first. The words
 * are remembered as long as the session is open.
 */
export function createJobSearch({ database, views, onComplete }: SearchDeps) {
  let known: Known | undefined
  const changed = new Set<string>()

  const openOlder = async (mine: Known): Promise<void> => {
    const isWanted = (): boolean => mine === known && database.isOpen
    while (!mine.isComplete && isWanted()) {
      const jobs = views.page({ before: mine.older.at(-1)?.sequence ?? mine.start + 1, limit: openedInATurn })
      mine.older.push(...jobs.map(remember))
      mine.isComplete = jobs.length < openedInATurn
      if (mine.isComplete || mine.older.length >= openedFirst) mine.first.resolve()
      if (mine.isComplete && mine.older.length > openedFirst) onComplete()
      await nextTurn()
    }
    mine.first.resolve()
  }
  const openNewer = async (mine: Known): Promise<void> => {
    for (;;) {
      const after = mine.newer.at(-1)?.sequence ?? mine.start
      const jobs = database.isOpen ? views.page({ after, limit: openedInATurn }) : []
      mine.newer.push(...jobs.map(remember))
      if (jobs.length < openedInATurn) return
      await nextTurn()
    }
  }
  /**
   * Returns the remembered jobs. The first call starts to open all jobs, newest first. A later call starts over if more than `openedFirst`
   * jobs were saved since then. Otherwise these jobs would be opened oldest first, and the newest jobs would come last.
   */
  const takeUp = (): Known => {
    const newest = views.newest()
    if (known !== undefined && newest - (known.newer.at(-1)?.sequence ?? known.start) <= openedFirst) return known
    changed.clear()
    const first = Promise.withResolvers<void>()
    const fresh: Known = { start: newest, newer: [], older: [], isComplete: false, first, newest: undefined }
    known = fresh
    openOlder(fresh).catch((error: unknown) => {
      if (known === fresh) known = undefined
      fresh.first.reject(error)
    })
    // Every search waits for the first jobs, and reports the error.
    first.promise.catch(() => undefined)
    return fresh
  }
  const openChanged = ({ newer, older }: Known): void => {
    for (const id of changed) {
      const job = views.summary(id)
      if (job === undefined) continue
      replace(newer, job, (one) => one >= job.sequence)
      replace(older, job, (one) => one <= job.sequence)
    }
    changed.clear()
  }

  return {
    noteChanged(id: string): void {
      if (known !== undefined) changed.add(id)
    },
    /** Forgets the words of all jobs, for example after a purge. */
    forget(): void {
      known = undefined
      changed.clear()
    },
    /** Returns the matching jobs, newest first, at most `limit`. */
    async find({
      text,
      technician,
      limit,
      before = Number.POSITIVE_INFINITY,
      ...which
    }: SoughtJobs): Promise<FoundJobs> {
      const mine = takeUp()
      await mine.first.promise
      await (mine.newest ??= openNewer(mine).finally(() => {
        mine.newest = undefined
      }))
      if (!database.isOpen) return { jobs: [], isPartial: false }
      openChanged(mine)
      const found: JobSummary[] = []
      const [fitsWords, name] = [fitsGround(text), plain(technician)]
      const fits = (one: Remembered): boolean => fitsWords(one.words) && one.technician.includes(name)
      let sequences: number[] = []
      const read = (): void => {
        const jobs = views.list({ ...which, among: sequences, limit: readAtOnce })
        // A job may have changed since its words were remembered, so each job is compared once more.
        found.push(...jobs.filter((job) => fits(remember(job))))
        sequences = []
      }
      for (const one of newestFirst(mine)) {
        if (one.sequence >= before || !fits(one)) continue
        sequences.push(one.sequence)
        if (sequences.length === readAtOnce) read()
        if (found.length >= limit) break
      }
      if (sequences.length > 0 && found.length < limit) read()
      return { jobs: found.slice(0, limit), isPartial: !mine.isComplete && found.length < limit }
    },
  }
}

/**
 * The remembered jobs. `newer`: the jobs after the sequence `start`, in ascending order. `older`: all other jobs, in descending order. So
 * both lists grow only at the end.
 */
interface Known {
  readonly start: number
  readonly newer: Remembered[]
  readonly older: Remembered[]
  isComplete: boolean
  /** Resolves when enough jobs are open for a first answer. */
  readonly first: PromiseWithResolvers<void>
  /** Set while the newest jobs are being opened. */
  newest: Promise<void> | undefined
}

const remember = (job: JobSummary): Remembered => ({
  sequence: job.sequence,
  words: searchWordsOf(job),
  technician: plain(job.technician),
})

function* newestFirst({ newer, older }: Known): Generator<Remembered> {
  for (let index = newer.length - 1; index >= 0; index -= 1) yield newer[index] as Remembered
  yield* older
}

/** Replaces a job in a sorted list, if it is there. `isAt`: true for every sequence from the job's place to the end of the list. */
function replace(list: Remembered[], job: JobSummary, isAt: (sequence: number) => boolean): void {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAt(list[middle]?.sequence ?? 0)) high = middle
    else low = middle + 1
  }
  if (list[low]?.sequence === job.sequence) list[low] = remember(job)
}
