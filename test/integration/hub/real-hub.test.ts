import { setImmediate as nextTurn } from 'node:timers/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { HubCall, HubRequest } from '../../../src/shared/fleet/hub-calls.ts'
import { makeCertificate } from '../../fakes/http-server-certificate.ts'
import { createHubClient, startHubProcess, type HubProcess } from '../../fakes/hub/hub-process.ts'
import { findPostgres } from '../../postgres/find-postgres.ts'
import { startPostgres, type OwnServer } from '../../postgres/start-postgres.ts'
import { openTestPostgres, type TestDatabase } from '../../fakes/hub/test-database.ts'
import {
  createTestFleet,
  makeAuditEntries,
  makeClaimKey,
  makeJobId,
  nextVersion,
  makeWorkItem,
  withoutTimes,
  type TestStation,
} from '../../fakes/hub/test-fleet.ts'

const found = findPostgres()

const portOf = ({ printed }: HubProcess): string => new URL(printed.url).port

describe.skipIf(!found.ok)(`the hub over HTTPS on PostgreSQL${found.ok ? '' : `, skipped: ${found.error}`}`, () => {
  const certificate = makeCertificate()
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-hub-'))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  let server: OwnServer
  let database: TestDatabase
  let hub: HubProcess
  let client: ReturnType<typeof createHubClient>
  let fleet: ReturnType<typeof createTestFleet>
  const others: HubProcess[] = []

  const start = (port = '0'): Promise<HubProcess> =>
    startHubProcess(
      [
        '--database',
        server.urlFor('setdesk_hub'),
        '--port',
        port,
        '--address',
        '127.0.0.1',
        '--tls-cert',
        certFile,
        '--tls-key',
        keyFile,
      ],
      { SETDESK_HUB_METRICS_TOKEN: 'metrics-token-for-the-test' },
    )

  beforeAll(async () => {
    if (!found.ok) throw new Error(found.error)
    writeFileSync(certFile, certificate.cert)
    writeFileSync(keyFile, certificate.key)
    server = await startPostgres(found.value)
    database = await openTestPostgres(server)
    hub = await start()
    client = createHubClient(hub.printed.url, certificate.cert)
    fleet = createTestFleet(client.ask, database)
  }, 120_000)
  afterEach(async () => {
    await Promise.all(others.splice(0).map((other) => other.kill()))
  })
  afterAll(async () => {
    client.close()
    await hub.kill()
    await database.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Asks until the hub answers again. Other refusals than that it is away fail the test. */
  async function untilAnswered<C extends HubCall>(station: TestStation, name: C, request: HubRequest<C>) {
    for (;;) {
      const answered = await client.ask(name, station.token, request).catch(() => undefined)
      if (answered?.ok === true) return answered.value
      if (answered !== undefined && answered.error.code !== 'unavailable') throw new Error(answered.error.code)
    }
  }

  /** A station with claims, work and audit, and another station. */
  const stage = async () => {
    const [victim, attacker] = [await fleet.enrol('Van 7'), await fleet.enrol('Attacker')]
    const [job, key] = [makeJobId(), makeClaimKey()]
    await victim.call('claims.take', { jobs: [{ job, keys: [key], version: nextVersion() }] })
    await victim.call('work.put', { items: [makeWorkItem(job, 1, 1)] })
    const entries = makeAuditEntries(3)
    await victim.call('audit.append', { entries })
    return { victim, attacker, job, key, entries }
  }

  describe('an attacker with the key and the session of a station', () => {
    it('cannot read the work of another station, its audit or the board', async () => {
      const { victim, attacker } = await stage()
      expect(await attacker.codeOf('work.list', { station: victim.id })).toBe('not-allowed')
      expect(await attacker.codeOf('audit.read', { station: victim.id, after: 0 })).toBe('not-allowed')
      expect(await attacker.codeOf('board.read', {})).toBe('not-allowed')
      expect(await attacker.call('work.waiting', {})).toEqual({ items: [], hasMore: false, heldBack: 0 })
    })

    it('cannot take, confirm, finish or replace the claims of another station', async () => {
      const { victim, attacker, job, key } = await stage()
      const own = makeJobId()
      const taken = await attacker.call('claims.take', {
        jobs: [
          { job: own, keys: [key], version: nextVersion() },
          { job, keys: [key], version: nextVersion() },
        ],
      })
      expect(taken.jobs.map(({ result }) => result)).toEqual(['conflict', 'moved'])
      expect(await attacker.call('claims.confirm', { job, fence: 1 })).toMatchObject({ result: 'moved' })
      for (const fence of [1, 2, 99])
        for (const outcome of ['done', 'released'] as const)
          await attacker.call('claims.finish', { jobs: [{ job, fence, outcome, version: nextVersion() }] })
      expect(await victim.call('claims.confirm', { job, fence: 1 })).toMatchObject({ result: 'held' })
    })

    it('cannot replace, remove or take over the work of another station', async () => {
      const { victim, attacker, job } = await stage()
      expect(await attacker.call('work.put', { items: [makeWorkItem(job, 99, 99)] })).toEqual({
        moved: [job],
        late: [],
      })
      await attacker.call('work.remove', { jobs: [{ job, version: 99 }] })
      await attacker.call('work.accept', { jobs: [job] })
      const move = { from: victim.id, to: attacker.id, items: [{ job, fence: 1, version: 1, sealed: 'AAAA' }] }
      expect(await attacker.codeOf('work.rescue', move)).toBe('not-allowed')
      const supervisor = await fleet.supervisor()
      expect((await supervisor.call('work.list', { station: victim.id })).items).toMatchObject([
        { job, fence: 1, version: 1 },
      ])
    })

    it('cannot rewrite or extend the audit of another station', async () => {
      const { victim, attacker, entries } = await stage()
      // The entries are appended to the attacker's own chain, in which they leave a gap.
      expect(
        await attacker.call('audit.append', { entries: makeAuditEntries(1, 4, entries.at(-1)?.hash) }),
      ).toMatchObject({ gapAt: 1 })
      const supervisor = await fleet.supervisor()
      const read = await supervisor.call('audit.read', { station: victim.id, after: 0 })
      expect(withoutTimes(read.entries)).toEqual(entries)
    })

    it('cannot invite or remove stations, or give documents to the fleet', async () => {
      const { victim, attacker } = await stage()
      const document = { kind: 'policy', name: 'main', serial: 1, text: 't', key: 'a2V5', signature: 'c2ln' } as const
      const invitation = { lookup: makeClaimKey(), role: 'supervisor', envelope: 'AAAA', hours: 1 } as const
      expect(await attacker.codeOf('stations.invite', invitation)).toBe('not-allowed')
      expect(await attacker.codeOf('stations.revoke', { station: victim.id })).toBe('not-allowed')
      expect(await attacker.codeOf('documents.put', document)).toBe('not-allowed')
    })

    it('cannot sign in as another station, or with a token that names another one', async () => {
      const { victim, attacker } = await stage()
      await expect(fleet.signIn(victim.id, attacker.identity)).rejects.toThrow('not-signed-in')
      const forged = victim.id + attacker.token.slice(36)
      expect(await client.ask('work.waiting', forged, {})).toMatchObject({ error: { code: 'not-signed-in' } })
    })

    it('gets only events about its own station', async () => {
      const { victim, attacker } = await stage()
      const [stream, all] = [
        await client.follow(attacker.token, 0),
        await client.follow((await fleet.supervisor()).token),
      ]
      const job = makeJobId()
      await victim.call('work.put', { items: [makeWorkItem(job, 0, 1)] })
      await all.until(({ station, about }) => station === victim.id && about === 'work')
      await (await fleet.supervisor()).call('stations.revoke', { station: attacker.id })
      await stream.ended
      expect(stream.events.map(({ station, about }) => [station, about])).toEqual([[attacker.id, 'revoked']])
      all.close()
    })
  })

  describe('the stream of events', () => {
    it('continues from a given position, even on another hub', async () => {
      const second = await start()
      others.push(second)
      const elsewhere = createHubClient(second.printed.url, certificate.cert)
      const [station, supervisor] = [await fleet.enrol(), await fleet.supervisor()]
      const first = await client.follow(supervisor.token)
      await station.call('work.put', { items: [makeWorkItem(makeJobId(), 0, 1)] })
      const { position } = await first.until(({ station: id, about }) => id === station.id && about === 'work')
      first.close()
      await station.call('audit.append', { entries: makeAuditEntries(1) })
      const next = await elsewhere.follow(supervisor.token, position)
      const event = await next.until(({ about }) => about === 'audit')
      // The stream begins with the latest position. A position below the requested one would mean an older database.
      expect(next.starts).toEqual([expect.any(Number)])
      expect(next.starts[0]).toBeGreaterThanOrEqual(position)
      expect(event).toMatchObject({ station: station.id })
      expect(event.position).toBeGreaterThan(position)
      // A change through one hub is an event on the other hub.
      await station.call('claims.take', {
        jobs: [{ job: makeJobId(), keys: [makeClaimKey()], version: nextVersion() }],
      })
      await next.until(({ about, station: id }) => about === 'claims' && id === station.id)
      expect(next.events.map((told) => told.position)).toEqual(
        next.events.map((told) => told.position).toSorted((a, b) => a - b),
      )
      next.close()
      elsewhere.close()
    })

    it('is refused without a session', async () => {
      expect((await client.send('/v1/events')).status).toBe(401)
      expect((await client.send('/v1/events', { headers: { authorization: `Bearer ${'x'.repeat(40)}` } })).status).toBe(
        401,
      )
      const supervisor = await fleet.supervisor()
      const headers = { authorization: `Bearer ${supervisor.token}` }
      expect((await client.send('/v1/events?after=-1', { headers })).status).toBe(400)
    })
  })

  describe('an acknowledged change', () => {
    it('survives when the hub is killed again and again', async () => {
      const station = await fleet.enrol()
      const held = new Map<string, string>()
      for (let round = 0; round < 4; round += 1) {
        const port = portOf(hub)
        const asking = Array.from({ length: 30 }, async () => {
          const [job, key] = [makeJobId(), makeClaimKey()]
          const answered = await client
            .ask('claims.take', station.token, { jobs: [{ job, keys: [key], version: nextVersion() }] })
            .catch(() => undefined)
          if (answered?.ok === true) held.set(key, job)
        })
        await Promise.race(asking)
        await hub.kill()
        await Promise.all(asking)
        hub = await start(port)
      }
      expect(held.size).toBeGreaterThan(0)
      for (const [key, job] of held) {
        const { found: rows } = (await untilAnswered(station, 'claims.find', { keys: [key] })) as {
          found: { job: string }[]
        }
        expect(rows).toMatchObject([{ job }])
      }
    }, 60_000)

    it('survives when PostgreSQL is killed, and the hub goes on', async () => {
      const station = await fleet.enrol()
      const supervisor = await fleet.supervisor()
      const stream = await client.follow(supervisor.token)
      const held = new Map<string, string>()
      const entries = makeAuditEntries(200)
      let appended = 0
      for (let round = 0; round < 3; round += 1) {
        const asking = Array.from({ length: 30 }, async () => {
          const [job, key] = [makeJobId(), makeClaimKey()]
          const answered = await client.ask('claims.take', station.token, {
            jobs: [{ job, keys: [key], version: nextVersion() }],
          })
          if (answered.ok) held.set(key, job)
          else expect(['unavailable', 'too-many']).toContain(answered.error.code)
        })
        const answered = await client.ask('audit.append', station.token, {
          entries: entries.slice(appended, appended + 10),
        })
        if (answered.ok) appended = (answered.value as { next: number }).next - 1
        await server.kill()
        await Promise.all(asking)
        expect(await client.ask('work.waiting', station.token, {})).toMatchObject({ error: { code: 'unavailable' } })
        expect((await client.send('/health')).status).toBe(503)
        await server.start()
        await untilAnswered(station, 'work.waiting', {})
      }
      expect(held.size).toBeGreaterThan(0)
      for (const [key, job] of held) {
        const { found: rows } = await station.call('claims.find', { keys: [key] })
        expect(rows).toMatchObject([{ job }])
      }
      const read = await supervisor.call('audit.read', { station: station.id, after: 0 })
      expect(appended).toBeGreaterThan(0)
      expect(read.entries.length).toBeGreaterThanOrEqual(appended)
      // The stream is still open and gets the events after the break.
      await station.call('work.put', { items: [makeWorkItem(makeJobId(), 0, 1)] })
      await stream.until(({ about, station: id }) => about === 'work' && id === station.id)
      stream.close()
    }, 120_000)

    it('is completed before a stopping hub ends the streams of events', async () => {
      const leaving = await start()
      const elsewhere = createHubClient(leaving.printed.url, certificate.cert)
      const station = await fleet.enrol()
      const stream = await elsewhere.follow(station.token)
      const take = () =>
        elsewhere.ask('claims.take', station.token, {
          jobs: [{ job: makeJobId(), keys: [makeClaimKey()], version: nextVersion() }],
        })
      // The hub has a connection for the next call.
      await take()
      const asking = Array.from({ length: 6 }, () =>
        take().then(
          ({ ok }) => ok,
          // The hub no longer accepted connections, so this call was never begun.
          () => 'not begun',
        ),
      )
      await nextTurn()
      leaving.signal('SIGTERM')
      const answers = await Promise.all(asking)
      expect(answers).toContain(true)
      expect(answers).not.toContain(false)
      await stream.ended
      expect(await leaving.ended).toEqual([0, null])
      elsewhere.close()
    })
  })

  describe("the hub's interface", () => {
    it('shows its metrics only to a caller with the metrics token', async () => {
      expect((await client.send('/metrics')).status).toBe(404)
      const { status, text } = await client.send('/metrics', {
        headers: { authorization: 'Bearer metrics-token-for-the-test' },
      })
      expect(status).toBe(200)
      expect(text).toMatch(/setdesk_hub_calls_total\{call="enrol",outcome="ok"\} [1-9]/)
      expect(text).toMatch(/setdesk_hub_database_up 1/)
    })

    it('refuses a body that is too large or not JSON, and an unknown call', async () => {
      const station = await fleet.enrol()
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${station.token}` }
      const post = (path: string, body: string, more = {}) =>
        client.send(path, { method: 'POST', headers: { ...headers, ...more }, body })
      expect((await post('/v1/enrol', JSON.stringify({ name: 'x'.repeat(20_000) }))).status).toBe(413)
      expect((await post('/v1/work.waiting', '{')).status).toBe(400)
      expect((await post('/v1/work.waiting', '{}', { 'content-type': 'text/plain' })).status).toBe(400)
      expect((await post('/v1/drop.tables', '{}')).status).toBe(404)
      expect((await post('/v1/__proto__', '{}')).status).toBe(404)
      expect((await client.send('/v1/work.waiting')).status).toBe(404)
    })

    it('uses a renewed certificate after the signal to read its certificate again', async () => {
      const renewed = makeCertificate()
      writeFileSync(certFile, renewed.cert)
      writeFileSync(keyFile, renewed.key)
      hub.signal('SIGHUP')
      await expect.poll(() => hub.log()).toContain('certificate-read')
      const socket = connectTls({ host: '127.0.0.1', port: Number(portOf(hub)), ca: renewed.cert })
      await new Promise((resolve, reject) => {
        socket.on('secureConnect', resolve)
        socket.on('error', reject)
      })
      expect(socket.authorized).toBe(true)
      socket.destroy()
    })

    it('writes no token, key, code, address or name into its log', async () => {
      const station = await fleet.enrol('Zsofia Unmistakable')
      const { challenge } = await fleet.must('challenge', undefined, { station: station.id })
      await client.ask('sign-in', undefined, {
        station: station.id,
        challenge,
        signature: Buffer.alloc(64).toString('base64'),
      })
      await client.ask('status.put', station.token, {
        version: '1',
        counts: { unsent: 0, sending: 0, needsYou: 0, refused: 0 },
        totals: [{ day: '2026-11-24', technician: 'Null \u0000 Character', product: 'p', done: 0, refused: 0 }],
      })
      await expect.poll(() => hub.log()).toContain('call-failed')
      const log = hub.log()
      expect(log).toContain('sign-in-refused')
      for (const secret of [
        station.token,
        challenge,
        'Zsofia',
        'Character',
        '127.0.0.1',
        'setdesk_hub@',
        certificate.key.slice(40, 80),
      ])
        expect(log).not.toContain(secret)
      for (const line of log.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event')
    })
  })
})
