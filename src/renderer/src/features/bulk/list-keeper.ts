import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { StoredList } from '../../../../shared/bridge/list-channels.ts'

/** Stores the open list on this computer as it changes, one call at a time. */
interface ListKeeper {
  /** Stores a new list from now on: `now` returns its state, `part` its bytes. */
  readonly begin: (now: () => StoredList, part: (part: number) => Promise<string>) => void
  /** Continues with a list that is already stored. */
  readonly goOn: (now: () => StoredList) => void
  /** Stops storing changes. The stored list stays. */
  readonly rest: () => void
  /** Stores the list soon, because it has changed. */
  readonly change: () => void
  /** Deletes the stored list. */
  readonly forget: () => void
  /** Resolves when everything is stored, or storing failed. */
  readonly settled: () => Promise<void>
}

interface ListSaveState {
  readonly now: () => StoredList
  readonly part: (part: number) => Promise<string>
  /** The next part to store; undefined until `list.begin` succeeded. */
  next: number | undefined
  /** A change is waiting. It will store the state at that time. */
  isDue: boolean
}

/** Calls `tell` after each attempt with the reason the list is not stored, or undefined if it is. */
export function createListKeeper(
  bridge: Bridge,
  connectionId: string,
  tell: (trouble: BridgeError | undefined) => void,
): ListKeeper {
  let current: ListSaveState | undefined
  let work: Promise<void> = Promise.resolve()

  const inTurn = (action: () => Promise<void>): void => {
    const before = work
    const afterwards = async (): Promise<void> => {
      await before
      try {
        await action()
      } catch {
        // A worker that failed cannot return a part. The screen reports that already.
      }
    }
    work = afterwards()
  }
  /** Stores missing parts first, so a failed call is repeated with the next change. */
  const keepNow = async (mine: ListSaveState): Promise<BridgeError | undefined> => {
    const isWanted = (): boolean => current === mine
    if (mine.next === undefined) {
      const reply = await bridge.call('list.begin', { connectionId, list: mine.now() })
      if (!reply.ok) return reply.error
      mine.next = 0
    }
    for (const { digest, parts } = mine.now(); mine.next < parts && isWanted(); mine.next += 1) {
      const bytes = await mine.part(mine.next)
      const reply = await bridge.call('list.save-part', { connectionId, digest, part: mine.next, bytes })
      if (!reply.ok) return reply.error
    }
    if (!isWanted()) return undefined
    const reply = await bridge.call('list.save', { connectionId, list: mine.now() })
    return reply.ok ? undefined : reply.error
  }
  const change = (): void => {
    const mine = current
    if (mine === undefined || mine.isDue) return
    mine.isDue = true
    inTurn(async () => {
      mine.isDue = false
      if (current !== mine) return
      const trouble = await keepNow(mine)
      if (current === mine) tell(trouble)
    })
  }
  return {
    begin(now, part) {
      current = { now, part, next: undefined, isDue: false }
      change()
    },
    goOn(now) {
      current = { now, part: () => Promise.reject(new Error('All parts are kept.')), next: now().parts, isDue: false }
    },
    rest() {
      current = undefined
      tell(undefined)
    },
    change,
    forget() {
      current = undefined
      tell(undefined)
      inTurn(async () => {
        await bridge.call('list.forget', { connectionId })
      })
    },
    settled: () => work,
  }
}
