import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import type { CustomerListPage, CustomerRow, RawAnswer } from '../../../../../shared/domain/customer/customer-view.ts'
import { useServices } from '../../../state/services.tsx'
import { makeSlot } from '../../../state/use-read.ts'
import { askPage, type AskedBy, hasDetails, holdsText, type ListSource } from './list-source.ts'

/** A place in the list. `row` is undefined while a row that was dropped to save memory is being fetched again. */
export interface ListedCustomer {
  readonly id: number
  readonly row: CustomerRow | undefined
}

interface ListPage {
  readonly start: number
  readonly count: number
  readonly asked: AskedBy
  readonly places: readonly ListedCustomer[] | undefined
}

/** The loaded part of a list. In a long list, the rows far from the visible rows are dropped. */
export interface CustomerListState {
  readonly pages: readonly ListPage[]
  readonly total: number
  /** The number of rows of which only the user ID is known. */
  readonly unknown: number
  readonly next: AskedBy | undefined
  /** Increases when the first page of a new source arrives. */
  readonly generation: number
  /** The rows belong to an earlier source, because the new source is still being loaded. */
  readonly isStale: boolean
  readonly isBusy: boolean
  /** No answer has arrived yet. */
  readonly isFresh: boolean
  readonly told: Pick<CustomerListPage, 'at' | 'isCached' | 'isGathered' | 'isCut'> | undefined
  /** The answer as received, if it could not be read. */
  readonly unread: Omit<RawAnswer, 'operation'> | undefined
  readonly error: BridgeError | undefined
}

/** Up to this many rows, plus one page, stay in memory. */
export const mostCustomerRows = 3000
/** The next page is requested when the last visible row is at most this many rows before the last loaded row. */
const ahead = 60

const empty: CustomerListState = {
  pages: [],
  total: 0,
  unknown: 0,
  next: undefined,
  generation: 0,
  isStale: false,
  isBusy: false,
  isFresh: true,
  told: undefined,
  unread: undefined,
  error: undefined,
}

/**
 * Creates a store for a list of customers. The store requests nothing until `show` is called, and a newer request cancels the older one. The
 * store does not use `useRead`, because the list grows with scrolling, uses several filters, and drops pages that are requested again
 * later.
 */
export function createCustomerListStore(bridge: Bridge) {
  const store = createStore<CustomerListState>(() => empty)
  let source: ListSource | undefined
  let slot = makeSlot('customer-list')
  let asked = 0
  let sight = { first: 0, last: 0 }
  /** The user IDs of the list, each with its first place. */
  let listed = new Map<string, number>()
  /** The user IDs that the filter in use has returned. */
  let returned = new Set<string>()

  /** Requests a page. Undefined if the request failed, the answer could not be read, or a newer request replaced this request. */
  const ask = async (asking: AskedBy): Promise<CustomerListPage | undefined> => {
    if (source === undefined) return undefined
    const mine = (asked += 1)
    store.setState({ isBusy: true, error: undefined, unread: undefined })
    const reply = await askPage(bridge, slot, source, asking)
    if (mine !== asked) return undefined
    if (reply.ok && reply.value.kind === 'page') return reply.value
    const ended = { isBusy: false, isFresh: false }
    const { isStale, generation } = store.getState()
    // Rows of an earlier question would look like the answer to this one.
    if (!reply.ok) store.setState({ ...(isStale && { ...empty, generation }), ...ended, error: reply.error })
    else {
      const unread = reply.value.kind === 'unread' ? reply.value : undefined
      store.setState({ ...(isStale && { ...empty, generation }), ...ended, unread })
    }
    return undefined
  }

  const askFirst = async (): Promise<void> => {
    listed = new Map()
    await begin({ variant: 0, cursor: undefined }, empty)
  }

  const begin = async (asking: AskedBy, before: Grown): Promise<void> => {
    const page = await ask(asking)
    if (page === undefined) return
    const grown = grow(before, page, asking)
    if (grown.total === 0 && grown.next !== undefined) return await begin(grown.next, grown)
    const generation = store.getState().generation + 1
    store.setState({ ...empty, ...grown, generation, isFresh: false })
    sight = { first: 0, last: 0 }
  }

  /**
   * Adds a page to the list, and says what to request next. A platform that ignores the cursor would return the same page forever. A page
   * without a user ID that is new to its filter therefore counts as the end of the filter.
   */
  const grow = (before: Grown, page: CustomerListPage, asking: AskedBy): Grown & Pick<CustomerListState, 'next'> => {
    if (asking.cursor === undefined) returned = new Set()
    const isRepeated = page.rows.length > 0 && page.rows.every(({ userid = '' }) => returned.has(userid))
    const rows = rowsToShow(page.rows, before.total)
    // Each of the typed user IDs keeps its row.
    const named = source?.kind === 'ids' ? [] : page.rows.flatMap(({ userid }) => userid ?? [])
    for (const userid of named) {
      returned.add(userid)
      if (!listed.has(userid)) listed.set(userid, before.total)
    }
    const next = follow(isRepeated ? undefined : page.next, asking)
    return { ...append(before, { ...page, rows }, asking), next }
  }

  /**
   * Leaves out customers whom the list already shows before a place, because a customer may fit several filters, and customers who lack the
   * text of the source.
   */
  const rowsToShow = (rows: readonly CustomerRow[], start: number): CustomerRow[] => {
    const text = source?.kind === 'find' ? (source.text ?? '') : ''
    return rows.filter((row) => (listed.get(row.userid ?? '') ?? start) >= start && holdsText(row, text))
  }

  /** Returns what to request after a page: the next page of the same filter, or else the first page of the next filter. */
  const follow = (cursor: string | undefined, { variant }: AskedBy): AskedBy | undefined => {
    if (cursor !== undefined) return { variant, cursor }
    const variants = source?.kind === 'find' ? source.filters.length : 1
    return variant + 1 < variants ? { variant: variant + 1, cursor: undefined } : undefined
  }

  const askNext = async (asking: AskedBy): Promise<void> => {
    const page = await ask(asking)
    if (page !== undefined) goOn(grow(store.getState(), page, asking))
  }

  const askAgain = async ({ start, count, asked: by }: ListPage): Promise<void> => {
    const page = await ask(by)
    if (page === undefined) return
    // A customer whom this page no longer shows may now be on a later page.
    for (const [userid, place] of listed) if (place === start) listed.delete(userid)
    const rows = rowsToShow(page.rows, start)
    for (const { userid } of rows) if (userid !== undefined && source?.kind !== 'ids') listed.set(userid, start)
    const places = Array.from({ length: count }, (_, index) => ({ id: start + index, row: rows[index] ?? {} }))
    const pages = store.getState().pages.map((one) => (one.start === start ? { ...one, places } : one))
    goOn({ pages })
  }

  const goOn = (change: Partial<CustomerListState>): void => {
    store.setState({ ...change, isBusy: false })
    letGo()
    look()
  }

  const letGo = (): void => {
    const { pages } = store.getState()
    const distance = ({ start, count }: ListPage): number =>
      Math.max(0, start - sight.last, sight.first - (start + count))
    let held = 0
    const kept = new Set<ListPage>()
    const loaded = pages.filter(({ places }) => places !== undefined)
    for (const page of loaded.toSorted((a, b) => distance(a) - distance(b))) {
      if (held < mostCustomerRows) kept.add(page)
      held += page.count
    }
    if (held <= mostCustomerRows) return
    store.setState({ pages: pages.map((page) => (kept.has(page) ? page : { ...page, places: undefined })) })
  }

  const isInSight = ({ start, count }: ListPage): boolean => start <= sight.last && start + count >= sight.first
  const look = (): void => {
    const { pages, isBusy, isStale, next, total, error, unread } = store.getState()
    if (isBusy || isStale || error !== undefined || unread !== undefined) return
    const missing = pages.find((page) => page.places === undefined && isInSight(page))
    if (missing !== undefined) void askAgain(missing)
    else if (next !== undefined && sight.last + ahead >= total) void askNext(next)
  }

  return {
    ...store,
    /** Loads another list. The present list stays until the first page of the new list arrives. */
    show: (wanted: ListSource): void => {
      source = wanted
      store.setState({ isStale: true })
      void askFirst()
    },
    /**
     * To be called with the range of the visible rows. Fetches missing rows, and the next page before it is needed. If a fetch brings the
     * list above `mostCustomerRows`, the rows farthest from this range are dropped.
     */
    lookAt: (first: number, last: number): void => {
      sight = { first, last }
      look()
    },
    /**
     * Reads the rows in sight again. All other rows are read again when they come into sight. Rows of an earlier source are not read, because
     * that would cancel the request for the new source.
     */
    async readAgain(): Promise<void> {
      if (store.getState().isStale) return
      const mine = source
      const pages = store.getState().pages.map((page) => (isInSight(page) ? page : { ...page, places: undefined }))
      store.setState({ pages })
      for (const page of pages.filter(isInSight)) if (source === mine) await askAgain(page)
    },
    tryAgain: (): void => {
      store.setState({ error: undefined, unread: undefined })
      const { isStale, pages, told } = store.getState()
      if (isStale || pages.length === 0 || told?.isCached === true) void askFirst()
      else look()
    },
    stop: (): void => {
      asked += 1
      source = undefined
      store.setState(empty)
      void bridge.call('customers.cancel', { slot })
      // The cancellation may arrive after the next request, which it must not cancel.
      slot = makeSlot('customer-list')
    },
  }
}

/** What grows with each page of a list. */
type Grown = Pick<CustomerListState, 'pages' | 'total' | 'unknown' | 'told'>

function append({ pages, unknown, told }: Grown, page: CustomerListPage, by: AskedBy): Grown {
  const { rows, at, isCached, isGathered, isCut } = page
  const last = pages.at(-1)
  const start = last === undefined ? 0 : last.start + last.count
  const places = rows.map((row, index) => ({ id: start + index, row }))
  return {
    pages: rows.length === 0 ? pages : [...pages, { start, count: rows.length, asked: by, places }],
    total: start + rows.length,
    unknown: unknown + rows.filter((row) => !hasDetails(row)).length,
    // What one page says of the list holds for the whole list, whatever the next pages say.
    told: {
      at: Math.min(at, told?.at ?? at),
      isCached: isCached || told?.isCached === true,
      isGathered: isGathered || told?.isGathered === true,
      isCut: isCut || told?.isCut === true,
    },
  }
}

/** Returns the places from `first` up to, but not including, `end`. */
export function placesBetween(
  { pages, total }: Pick<CustomerListState, 'pages' | 'total'>,
  first: number,
  end: number,
): readonly ListedCustomer[] {
  const [from, upTo] = [Math.max(0, first), Math.min(total, end)]
  return pages
    .filter(({ start, count }) => start < upTo && start + count > from)
    .flatMap(({ start, count, places }) => {
      const [low, high] = [Math.max(0, from - start), Math.min(count, upTo - start)]
      return (
        places?.slice(low, high) ??
        Array.from({ length: high - low }, (_, index) => ({ id: start + low + index, row: undefined }))
      )
    })
}

/** The pause in typing after which a new source is loaded, in milliseconds. */
const pause = 250

/**
 * Returns the list of a source, which is loaded once typing pauses. Without a source the list is empty. Sources are compared by value. The
 * rows are read again whenever `rests` changes.
 */
export function useCustomerList(source: ListSource | undefined, rests: number) {
  const { bridge } = useServices()
  const list = useMemo(() => createCustomerListStore(bridge), [bridge])
  const text = source === undefined ? undefined : JSON.stringify(source)
  const [shownText, setShownText] = useState<string>()
  useEffect(() => {
    if (text === undefined) {
      list.stop()
      return undefined
    }
    const wanted = JSON.parse(text) as ListSource
    // The first source is loaded at once.
    const show = () => {
      list.show(wanted)
      setShownText(text)
    }
    const timer = setTimeout(show, list.getState().isFresh ? 0 : pause)
    return () => clearTimeout(timer)
  }, [list, text])
  useEffect(() => {
    if (rests > 0) void list.readAgain()
  }, [list, rests])
  useEffect(() => list.stop, [list])
  const state = useStore(list)
  // The first page of this source has not arrived yet.
  const isBehind = text !== shownText || state.isStale
  return { ...state, isBehind, lookAt: list.lookAt, tryAgain: list.tryAgain }
}
