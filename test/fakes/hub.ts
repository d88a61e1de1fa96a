import { createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import {
  hubCalls,
  hubStatuses,
  type ClaimAnswer,
  type HubAnswer,
  type HubCall,
  type HubError,
  type HubEvent,
  type HubRequest,
  type StationRole,
  type StationStatus,
  type WorkItem,
} from '../../src/shared/fleet/hub-calls.ts'
import {
  deriveLookup,
  formatOneTimeCode,
  normaliseOneTimeCode,
  oneTimeCodeBytes,
} from '../../src/shared/fleet/one-time-code.ts'

interface Station {
  readonly id: string
  readonly name: string
  readonly role: StationRole
  readonly group: string | undefined
  readonly identityKey: string
  readonly sealKey: string
  isRevoked: boolean
  status?: StationStatus
}
interface Invite {
  readonly role: StationRole
  readonly group: string | undefined
  readonly envelope: string | undefined
  usedBy?: Station
}
interface HeldClaim {
  station: string
  keys: readonly string[]
  fence: number
  until: number
  since: string
  state: 'held' | 'done' | 'released'
  isConfirmed: boolean
  /** The newest request about it. */
  version: number
}
interface StoredWork extends WorkItem {
  station: string
  /** Sealed to the station to which the work was moved, until that station has taken it over. */
  waiting?: string
}

class Refusal extends Error {
  readonly code: HubError['code']
  constructor(code: HubError['code']) {
    super(code)
    this.code = code
  }
}

/** A double of the hub's contract in memory, over real HTTP. It keeps the rules of claims, and forgets them when the test ends. */
export interface FakeHub {
  readonly url: string
  /** A one-time code for the first supervisor. */
  readonly firstCode: () => Promise<string>
  /** The answered calls in order, each with the station that made it. */
  readonly calls: readonly { readonly name: string; readonly station: string | undefined; readonly request: unknown }[]
  /** How many requests came with a session of this station, even if the session has ended and the request was refused. */
  readonly countRequests: (station: string) => number
  readonly stations: () => readonly Station[]
  readonly claims: ReadonlyMap<string, HeldClaim>
  readonly work: ReadonlyMap<string, StoredWork>
  /** What the hub does from now on: it answers, refuses connections, or takes requests without answering. */
  readonly set: (way: 'answers' | 'down' | 'silent') => Promise<void>
  /** Makes all claims lapse that were never confirmed. */
  readonly lapseAll: () => void
  /** How long claims last that are taken from now on, in milliseconds. */
  readonly setLease: (ms: number) => void
  /** Sends a station an event about something that another station did to it. */
  readonly tell: (about: HubEvent['about'], station: string) => void
  /** Holds back the next answer to this call until `act` has ended. */
  readonly holdAnswer: (call: HubCall, station: string, act: () => Promise<void>) => void
  /** Sends no more events. */
  readonly muteEvents: (isMute: boolean) => void
  /** The stations that follow its events now. */
  readonly followers: () => readonly string[]
  readonly dayTotals: () => readonly HubAnswer<'board.totals'>['totals'][number][]
  readonly putTotals: (station: string, totals: StationStatus['totals']) => void
  /** How many rows of totals the hub returns per call. */
  readonly setMostTotals: (most: number) => void
  /** The hub accepts no more copies of work. */
  readonly refuseWork: (refuses?: boolean) => void
  /** The hub accepts no more claims. Returns a function that returns how often it has refused since then. */
  readonly refuseClaims: () => () => number
  readonly revoke: (station: string) => void
  readonly cutConnections: () => void
  /** Restores the hub's database from a backup from before it received work, totals and events. */
  readonly loseLatest: () => void
  /** Ends all sessions, as a restart with a new key does. */
  readonly endSessions: () => void
}

export async function startFakeHub(): Promise<FakeHub> {
  const stations = new Map<string, Station>()
  const invites = new Map<string, Invite>()
  const challenges = new Map<string, string>()
  const sessions = new Map<string, string>()
  /** The stations of all sessions, also of ended ones. */
  const everySession = new Map<string, string>()
  const requests: (string | undefined)[] = []
  const claims = new Map<string, HeldClaim>()
  const work = new Map<string, StoredWork>()
  const audit = new Map<string, HubRequest<'audit.append'>['entries']>()
  const calls: { name: string; station: string | undefined; request: unknown }[] = []
  const streams = new Set<{ station: Station; write: (text: string) => void; end: () => void }>()
  const events: HubEvent[] = []
  const dayTotals = new Map<string, HubAnswer<'board.totals'>['totals'][number]>()
  let mostTotals = 20_000
  let takesWork = true
  let takesClaims = true
  let refusedClaims = 0
  let isMute = false
  let held: { readonly call: HubCall; readonly station: string; readonly act: () => Promise<void> } | undefined
  let leaseMs = 600_000
  let way: 'answers' | 'down' | 'silent' = 'answers'

  const tell = (about: HubEvent['about'], station: string, by: string): void => {
    const event = { position: events.length + 1, about, station, told: by !== station }
    if (isMute) return
    events.push(event)
    for (const stream of streams)
      if (stream.station.role === 'supervisor' || (stream.station.id === station && by !== station))
        writeEvent(stream, event)
  }
  const putTotals = (station: string, totals: StationStatus['totals']): void => {
    for (const total of totals)
      dayTotals.set([station, total.day, total.technician, total.product].join('\n'), { ...total, station })
  }
  const nameOf = (id: string) => ({ id, name: stations.get(id)?.name ?? '' })
  const isTaken = (claim: HeldClaim): boolean =>
    claim.state === 'done' || (claim.state === 'held' && (claim.isConfirmed || claim.until > Date.now()))
  const holderOf = (job: string, key: string) =>
    [...claims].find(([id, claim]) => id !== job && claim.keys.includes(key) && isTaken(claim))
  const take = (station: string, { job, keys, version }: HubRequest<'claims.take'>['jobs'][number]): ClaimAnswer => {
    const own = claims.get(job)
    const stored = work.get(job)
    // Work that waits for this station was moved here. The station must accept it and read it back first.
    const isWaiting = stored?.station === station && stored.waiting !== undefined
    if (own !== undefined && (isWaiting || (own.station !== station && own.state !== 'released')))
      return { job, result: 'moved', to: nameOf(own.station) }
    const conflicts = keys.flatMap((key) => {
      const [, claim] = holderOf(job, key) ?? []
      if (claim === undefined) return []
      const state = claim.state === 'done' ? ('done' as const) : ('held' as const)
      return [{ key, station: nameOf(claim.station), since: claim.since, state }]
    })
    if (own?.station === station && version < own.version) return { job, result: 'late', version: own.version }
    if (own?.station === station) own.version = version
    if (conflicts.length > 0) return { job, result: 'conflict', conflicts }
    const until = Date.now() + leaseMs
    const fence = own === undefined ? 1 : own.state === 'released' ? own.fence + 1 : own.fence
    const since = own?.since ?? new Date().toISOString()
    claims.set(job, {
      station,
      keys,
      fence,
      until,
      since,
      state: 'held',
      isConfirmed: own?.isConfirmed ?? false,
      version,
    })
    if (own?.state !== 'held') tell('claims', station, station)
    return { job, result: 'held', fence, until: new Date(until).toISOString() }
  }

  type Answer<C extends HubCall> = (request: HubRequest<C>, by: Station) => HubAnswer<C>
  const answers: { readonly [C in HubCall]?: Answer<C> } = {
    enrol: ({ lookup, name, identityKey, sealKey, proof }) => {
      const invite = invites.get(lookup)
      if (invite === undefined) throw new Refusal('code-unknown')
      if (!isSigned(identityKey, [lookup, identityKey, sealKey].join('\n'), proof)) throw new Refusal('bad-request')
      if (invite.usedBy !== undefined && invite.usedBy.identityKey !== identityKey) throw new Refusal('code-unknown')
      const { role, group, envelope } = invite
      invite.usedBy ??= { id: randomUUID(), name, role, group, identityKey, sealKey, isRevoked: false }
      stations.set(invite.usedBy.id, invite.usedBy)
      return {
        station: invite.usedBy.id,
        role,
        ...(group !== undefined && { group }),
        ...(envelope !== undefined && { envelope }),
      }
    },
    challenge: ({ station }) => {
      const challenge = randomBytes(32).toString('base64')
      challenges.set(challenge, station)
      return { challenge }
    },
    'sign-in': ({ station: id, challenge, signature }) => {
      const station = stations.get(id)
      if (station === undefined || challenges.get(challenge) !== id) throw new Refusal('not-allowed')
      challenges.delete(challenge)
      if (station.isRevoked) throw new Refusal('revoked')
      if (!isSigned(station.identityKey, `setdesk-hub-sign-in\n${id}\n${challenge}`, signature))
        throw new Refusal('not-allowed')
      const token = randomBytes(32).toString('base64url')
      sessions.set(token, id)
      everySession.set(token, id)
      return { token, role: station.role, now: new Date().toISOString() }
    },
    'claims.take': ({ jobs }, { id }) => {
      if (!takesClaims) {
        refusedClaims += 1
        throw new Refusal('too-large')
      }
      return { jobs: jobs.map((one) => take(id, one)) }
    },
    'claims.confirm': ({ job, fence }, { id }) => {
      const claim = claims.get(job)
      if (claim !== undefined && claim.station !== id) return { result: 'moved', to: nameOf(claim.station) }
      const waiting = work.get(job)
      if (waiting?.waiting !== undefined && claim !== undefined) {
        if (fence < claim.fence) return { result: 'moved', to: nameOf(id) }
        delete waiting.waiting
      }
      const isLost =
        claim === undefined || claim.fence !== fence || claim.state === 'released' || claim.keys.length === 0
      if (isLost || (!isTaken(claim) && claim.keys.some((key) => holderOf(job, key)))) return { result: 'lapsed' }
      claim.isConfirmed = true
      claim.until = Date.now() + leaseMs
      return { result: 'held', until: new Date(claim.until).toISOString() }
    },
    'claims.finish': ({ jobs }, { id }) => {
      const late: HubAnswer<'claims.finish'>['late'] = []
      for (const { job, fence, outcome, version } of jobs) {
        const claim = claims.get(job)
        if (claim?.station !== id || claim.fence !== fence) continue
        if (version < claim.version) late.push({ job, version: claim.version })
        else Object.assign(claim, { state: outcome, version })
      }
      tell('claims', id, id)
      return { late }
    },
    'claims.find': ({ keys }) => ({
      found: [...claims].flatMap(([job, claim]) =>
        keys
          .filter((key) => claim.keys.includes(key) && isTaken(claim))
          .map((key) => ({
            job,
            key,
            station: nameOf(claim.station),
            since: claim.since,
            state: claim.state === 'done' ? ('done' as const) : ('held' as const),
          })),
      ),
    }),
    'work.put': ({ items }, { id }) => {
      if (!takesWork) throw new Refusal('too-large')
      const isOthers = (job: string): boolean => (work.get(job)?.station ?? claims.get(job)?.station ?? id) !== id
      const moved = items.map(({ job }) => job).filter(isOthers)
      for (const item of items) {
        const known = work.get(item.job)
        if (
          moved.includes(item.job) ||
          (known !== undefined && known.waiting === undefined && known.version >= item.version)
        )
          continue
        work.set(item.job, { ...item, station: id })
      }
      tell('work', id, id)
      return { moved }
    },
    'work.remove': ({ jobs }, { id }) => {
      for (const { job, version } of jobs) {
        const known = work.get(job)
        if (known?.station === id && known.version <= version && known.waiting === undefined) work.delete(job)
      }
      return {}
    },
    'work.waiting': ({ after = '' }, { id }) => ({
      items: [...work.values()]
        .filter((one) => one.station === id && one.waiting !== undefined && one.job > after)
        .map(({ job, fence, version, state, waiting = '' }) => ({ job, fence, version, state, sealed: waiting })),
      hasMore: false,
    }),
    'work.accept': ({ jobs }, { id }) => {
      for (const job of jobs) if (work.get(job)?.station === id) delete work.get(job)?.waiting
      return {}
    },
    'work.list': ({ station }) => ({
      items: [...work.values()]
        .filter((one) => one.station === station)
        .map(({ job, fence, version, state, sealed }) => ({
          job,
          fence,
          version,
          state,
          sealed,
          changedAt: new Date().toISOString(),
        })),
      hasMore: false,
    }),
    'work.rescue': ({ from, to, items }) => {
      const isMoved = ({ job, fence }: (typeof items)[number]): boolean => {
        const known = work.get(job)
        return known?.station === to && known.fence === fence + 1
      }
      if (items.every(isMoved)) return { items: items.map(({ job, fence }) => ({ job, fence: fence + 1 })) }
      for (const { job, version } of items) {
        const known = work.get(job)
        if (known?.station !== from || known.version !== version) throw new Refusal('conflict')
      }
      const moved = items.map(({ job, sealed }) => {
        const known = work.get(job) as StoredWork
        const claim = claims.get(job)
        const fence = (claim?.fence ?? 0) + 1
        work.set(job, { ...known, station: to, fence, version: 0, waiting: sealed })
        claims.set(job, {
          keys: [],
          since: new Date().toISOString(),
          until: Date.now() + leaseMs,
          state: 'held',
          isConfirmed: false,
          ...claim,
          version: -1,
          station: to,
          fence,
        })
        return { job, fence }
      })
      for (const station of [from, to]) tell('work', station, '')
      return { items: moved }
    },
    'status.put': (status, station) => {
      station.status = status
      putTotals(station.id, status.totals)
      tell('station', station.id, station.id)
      return {}
    },
    'audit.append': ({ entries }, { id }) => {
      const stored = audit.get(id) ?? []
      audit.set(id, stored)
      let had = 0
      for (const entry of entries) {
        const known = stored[entry.sequence - 1]
        if (known !== undefined) {
          if (known.hash !== entry.hash) return { next: stored.length + 1, had, forkedAt: entry.sequence }
          had += 1
        } else if (entry.sequence !== stored.length + 1)
          return { next: stored.length + 1, had, gapAt: stored.length + 1 }
        else stored.push(entry)
      }
      return { next: stored.length + 1, had }
    },
    'stations.invite': ({ lookup, role, group, envelope }) => {
      invites.set(lookup, { role, group, envelope })
      return {}
    },
    'stations.revoke': ({ station }, { id }) => {
      revoke(station)
      tell('revoked', station, id)
      return {}
    },
    'stations.leave': ({ jobs }, { id }) => {
      const elsewhere: HubAnswer<'stations.leave'>['elsewhere'] = []
      for (const { job, outcome } of jobs) {
        const [stored, claim] = [work.get(job), claims.get(job)]
        const owner = stored?.station ?? claim?.station ?? id
        if (owner !== id || stored?.waiting !== undefined) {
          elsewhere.push({ job, to: nameOf(owner) })
          continue
        }
        work.delete(job)
        if (claim?.state === 'held') claim.state = outcome
      }
      revoke(id)
      tell('revoked', id, id)
      return { elsewhere }
    },
    'board.read': ({ stations: wanted }) => ({
      position: events.length,
      hasMore: false,
      stations: [...stations.values()]
        .filter(({ id }) => wanted === undefined || wanted.includes(id))
        .map(({ id, name, role, group, isRevoked, sealKey, status }) => ({
          id,
          name,
          role,
          sealKey,
          documents: [],
          inCare: [...work.values()].filter((one) => one.station === id).length,
          ...(group !== undefined && { group }),
          state: isRevoked ? ('revoked' as const) : ('active' as const),
          ...(status !== undefined && { status, lastSeen: new Date().toISOString() }),
          audit: { entries: audit.get(id)?.length ?? 0 },
        })),
    }),
    'board.totals': ({ from, to }) => {
      const totals = [...dayTotals.values()].filter(({ day }) => day >= from && day <= to)
      if (totals.length > mostTotals) throw new Refusal('too-large')
      return { totals }
    },
    'documents.get': () => ({ documents: [], hasMore: false }),
  }
  const revoke = (id: string): void => {
    const station = stations.get(id)
    if (station !== undefined) station.isRevoked = true
    for (const [token, whose] of sessions) if (whose === id) sessions.delete(token)
  }

  const stationOf = (request: IncomingMessage): Station => {
    const id = sessions.get(tokenOf(request))
    const station = id === undefined ? undefined : stations.get(id)
    if (station === undefined) throw new Refusal('not-signed-in')
    return station
  }
  const answerCall = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://hub')
    requests.push(everySession.get(tokenOf(request)))
    try {
      if (pathname === '/v1/events') return openStream(request, response, searchParams.get('after'))
      const name = pathname.replace('/v1/', '') as HubCall
      const call = hubCalls[name]
      const by = call.by === 'anyone' ? undefined : stationOf(request)
      if (call.by === 'supervisor' && by?.role !== 'supervisor') throw new Refusal('not-allowed')
      const asked = call.request.parse(JSON.parse(text))
      const answer = answers[name] as ((request: unknown, by: Station | undefined) => unknown) | undefined
      if (answer === undefined) throw new Refusal('not-found')
      const value = call.answer.parse(answer(asked, by))
      calls.push({ name, station: by?.name, request: asked })
      const { act } = held?.call === name && held.station === by?.name ? held : {}
      if (act === undefined) return reply(response, 200, { ok: true, value })
      held = undefined
      void act().then(() => reply(response, 200, { ok: true, value }))
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'bad-request'
      reply(response, hubStatuses[code], { ok: false, error: { code, message: String(error).slice(0, 400) } })
    }
  }
  const openStream = (request: IncomingMessage, response: ServerResponse, after: string | null): void => {
    const station = stationOf(request)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify({ latest: events.length })}\n\n`)
    const stream = { station, write: (text: string) => void response.write(text), end: () => void response.end() }
    streams.add(stream)
    response.on('close', () => streams.delete(stream))
    const missed = after === null ? [] : events.slice(Number(after))
    for (const event of missed)
      if (station.role === 'supervisor' || event.station === station.id) writeEvent(stream, event)
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (way === 'answers') answerCall(request, response, Buffer.concat(chunks).toString())
    })
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    if (way === 'down') socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async firstCode() {
      const code = formatOneTimeCode(randomBytes(oneTimeCodeBytes))
      const lookup = await deriveLookup(normaliseOneTimeCode(code) ?? '')
      invites.set(lookup, { role: 'supervisor', group: undefined, envelope: undefined })
      return code
    },
    calls,
    countRequests: (name) => requests.filter((id) => id !== undefined && stations.get(id)?.name === name).length,
    stations: () => [...stations.values()],
    claims,
    work,
    async set(next) {
      way = next
      if (way !== 'down') return
      for (const socket of sockets) socket.destroy()
    },
    lapseAll() {
      for (const claim of claims.values()) if (!claim.isConfirmed) claim.until = 0
    },
    tell: (about, station) => tell(about, station, ''),
    holdAnswer: (call, station, act) => void (held = { call, station, act }),
    refuseWork: (refuses = true) => void (takesWork = !refuses),
    refuseClaims: () => {
      takesClaims = false
      return () => refusedClaims
    },
    muteEvents: (mute) => void (isMute = mute),
    followers: () => [...streams].map(({ station }) => station.name),
    putTotals,
    dayTotals: () => [...dayTotals.values()],
    setMostTotals: (most) => {
      mostTotals = most
    },
    setLease: (ms) => {
      leaseMs = ms
    },
    revoke,
    cutConnections() {
      for (const socket of sockets) socket.destroy()
    },
    loseLatest() {
      for (const told of [work, claims, dayTotals]) told.clear()
      events.length = 0
      for (const socket of sockets) socket.destroy()
    },
    endSessions: () => sessions.clear(),
  }
}

const tokenOf = ({ headers }: IncomingMessage): string => (headers.authorization ?? '').replace(/^Bearer /, '')

const reply = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const writeEvent = (stream: { readonly write: (text: string) => void }, event: HubEvent): void =>
  stream.write(`id: ${event.position}\ndata: ${JSON.stringify(event)}\n\n`)

function isSigned(key: string, text: string, signature: string): boolean {
  const x = Buffer.from(key, 'base64').toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
}
