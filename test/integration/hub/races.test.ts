import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAnswer } from '../../../src/hub/door/door.ts'
import { hashToken } from '../../../src/hub/door/station-tokens.ts'
import { migrate } from '../../../src/hub/database/migrate.ts'
import { connectClient } from '../../../src/hub/operator-commands.ts'
import type { HubEvent } from '../../../src/shared/fleet/hub-calls.ts'
import { findPostgres } from '../../postgres/find-postgres.ts'
import { startPostgres, type OwnServer } from '../../postgres/start-postgres.ts'
import {
  emptyTables,
  letClaimsAge,
  openClient,
  openTestPostgres,
  silentLog,
  type TestDatabase,
} from '../../fakes/hub/test-database.ts'
import {
  createTestFleet,
  makeAuditEntries,
  makeClaimKey,
  makeJobId,
  nextVersion,
  makeWorkItem,
  type TestStation,
} from '../../fakes/hub/test-fleet.ts'

const found = findPostgres()
const stations = 8

const take = async (station: TestStation, job: string, keys: readonly string[]) =>
  (await station.call('claims.take', { jobs: [{ job, keys: [...keys], version: nextVersion() }] })).jobs[0]

const callOn = (client: Client, station: TestStation, name: string, request: unknown) =>
  client.query(`select hub.${name}($1, $2::jsonb)`, [hashToken(station.token), JSON.stringify(request)])

describe.skipIf(!found.ok)(`simultaneous calls${found.ok ? '' : `, skipped: ${found.error}`}`, () => {
  let server: OwnServer
  let database: TestDatabase
  let fleet: ReturnType<typeof createTestFleet>
  beforeAll(async () => {
    if (!found.ok) throw new Error(found.error)
    server = await startPostgres(found.value)
    database = await openTestPostgres(server, 2 * stations)
  }, 120_000)
  afterAll(async () => {
    await database.close()
    await server.stop()
  })
  beforeEach(async () => {
    await emptyTables(database)
    fleet = createTestFleet(createAnswer({ ...database, random: randomBytes, log: silentLog }), database)
  })

  const enrolAll = async (): Promise<readonly TestStation[]> => {
    await fleet.supervisor()
    return Promise.all(Array.from({ length: stations }, (_, index) => fleet.enrol(`Van ${index}`)))
  }
  /** Which job has each key, by what is stored. */
  const readHolders = async () => {
    const rows = await database.as(
      'postgres',
      `select encode(c.key, 'hex') as key, c.job from setdesk.claim c join setdesk.job j on j.id = c.job where setdesk.stands(j)`,
    )
    return new Map(rows.map(({ key, job }) => [String(key), String(job)]))
  }

  it('give overlapping keys to only one of eight stations', async () => {
    const all = await enrolAll()
    for (let round = 0; round < 25; round += 1) {
      const ring = Array.from({ length: stations }, makeClaimKey)
      const shared = makeClaimKey()
      const asked = all.map((station, index) => ({
        station,
        job: makeJobId(),
        // Neighbours want the same keys in opposite orders, and everybody wants the shared one.
        keys: [ring[index], shared, ring[(index + 1) % stations]].filter((key) => key !== undefined),
      }))
      const answers = await Promise.all(asked.map(({ station, job, keys }) => take(station, job, keys)))
      const winners = asked.filter((_, index) => answers[index]?.result === 'held')
      expect(winners).toHaveLength(1)
      const holders = await readHolders()
      const [winner] = winners
      for (const key of [...ring, shared])
        expect(holders.get(key)).toBe(winner?.keys.includes(key) === true ? winner.job : undefined)
    }
  })

  it('never give a key to two stations, even for long lists, and never block each other for ever', async () => {
    const all = await enrolAll()
    const keys = Array.from({ length: 120 }, makeClaimKey)
    const answers = await Promise.all(
      all.map(async (station) => {
        const jobs = keys.map((key, index) => ({
          job: makeJobId(),
          keys: [key, keys[(index * 7 + 3) % keys.length] ?? key, makeClaimKey()],
          version: nextVersion(),
        }))
        const shuffled = jobs.toSorted(() => (randomBytes(1)[0] ?? 0) - 128)
        return { jobs: shuffled, answer: await station.call('claims.take', { jobs: shuffled }) }
      }),
    )
    const holders = await readHolders()
    for (const { jobs, answer } of answers)
      for (const [index, { job, keys: wanted }] of jobs.entries()) {
        const isHeld = answer.jobs[index]?.result === 'held'
        const had = wanted.filter((key) => holders.get(key) === job)
        expect(had).toHaveLength(isHeld ? new Set(wanted).size : 0)
      }
  })

  it('renew a lapsed claim or give its keys to one other station, never both', async () => {
    const [first, ...others] = await enrolAll()
    if (first === undefined) throw new Error('There are eight')
    const seen = new Set<string>()
    for (let round = 0; round < 30; round += 1) {
      const [job, keys] = [makeJobId(), [makeClaimKey(), makeClaimKey()]]
      await take(first, job, keys)
      await letClaimsAge(database, '73 hours')
      const [confirmed, ...taken] = await Promise.all([
        first.call('claims.confirm', { job, fence: 1 }),
        ...others.map((station) => take(station, makeJobId(), keys)),
      ])
      const winners = taken.filter((answer) => answer?.result === 'held').length
      expect(winners).toBe(confirmed.result === 'held' ? 0 : 1)
      seen.add(confirmed.result)
    }
    expect(seen.size).toBeGreaterThan(0)
  })

  it('move a job once, even while its station confirms the claim of the job', async () => {
    const [from, ...others] = await enrolAll()
    if (from === undefined) throw new Error('There are eight')
    const supervisor = await fleet.supervisor()
    for (let round = 0; round < 15; round += 1) {
      const job = makeJobId()
      await take(from, job, [makeClaimKey()])
      await from.call('work.put', { items: [makeWorkItem(job, 1, 1)] })
      const item = { job, fence: 1, version: 1, sealed: 'AAAA' }
      const [confirmed, ...moves] = await Promise.all([
        from.call('claims.confirm', { job, fence: 1 }),
        ...others.map(({ id }) => supervisor.codeOf('work.rescue', { from: from.id, to: id, items: [item] })),
      ])
      expect(moves.toSorted()).toEqual([...others.slice(1).map(() => 'conflict'), 'ok'].toSorted())
      expect(['held', 'moved']).toContain(confirmed.result)
      // Whatever the station was told before, it is told now that it must not send the job.
      expect((await from.call('claims.confirm', { job, fence: 1 })).result).toBe('moved')
    }
  })

  it('store an audit chain once if copies of the chain arrive together', async () => {
    const [station] = await enrolAll()
    const entries = makeAuditEntries(40)
    await Promise.all(Array.from({ length: 6 }, async () => station?.call('audit.append', { entries })))
    const rows = await database.as(
      'postgres',
      'select count(*)::integer as count, max(sequence)::integer as last from setdesk.audit_entry',
    )
    expect(rows).toEqual([{ count: 40, last: 40 }])
  })

  it('migrate the database once when several hubs are started', async () => {
    await database.as('postgres', 'drop schema hub cascade; drop schema setdesk cascade')
    const clients = await Promise.all([1, 2, 3].map(() => openClient(server.urlFor('setdesk_owner'))))
    const results = await Promise.all(clients.map((client) => migrate(connectClient(client))))
    await Promise.all(clients.map((client) => client.end()))
    const applied = results.map((result) => (result.ok ? result.value : result.error))
    expect(applied.filter((count) => count === 0)).toHaveLength(2)
  })

  const open = (): Promise<Client> => openClient(server.urlFor('setdesk_hub'))
  const readAfter = async (after: number): Promise<readonly HubEvent[]> => {
    const read = await database.database.call('events_after', { request: { after } })
    if (!read.ok) throw new Error(read.error.code)
    return (read.value as { readonly events: readonly HubEvent[] }).events
  }
  const sequence = async (): Promise<number> => {
    const sequenced = await database.database.call('sequence_events')
    if (!sequenced.ok) throw new Error(sequenced.error.code)
    return (sequenced.value as { readonly position: number }).position
  }

  describe('the positions of events', () => {
    it('let a reader get every event, even one whose transaction began first and committed last', async () => {
      const [slow, quick] = await enrolAll()
      if (slow === undefined || quick === undefined) throw new Error('There are eight')
      const start = await sequence()
      const [first, second] = [await open(), await open()]
      await first.query('begin')
      await callOn(first, slow, 'claims_take', {
        jobs: [{ job: makeJobId(), keys: [makeClaimKey()], version: nextVersion() }],
      })
      await second.query('begin')
      await callOn(second, quick, 'claims_take', {
        jobs: [{ job: makeJobId(), keys: [makeClaimKey()], version: nextVersion() }],
      })
      await second.query('commit')
      const afterQuick = await sequence()
      expect((await readAfter(start)).map(({ station }) => station)).toEqual([quick.id])
      await first.query('commit')
      await sequence()
      // A reader that has seen the quick transaction still gets the slow one.
      expect((await readAfter(afterQuick)).map(({ station }) => station)).toEqual([slow.id])
      await Promise.all([first.end(), second.end()])
    })

    it('are given by one transaction at a time, so that a reader never sees a later event first', async () => {
      const [one, other] = await enrolAll()
      if (one === undefined || other === undefined) throw new Error('There are eight')
      const start = await sequence()
      const [first, second] = [await open(), await open()]
      await one.call('claims.take', { jobs: [{ job: makeJobId(), keys: [makeClaimKey()], version: nextVersion() }] })
      await first.query('begin')
      await first.query('select hub.sequence_events()')
      await other.call('claims.take', { jobs: [{ job: makeJobId(), keys: [makeClaimKey()], version: nextVersion() }] })
      const later = second.query('select hub.sequence_events()')
      // The second transaction has to wait for the first one, so nothing can be read yet.
      expect(await readAfter(start)).toEqual([])
      await first.query('commit')
      await later
      const events = await readAfter(start)
      expect(events.map(({ station }) => station)).toEqual([one.id, other.id])
      expect(events.map(({ position }) => position)).toEqual(
        events.map(({ position }) => position).toSorted((a, b) => a - b),
      )
      await Promise.all([first.end(), second.end()])
    })
  })
})
