import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { hubEventSchema, stationRoleSchema, type HubError, type HubEvent } from '../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import type { HubDatabase } from '../database/hub-database.ts'
import { doorBounds, type DoorBounds } from './limits.ts'
import type { FedEvent } from './event-feed.ts'
import { hashToken } from './station-tokens.ts'

const openedSchema = z.object({
  station: z.uuid(),
  role: stationRoleSchema,
  position: z.int().min(0),
  events: z.array(hubEventSchema),
})
const keptSchema = z.object({ tokens: z.array(z.string()) })

interface Stream {
  readonly response: ServerResponse
  /** SHA-256 of the stream's token, hexadecimal. */
  readonly token: string
  readonly station: string
  readonly isSupervisor: boolean
  /** The position of the last event that was written. */
  position: number
}

/** The most unread bytes of a stream. A stream with more is cut off. The station then reconnects and continues after its last event. */
const mostUnread = 256 * 1024
/** The most sessions that one call of `keep_streams` checks. */
const tokensAtOnce = 500

export function createStreams(
  database: Pick<HubDatabase, 'call'>,
  { streamsOfAStation }: Pick<DoorBounds, 'streamsOfAStation'> = doorBounds,
) {
  const streams = new Map<string, Set<Stream>>()
  const supervisors = new Set<Stream>()
  /** For each stream that is being opened, the events since it asked the database. Otherwise it would miss them. */
  const opening = new Set<FedEvent[]>()
  const all = (): readonly Stream[] => [...streams.values()].flatMap((some) => [...some])

  function write(stream: Stream, { position, about, station, told }: HubEvent): void {
    if (position <= stream.position) return
    stream.position = position
    send(stream, `id: ${position}\ndata: ${JSON.stringify({ position, about, station, told })}\n\n`)
  }

  function add(stream: Stream): void {
    // If the stream missed too many events, `send` has already cut it off.
    if (stream.response.destroyed) return
    const some = streams.get(stream.station) ?? new Set()
    streams.set(stream.station, some.add(stream))
    if (stream.isSupervisor) supervisors.add(stream)
    stream.response.on('close', () => {
      some.delete(stream)
      supervisors.delete(stream)
      if (some.size === 0 && streams.get(stream.station) === some) streams.delete(stream.station)
    })
    // Ends the oldest stream, because its connection may have been dead for a long time.
    const [oldest] = some
    if (some.size > streamsOfAStation) oldest?.response.end()
  }

  function dispatch(event: FedEvent): void {
    for (const missed of opening) missed.push(event)
    if (!event.told) for (const stream of supervisors) write(stream, event)
    else
      for (const stream of streams.get(event.station) ?? []) {
        write(stream, event)
        if (event.about === 'revoked') stream.response.end()
      }
  }

  return {
    dispatch,
    count: (): number => all().length,

    /** Turns a response into a stream that starts with the events missed since `after`. Writes nothing if the stream is refused. */
    async open(
      token: string,
      after: number | undefined,
      response: ServerResponse,
    ): Promise<Result<undefined, HubError>> {
      const missed: FedEvent[] = []
      opening.add(missed)
      try {
        const hashed = hashToken(token)
        const request = after === undefined ? {} : { after }
        const opened = await database.call('open_stream', { token: hashed, request })
        if (!opened.ok) return fail(opened.error)
        const { station, role, position, events } = openedSchema.parse(opened.value)
        if (response.destroyed) return succeed(undefined)
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        })
        const isSupervisor = role === 'supervisor'
        const stream: Stream = { response, token: hashed.toString('hex'), station, isSupervisor, position: 0 }
        send(stream, `retry: 2000\ndata: ${JSON.stringify({ latest: position })}\n\n`)
        for (const event of events) write(stream, event)
        stream.position = position
        for (const event of missed) if (event.told ? event.station === station : isSupervisor) write(stream, event)
        add(stream)
        if (missed.some((event) => event.told && event.station === station && event.about === 'revoked')) response.end()
        return succeed(undefined)
      } finally {
        opening.delete(missed)
      }
    },

    /** Shows each station, and every proxy on the way, that the connection is alive. */
    beat(): void {
      for (const stream of all()) send(stream, ':\n\n')
    },

    /** Notes in the database that the stations with open streams are present, and closes the streams of ended sessions. */
    async keep(): Promise<void> {
      const open = all()
      for (let from = 0; from < open.length; from += tokensAtOnce) {
        const some = open.slice(from, from + tokensAtOnce)
        const kept = await database.call('keep_streams', { request: { tokens: some.map(({ token }) => token) } })
        if (!kept.ok) return
        const tokens = new Set(keptSchema.parse(kept.value).tokens)
        for (const stream of some) if (!tokens.has(stream.token)) stream.response.end()
      }
    },

    close(): void {
      for (const stream of all()) stream.response.end()
    },
  }
}

function send(stream: Stream, text: string): void {
  if (stream.response.writableEnded || stream.response.destroyed) return
  stream.response.write(text)
  if (stream.response.writableLength > mostUnread) stream.response.destroy()
}
