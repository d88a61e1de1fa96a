import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { KeptList } from '../../../../shared/bridge/list-channels.ts'

/** Keeps the list that is worked through on this computer, as it changes, one call after the other. */
export interface ListKeeper {
  /** Another list is kept from now on: as `now` says it is, its bytes by `part`. */
  readonly begin: (now: () => KeptList, part: (part: number) => Promise<string>) => void
  /** One that is kept already is gone on with. */
  readonly goOn: (now: () => KeptList) => void
  /** It changes no more, and stays kept as it is. */
  readonly rest: () => void
  /** Something of the list is other than it was. */
  readonly change: () => void
  /** It is done with. */
  readonly forget: () => void
  /** Waits until all of it is kept, or cannot be kept now. */
  readonly settled: () => Promise<void>
}

interface Keeping {
  readonly now: () => KeptList
  readonly part: (part: number) => Promise<string>
  /** The next part that is to be kept; nothing before the list is begun. */
  next: number | undefined
  /** A change waits for its turn: what it keeps is how the list is by then. */
  isDue: boolean
}

/** `tell` hears after each call why the list is not kept, or that it is. */
export function createListKeeper(
  bridge: Bridge,
  connectionId: string,
  tell: (trouble: BridgeError | undefined) => void,
): ListKeeper {
  let current: Keeping | undefined
  let work: Promise<void> = Promise.resolve()

  const inTurn = (act: () => Promise<void>): void => {
    const before = work
    const afterwards = async (): Promise<void> => {
      await before
      try {
        await act()
      } catch {
        // A reader that broke down gives no part: the screen says so.
      }
    }
    work = afterwards()
  }
  /** What is missing of a list is brought first: a call that failed is made again with the next change. */
  const keepNow = async (mine: Keeping): Promise<BridgeError | undefined> => {
    const isWanted = (): boolean => current === mine
    if (mine.next === undefined) {
      const reply = await bridge.call('list.begin', { connectionId, list: mine.now() })
      if (!reply.ok) return reply.error
      mine.next = 0
    }
    for (const { digest, parts } = mine.now(); mine.next < parts && isWanted(); mine.next += 1) {
      const bytes = await mine.part(mine.next)
      const reply = await bridge.call('list.keep-part', { connectionId, digest, part: mine.next, bytes })
      if (!reply.ok) return reply.error
    }
    if (!isWanted()) return undefined
    const reply = await bridge.call('list.keep', { connectionId, list: mine.now() })
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
