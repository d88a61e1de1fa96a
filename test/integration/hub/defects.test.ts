import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { HubDatabase } from '../../../src/hub/database/hub-database.ts'
import { succeed } from '../../../src/shared/result.ts'
import { createHubClient } from '../../fakes/hub/hub-process.ts'
import { startTestHub } from '../../fakes/hub/start-test-hub.ts'
import { openTestPglite, type TestDatabase } from '../../fakes/hub/test-database.ts'
import { createTestFleet, makeJobId, makeWorkItem } from '../../fakes/hub/test-fleet.ts'

const logged: unknown[] = []
let database: TestDatabase
let hub: Awaited<ReturnType<typeof startTestHub>>
let client: ReturnType<typeof createHubClient>

const log = { info: () => undefined, warn: (...line: unknown[]) => logged.push(line) }

const startOn = (database: HubDatabase) => startTestHub(database, { log })

beforeAll(async () => {
  database = await openTestPglite(log)
  hub = await startOn(database.database)
  client = createHubClient(hub.url)
}, 60_000)
afterAll(async () => {
  client.close()
  await hub.close()
})

it('a defect in a database function is logged, counted and reported as a defect, and other calls go on', async () => {
  const fleet = createTestFleet(client.ask, database)
  const station = await fleet.enrol()
  // A defect that once happened: a column and a variable with the same name.
  await database.as(
    'setdesk_owner',
    `create or replace function hub.work_put(p_token bytea, p_request jsonb) returns jsonb
     language plpgsql security definer set search_path = setdesk, pg_temp as $$
     declare station uuid;
     begin
       return (select jsonb_build_object('moved', station) from work);
     end $$`,
  )
  const items = [makeWorkItem(makeJobId(), 0, 1)]
  const sent = await client.send('/v1/work.put', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${station.token}` },
    body: JSON.stringify({ items }),
  })
  expect([sent.status, JSON.parse(sent.text)]).toMatchObject([500, { ok: false, error: { code: 'defect' } }])
  expect(logged).toContainEqual([
    'defect',
    { call: 'work_put', code: '42702', place: expect.stringContaining('hub.work_put') },
  ])
  expect((await client.send('/metrics')).text).toMatch(/^setdesk_hub_defects_total\{call="work_put"\} 1$/m)
  expect(await station.call('work.waiting', {})).toEqual({ items: [], hasMore: false, heldBack: 0 })
  expect((await client.send('/health')).status).toBe(200)
})

it('while commits wait for a lost standby, calls are refused at once without asking the database', async () => {
  let [seconds, calls] = [0, 0]
  const waitingHub = await startOn({
    ...database.database,
    call(name, given) {
      calls += 1
      return database.database.call(name, given)
    },
    ask: async (name) =>
      name === 'waiting_commits' ? succeed({ count: seconds > 0 ? 1 : 0, seconds }) : database.database.ask(name),
    close: async () => undefined,
  })
  onTestFinished(() => waitingHub.close())
  const waitingClient = createHubClient(waitingHub.url)
  onTestFinished(waitingClient.close)
  const ask = () => waitingClient.ask('challenge', undefined, { station: randomUUID() })
  const health = async () => JSON.parse((await waitingClient.send('/health')).text) as { readonly state: string }
  expect(await ask()).toMatchObject({ ok: true })
  seconds = 4
  await expect.poll(health, { timeout: 5000 }).toMatchObject({ state: 'commits-wait' })
  const before = calls
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  expect(calls).toBe(before)
  seconds = 0
  await expect.poll(health, { timeout: 5000 }).toMatchObject({ state: 'well' })
  expect(await ask()).toMatchObject({ ok: true })
})
