import type { SavedWork } from './compare-ledger.ts'
import type { Work } from './make-work.ts'

/** What the technician has handed in, and what the app said to it. It outlives the desk's lives. */
export interface Till {
  /** Work that was handed in and not answered before a kill: it is handed in again. */
  readonly unanswered: () => readonly Work[]
  /** The next work to hand in; undefined when there is none left. */
  readonly next: () => Work | undefined
  /** Work over and above, for a kill to meet; it need not be handed in. Undefined when there is none left. */
  readonly nextExtra: () => Work | undefined
  /** How much was never handed in. */
  readonly left: () => number
  readonly noteSaved: (draftId: string, id: string) => void
  /** How many jobs the desk last said are unfinished. */
  readonly noteUnfinished: (count: number) => void
  /** Milliseconds since work was last saved or came to rest; kills between do not count for moving. */
  readonly unmovedMs: () => number
  readonly noteStall: () => void
  readonly stalls: () => number
  readonly longestStillMs: () => number
  /** A point that a desk came by, at which it can be killed. */
  readonly notePoint: (point: string) => void
  readonly points: () => ReadonlySet<string>
  readonly saved: () => readonly SavedWork[]
  readonly savedAgain: () => number
  /** There is something for a kill to meet. */
  readonly isBusy: () => boolean
  /** All is handed in, answered and at rest. */
  readonly isOver: () => boolean
}

export function createTill(all: readonly Work[], extra: readonly Work[] = []): Till {
  let handedIn = 0
  let extras = 0
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
  const given = (): readonly Work[] => [...all.slice(0, handedIn), ...extra.slice(0, extras)]
  const unanswered = (): readonly Work[] => given().filter(({ draftId }) => !answered.has(draftId))
  return {
    unanswered() {
      savedAgain += unanswered().length
      return unanswered()
    },
    next() {
      const work = all[handedIn]
      if (unfinished === 0) move()
      if (work !== undefined) handedIn += 1
      return work
    },
    nextExtra() {
      const work = extra[extras]
      if (unfinished === 0) move()
      if (work !== undefined) extras += 1
      return work
    },
    left: () => all.length - handedIn,
    noteSaved(draftId, id) {
      const work = given().find((one) => one.draftId === draftId)
      if (work === undefined) throw new Error(`Nobody handed in ${draftId}`)
      move()
      if (!answered.has(draftId)) unfinished += 1
      answered.set(draftId, { ...work, id })
    },
    noteUnfinished: (count) => {
      // With nothing in hand nothing needs to move.
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
