import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHub } from '../../../src/hub/hub.ts'
import { createHubClient } from '../../fakes/hub/hub-process.ts'
import { openTestPglite, type TestDatabase } from '../../fakes/hub/test-database.ts'
import { createTestFleet, makeJobId, makeWorkItem } from '../../fakes/hub/test-fleet.ts'

const rate = { burst: 1000, perSecond: 1000 }
const logged: unknown[] = []
let database: TestDatabase
let hub: Awaited<ReturnType<typeof startHub>>
let client: ReturnType<typeof createHubClient>

beforeAll(async () => {
  const log = { info: () => undefined, warn: (...line: unknown[]) => logged.push(line) }
  database = await openTestPglite(log)
  const options = {
    port: 0,
    address: '127.0.0.1',
    certificate: undefined,
    isBehindProxy: false,
    metricsToken: undefined,
  }
  hub = await startHub(
    { ...options, rates: { station: rate, address: rate } },
    {
      database: database.database,
      log,
      random: randomBytes,
      now: () => performance.now(),
      code: '',
    },
  )
  client = createHubClient(hub.url)
}, 60_000)
afterAll(async () => {
  client.close()
  await hub.close()
})

it('a function with a defect is logged, counted and told apart from a database that is away, and other calls go on', async () => {
  const fleet = createTestFleet(client.ask, database)
  const station = await fleet.enrol()
  // What happened once: a column and a variable of one name.
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
  expect(await station.call('work.waiting', {})).toEqual({ items: [], hasMore: false })
  expect((await client.send('/health')).status).toBe(200)
})
