import type { Transport } from '../../platform/transport/exchange.ts'
import { hubEventSchema, hubStreamStartSchema, type HubEvent } from '../../shared/fleet/hub-calls.ts'
import { readJson } from '../storage/files.ts'
import { z } from 'zod'
import { logProblem } from './fleet-worker.ts'
import { type HubClient, hubUrl, routeToHub, type MemberParts } from './hub-client.ts'

/** The longest silence of a stream, in milliseconds. The hub writes every 20 seconds, so a longer silence means a dead stream. */
const longestSilence = 50_000
/** The shortest and the longest pause between two streams, milliseconds. */
const [shortestPause, longestPause] = [2000, 60_000]
/** The longest wait until the hub begins an answer, milliseconds. */
const patienceMs = 15_000
/** The longest block of a stream, in characters. An event has some 150. A hub that writes a longer block is not believed. */
const longestBlock = 16_384

export interface FollowDeps extends Pick<MemberParts, 'clock' | 'random' | 'log' | 'membership'> {
  readonly transport: Transport
  readonly client: Pick<HubClient, 'session' | 'endSession' | 'link'>
  /** The position of the last handled event. Undefined if there was none. */
  readonly position: () => number | undefined
  /** If this or `onOlder` fails, the position must stay as it was: the next stream tells it again. */
  readonly onEvent: (event: HubEvent) => void
  /** Called when a stream begins. The receiver must ask the hub for anything that earlier events would have reported. */
  readonly onOpen: () => void
  /** Called with the hub's latest position if the hub's database was restored from an older backup and lost the latest reports. */
  readonly onOlder: (latest: number) => void
  /** Called if the hub refuses the stream for any other reason than an ended session. */
  readonly onRefused: () => void
}

export interface Following {
  /** Whether a stream is open and was not silent for too long. */
  readonly isFollowing: () => boolean
  readonly stop: () => void
}

/** Follows the hub's events until `stop` is called. Each new stream continues after the last handled position, so no event is skipped. */
export function followEvents(deps: FollowDeps): Following {
  const { transport, clock, random, log, membership, client } = deps
  const stopping = new AbortController()
  let failures = 0
  let isFollowing = false
  let cancelPause: (() => void) | undefined

  const pause = (): Promise<void> => {
    const longest = Math.min(longestPause, shortestPause * 2 ** Math.min(failures, 10))
    failures += 1
    return new Promise((resolve) => {
      cancelPause = clock.after(longest / 2 + random.below(longest / 2 + 1), resolve)
    })
  }
  const read = async (token: string): Promise<void> => {
    const broken = new AbortController()
    let cancelWatch: (() => void) | undefined
    const watch = (): void => {
      cancelWatch?.()
      cancelWatch = clock.after(longestSilence, () => broken.abort())
    }
    const position = deps.position()
    const take = createEventReader(
      (event) => deps.onEvent(event),
      (latest) => {
        if (position !== undefined && latest < position) deps.onOlder(latest)
      },
    )
    watch()
    const url = hubUrl(membership.hub, 'events')
    if (position !== undefined) url.searchParams.set('after', String(position))
    const exchange = await transport.exchange({
      method: 'GET',
      url,
      changes: false,
      timeoutMs: patienceMs,
      signal: AbortSignal.any([stopping.signal, broken.signal]),
      route: routeToHub(membership),
      bearer: token,
      onText(text) {
        if (broken.signal.aborted) return
        watch()
        try {
          if (!isFollowing) deps.onOpen()
          isFollowing = true
          if (!take(text)) broken.abort()
          failures = 0
        } catch (error) {
          // An error thrown here would end the app. The position is unchanged, so the next stream sends the event again.
          logProblem(log, error)
          broken.abort()
        }
      },
    })
    isFollowing = false
    cancelWatch?.()
    if (exchange.reach === 'answered' && exchange.status === 401) client.endSession()
    if (exchange.reach === 'answered' && exchange.status === 403) deps.onRefused()
  }
  const followOnce = async (): Promise<void> => {
    const session = await client.session()
    if (session.ok && !stopping.signal.aborted) await read(session.value)
  }
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted && client.link().state !== 'revoked') {
      await followOnce().catch((error: unknown) => logProblem(log, error))
      if (!stopping.signal.aborted) await pause()
    }
  }
  void follow()
  return {
    isFollowing: () => isFollowing,
    stop() {
      stopping.abort()
      cancelPause?.()
    },
  }
}

/**
 * Reads server-sent events from pieces of text. Skips blocks that are not understood. `onStart`: gets the hub's latest position. The
 * returned function is false if a block is too long. The text after it is not read.
 */
export function createEventReader(
  onEvent: (event: HubEvent) => void,
  onStart: (latest: number) => void = () => undefined,
): (text: string) => boolean {
  let rest = ''
  return (text) => {
    if (rest.length > longestBlock) return false
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
      if (data.length === 0) continue
      const told = readJson(data.join('\n'), z.union([hubEventSchema, hubStreamStartSchema]))
      if (told !== undefined && 'latest' in told) onStart(told.latest)
      else if (told !== undefined) onEvent(told)
    }
    return rest.length <= longestBlock
  }
}
