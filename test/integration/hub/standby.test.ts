import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createPostgres } from '../../../src/hub/database/postgres.ts'
import { createAnswer } from '../../../src/hub/door/door.ts'
import { findPostgres } from '../../postgres/find-postgres.ts'
import { startPostgres, type OwnServer } from '../../postgres/start-postgres.ts'
import { createHubClient, startHubProcess } from '../../fakes/hub/hub-process.ts'
import { openTestPostgres, silentLog, type TestDatabase } from '../../fakes/hub/test-database.ts'
import { createTestFleet, makeClaimKey, makeJobId, nextVersion } from '../../fakes/hub/test-fleet.ts'

const found = findPostgres('pg_basebackup')

const whyNot = (server: number, code: string) => ['server-not-usable', { server, of: 2, code }]

describe.skipIf(!found.ok)(`a primary with a synchronous standby${found.ok ? '' : `, skipped: ${found.error}`}`, () => {
  let [primary, standby]: (OwnServer | undefined)[] = []
  let prepared: TestDatabase
  beforeAll(async () => {
    if (!found.ok) throw new Error(found.error)
    primary = await startPostgres(found.value)
    prepared = await openTestPostgres(primary, 1)
    standby = await startPostgres(found.value, { primary })
    await primary.sql(`alter system set synchronous_standby_names = '*'`)
    await primary.sql('select pg_reload_conf()')
  }, 120_000)
  afterAll(async () => {
    await prepared.close()
    await standby?.stop()
    await primary?.stop()
  })

  it('loses no acknowledged claim, and the hub changes to the promoted standby and not back', async () => {
    if (primary === undefined || standby === undefined) throw new Error('Both are there')
    const urls = [primary, standby].map((server) => server.urlFor('setdesk_hub'))
    const chosen: number[] = []
    const warned: unknown[] = []
    const log = {
      info: (_: string, fields = {}) => chosen.push((fields as { server: number }).server),
      warn: (...line: unknown[]) => warned.push(line),
    }
    const database = createPostgres({ urls, connections: 8, log })
    const ask = createAnswer({ database, random: randomBytes, log: silentLog })
    const fleet = createTestFleet(ask, prepared)
    const station = await fleet.enrol()
    const held = new Map<string, string>()
    const take = async (): Promise<string> => {
      const [job, key] = [makeJobId(), makeClaimKey()]
      const answered = await ask('claims.take', station.token, { jobs: [{ job, keys: [key], version: nextVersion() }] })
      if (answered.ok) held.set(key, job)
      return answered.ok ? 'ok' : answered.error.code
    }
    const untilTaken = async (): Promise<void> => {
      while ((await take()) !== 'ok');
    }

    /** The log may name another reason first, such as that the server is just ending. */
    const untilWarned = (line: unknown) =>
      expect
        .poll(
          async () => {
            await take()
            return warned
          },
          { timeout: 30_000 },
        )
        .toContainEqual(line)

    await Promise.all(Array.from({ length: 40 }, take))
    expect(held.size).toBe(40)
    const late = Array.from({ length: 20 }, take)
    await primary.kill()
    await Promise.all(late)
    expect(await take()).toBe('unavailable')
    await untilWarned(whyNot(1, 'ECONNREFUSED'))
    await untilWarned(whyNot(2, 'standby'))
    await standby.promote()
    await untilTaken()
    expect(chosen).toEqual([1, 2])

    // The former primary returns without knowing that it was replaced. The hub does not use it.
    await primary.start()
    await standby.kill()
    expect(await take()).toBe('unavailable')
    await untilWarned(whyNot(1, 'older-timeline'))
    await untilWarned(whyNot(2, 'ECONNREFUSED'))
    await standby.start()
    await untilTaken()
    expect(chosen).toEqual([1, 2, 2])

    for (const [key, job] of held)
      expect((await station.call('claims.find', { keys: [key] })).found).toMatchObject([{ job }])
    await database.close()
  }, 120_000)

  it('makes the hub report that commits wait for a lost standby, and later that they go on', async () => {
    if (standby === undefined || primary === undefined) throw new Error('Both are there')
    // After the first test it is the primary, and gets a standby of its own.
    if (!found.ok) throw new Error(found.error)
    const second = await startPostgres(found.value, { primary: standby })
    onTestFinished(() => second.stop())
    await standby.sql(`alter system set synchronous_standby_names = '*'`)
    await standby.sql('select pg_reload_conf()')
    const hub = await startHubProcess(['--database', standby.urlFor('setdesk_hub'), '--port', '0'])
    onTestFinished(() => hub.kill())
    const client = createHubClient(hub.printed.url)
    onTestFinished(() => client.close())
    const health = async () => JSON.parse((await client.send('/health')).text) as { readonly state: string }
    const waiting = async () => {
      const text = (await client.send('/metrics')).text
      return Number(/^setdesk_hub_commits_waiting_seconds (.*)$/m.exec(text)?.[1])
    }
    expect(await health()).toEqual({ ok: true, state: 'well' })
    expect(await waiting()).toBe(0)

    await second.kill()
    // No station writes anything, so the hub notices it by its own trial commit.
    await expect.poll(health, { timeout: 40_000 }).toMatchObject({ ok: false, state: 'commits-wait' })
    expect(await health()).toMatchObject({ message: expect.stringContaining('synchronous_standby_names') })
    expect((await client.send('/health')).status).toBe(503)
    expect(await waiting()).toBeGreaterThan(3)
    expect(hub.log()).toContain('commits-wait')
    // The hub gives up the connection whose commit waits. The next trial commit also waits.
    await expect.poll(hub.log, { timeout: 40_000 }).toContain('database-lost')
    await expect.poll(waiting).toBeGreaterThan(12)
    expect(await health()).toMatchObject({ state: 'commits-wait' })

    await second.start()
    await expect.poll(health, { timeout: 40_000 }).toEqual({ ok: true, state: 'well' })
    await expect.poll(waiting).toBe(0)
    expect(hub.log()).toContain('commits-go-on')

    // An administrator ends the wait. The commit is only on this server, so the hub does not say that the claim is held.
    await second.kill()
    const database = createPostgres({ urls: [standby.urlFor('setdesk_hub')], connections: 2, log: silentLog })
    const unconfirmed = database.call('try_commit')
    const cancelled = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query like '%try_commit%'`
    await expect.poll(() => standby?.sql(cancelled), { timeout: 20_000 }).toContain('t')
    expect(await unconfirmed).toMatchObject({ error: { code: 'unavailable' } })
    await database.close()

    // Commits also go on if the owner lets the primary commit without a standby.
    await expect.poll(health, { timeout: 40_000 }).toMatchObject({ state: 'commits-wait' })
    await standby.sql('alter system reset synchronous_standby_names')
    await standby.sql('select pg_reload_conf()')
    await expect.poll(health, { timeout: 40_000 }).toEqual({ ok: true, state: 'well' })
  }, 180_000)

  it('stops a hub that started before its database, if the hub may not serve the database', async () => {
    if (standby === undefined) throw new Error('It is there')
    await standby.kill()
    const hub = await startHubProcess(['--database', standby.urlFor('setdesk_owner'), '--port', '0'])
    onTestFinished(() => hub.kill())
    await standby.start()
    expect(await hub.ended).toEqual([1, null])
    expect(hub.log()).toContain('This login may write to the tables directly. Log in as setdesk_hub.')
  }, 60_000)

  it('makes the hub log once why one of the servers cannot be used', async () => {
    if (primary === undefined) throw new Error('It is there')
    const warned: unknown[] = []
    const log = { ...silentLog, warn: (...line: unknown[]) => warned.push(line) }
    const database = createPostgres({ urls: [`${primary.urlFor('setdesk_hub')}_missing`], connections: 1, log })
    await database.call('health')
    await database.call('health')
    await database.close()
    const why = warned.filter((line) => Array.isArray(line) && line[0] === 'server-not-usable')
    expect(why).toEqual([['server-not-usable', { server: 1, of: 1, code: '3D000' }]])
  })
})
