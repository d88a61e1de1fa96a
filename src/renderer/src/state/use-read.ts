import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Bridge, BridgeEvent, Reply } from '../../../shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import { useServices } from './services.tsx'

/** A channel's answer. `superseded` is left out, because it only says that a newer request of the same slot cancelled this request. */
type ReadAnswer<C extends Channel> = Exclude<Response<C>, { readonly kind: 'superseded' }>

interface ReadState<C extends Channel> {
  /** The last good answer. It stays during a new read and after an error. */
  readonly value: ReadAnswer<C> | undefined
  /** The request that `value` answers. */
  readonly of: Request<C> | undefined
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
}

interface JobsFollowed {
  /** The id of the job to follow. If absent, all jobs are followed. */
  readonly job?: string | undefined
  /** Milliseconds between a change and the read. Changes within this time cause only one read, because jobs change in groups. */
  readonly pause?: number | undefined
}

interface ReadOptions {
  /** Something else that the answer depends on, such as the connection. A change causes a new read. */
  readonly scope?: string | number | undefined
  /** A mark of what the answer was made from, such as the time of the last backup. A change causes a new read, and the value stays. */
  readonly asOf?: string | number | undefined
  /** Milliseconds to wait before a changed request is read. Used for requests that the user types. */
  readonly delay?: number
  /**
   * If true, the value stays until the answer to a changed request arrives. If false, the value disappears at once, as it always does if
   * `scope` changes.
   */
  readonly keepsLast?: boolean
  readonly follows?: JobsFollowed
}

/**
 * Reads a channel of the bridge while the component is mounted: when the request or its scope changes, when a followed job changes,
 * and on `refresh`. Requests are compared by value. Without a request, nothing is read. If reads overlap, only the answer to the last
 * read is used.
 */
export function useRead<C extends Channel>(
  channel: C,
  request: Request<C> | undefined,
  { scope, asOf, delay, keepsLast = false, follows }: ReadOptions = {},
): ReadState<C> & Pick<ReturnType<typeof createReadStore<C>>, 'refresh' | 'renew'> {
  const { bridge } = useServices()
  const [shown, setShown] = useState(() => ({ request, scope, asOf, store: createReadStore(bridge, channel) }))
  const { store } = shown
  if (!isSame([shown.request, shown.scope, shown.asOf], [request, scope, asOf])) {
    const keepsValue = shown.scope === scope && (keepsLast || isSame(shown.request, request))
    setShown({ request, scope, asOf, store: keepsValue ? store : createReadStore(bridge, channel) })
  }
  const isFollowing = follows !== undefined
  const { job, pause } = follows ?? {}
  useEffect(() => (isFollowing ? store.follow({ job, pause }) : undefined), [store, isFollowing, job, pause])
  useEffect(() => {
    shown.store.show(shown.request, delay)
    return shown.store.stop
  }, [shown, delay])
  const state = useStore(store)
  const isToBeRead = request !== undefined && delay === undefined && (state.value ?? state.error) === undefined
  return { ...state, isBusy: state.isBusy || isToBeRead, refresh: store.refresh, renew: store.renew }
}

/**
 * A new slot: the name of requests of which a later one cancels the earlier one. Nothing else has this slot, so no other page and no other
 * window cancels these requests.
 */
export const makeSlot = (name: string): string => `${name} ${crypto.randomUUID().slice(0, 8)}`

const windowName = makeSlot('of')

/** The slot of this window with this name. */
export const slotOf = (name: string): string => `${name} ${windowName}`

/** The value, if it answers exactly this request. Undefined while it still answers an earlier one. */
export const answerTo = <C extends Channel>(
  { value, of }: Pick<ReadState<C>, 'value' | 'of'>,
  request: Request<C>,
): ReadAnswer<C> | undefined => (isSame(of, request) ? value : undefined)

/** Reads one channel. This is the part of `useRead` without React. */
export function createReadStore<C extends Channel>(bridge: Bridge, channel: C) {
  const store = createStore<ReadState<C>>(() => ({ value: undefined, of: undefined, isBusy: false, error: undefined }))
  let request: Request<C> | undefined
  let asked = 0
  let isStale = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Reads now. Resolves to the reply, or to undefined if a newer read has replaced this read or there is no request. */
  const refresh = async (): Promise<Reply<Response<C>> | undefined> => {
    clearTimeout(timer)
    const of = request
    if (of === undefined) return undefined
    const mine = (asked += 1)
    isStale = false
    store.setState({ isBusy: true })
    const reply = await bridge.call(channel, of)
    if (mine !== asked) return undefined
    store.setState({ isBusy: false, ...(reply.ok ? readAnswer<C>(reply.value, of) : { error: reply.error }) })
    if (isStale) void refresh()
    return reply
  }
  /** Ignores the pending answer, and reads nothing until the next `show`. */
  const stop = (): void => {
    asked += 1
    request = undefined
    isStale = false
    clearTimeout(timer)
    store.setState({ isBusy: false })
  }
  /** Reads now, or once more after a read that is under way. So answers that take long are still used. */
  const renew = (): void => {
    if (store.getState().isBusy) isStale = true
    else void refresh()
  }
  return {
    ...store,
    refresh,
    renew,
    stop,
    /** Replaces the request, and reads at once or after `delay` milliseconds. Without a request nothing is read. */
    show: (wanted: Request<C> | undefined, delay?: number) => {
      stop()
      request = wanted
      if (delay === undefined) void refresh()
      else timer = setTimeout(() => void refresh(), delay)
    },
    /** Reads again when a job changes. If a job changes during a read, another read follows. Returns a function to stop. */
    follow: (jobs: JobsFollowed) => followJobs(bridge, renew, jobs),
  }
}

/** Calls `action` when a job changes, or when any job may have changed. Returns a function that stops the calls. */
export const followJobs = (bridge: Bridge, action: () => void, { job, pause }: JobsFollowed = {}): (() => void) =>
  followEvents(
    bridge,
    (event) => event.name === 'job-changed' && (job === undefined || (event.payload.id ?? job) === job),
    action,
    pause,
  )

/** Calls `action` when a computer of the fleet has changed, at most once in `pause` milliseconds. Returns a function that stops the calls. */
export const followFleet = (bridge: Bridge, action: () => void, pause: number): (() => void) =>
  followEvents(bridge, ({ name }) => name === 'fleet-changed', action, pause)

function followEvents(
  bridge: Bridge,
  isMeant: (event: BridgeEvent) => boolean,
  action: () => void,
  pause: number | undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = bridge.listen((event) => {
    if (!isMeant(event)) return
    if (pause === undefined) action()
    else
      timer ??= setTimeout(() => {
        timer = undefined
        action()
      }, pause)
  })
  return () => {
    clearTimeout(timer)
    end()
  }
}

function readAnswer<C extends Channel>(value: Response<C>, of: Request<C>): Partial<ReadState<C>> {
  const isSuperseded = 'kind' in value && value.kind === 'superseded'
  return isSuperseded ? {} : { value: value as ReadAnswer<C>, of, error: undefined }
}

/** Compares plain values. Parts that both values share, such as a long text that is passed on unchanged, cost no time. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const keys = Object.keys(one)
  return (
    one === other ||
    (keys.length === Object.keys(other).length &&
      keys.every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key))))
  )
}
