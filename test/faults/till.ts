import type { SavedWork } from './compare-ledger.ts'
import { listLength, type Work } from './make-work.ts'

/** What the technician saved, and the app's answers. Survives the app's restarts. */
export interface Till {
  /** Work that was saved without an answer before a kill: it is saved again. */
  readonly unanswered: () => readonly Work[]
  /** The next work to save; undefined if there is none left. */
  readonly next: () => Work | undefined
  /** Extra work for a kill to meet; optional. Undefined if there is none left. */
  readonly nextExtra: () => Work | undefined
  /** The next list of plain new customers, to be saved at once; empty if there is none left. */
  readonly nextList: () => readonly Work[]
  /** How much work was never saved. */
  readonly left: () => number
  readonly noteSaved: (draftId: string, id: string) => void
  /** Number of unfinished jobs, as the app last reported it. */
  readonly noteUnfinished: (count: number) => void
  /** Milliseconds since a job was last saved or came to rest; kills do not count as progress. */
  readonly unmovedMs: () => number
  readonly noteStall: () => void
  readonly stalls: () => number
  readonly longestStillMs: () => number
  /** A point that the app passed and at which it can be killed. */
  readonly notePoint: (point: string) => void
  readonly points: () => ReadonlySet<string>
  readonly saved: () => readonly SavedWork[]
  readonly savedAgain: () => number
  /** Whether there is unfinished work that a kill would interrupt. */
  readonly isBusy: () => boolean
  /** Whether all work is saved, answered and at rest. */
  readonly isOver: () => boolean
}

export function createTill(all: readonly Work[], extra: readonly Work[] = [], listed: readonly Work[] = []): Till {
  const given: Work[] = []
  let handedIn = 0
  let extras = 0
  let ofLists = 0
  let unfinished = 0
  let savedAgain = 0
  let movedAt = performance.now()
  let longestStill = 0
  let stalls = 0
  const points = new Set<string>()
  const move = (): void => {
    longestStill = Math.max(longestStill, performance.now() - movedAt)
    movedAt = performance.now()
  }
  const answered = new Map<string, SavedWork>()
  const give = (stock: readonly Work[], from: number, most = 1): readonly Work[] => {
    if (unfinished === 0) move()
    const works = stock.slice(from, from + most)
    given.push(...works)
    return works
  }
  const unanswered = (): readonly Work[] => given.filter(({ draftId }) => !answered.has(draftId))
  return {
    unanswered() {
      savedAgain += unanswered().length
      return unanswered()
    },
    next() {
      const [work] = give(all, handedIn)
      if (work !== undefined) handedIn += 1
      return work
    },
    nextExtra() {
      const [work] = give(extra, extras)
      if (work !== undefined) extras += 1
      return work
    },
    nextList() {
      const list = give(listed, ofLists, listLength)
      ofLists += list.length
      return list
    },
    left: () => all.length - handedIn,
    noteSaved(draftId, id) {
      const work = given.find((one) => one.draftId === draftId)
      if (work === undefined) throw new Error(`Nobody handed in ${draftId}`)
      move()
      if (!answered.has(draftId)) unfinished += 1
      answered.set(draftId, { ...work, id })
    },
    noteUnfinished: (count) => {
      // Without unfinished work, no progress is expected.
      if (count !== unfinished || count === 0) move()
      unfinished = count
    },
    unmovedMs: () => performance.now() - movedAt,
    noteStall() {
      stalls += 1
      move()
    },
    stalls: () => stalls,
    longestStillMs: () => longestStill,
    notePoint: (point) => void points.add(point),
    points: () => points,
    saved: () => [...answered.values()],
    savedAgain: () => savedAgain,
    isBusy: () => unfinished > 0 || unanswered().length > 0,
    isOver: () => handedIn === all.length && unfinished === 0 && unanswered().length === 0,
  }
}
