import { describe, expect, test } from 'vitest'
import type { FaultRule } from '../../../src/sandbox/faults/fault.ts'
import type { SandboxOptions } from '../../../src/sandbox/options.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { productOf } from './activate.ts'

const shared = 'GetCustomerStatusByIds'
const most = 40
/** Nothing here waits for these times, so a slow computer changes nothing. */
const patient = { longestProcessingSeconds: 60, timeoutSeconds: 30, retrieval: 'query' } satisfies Partial<Connection>

/** Saves `most` new customers while sending is paused; `taken`: numbers of those whose user ID somebody else has. */
async function drain(
  options: Partial<SandboxOptions>,
  faults: readonly FaultRule[] = [],
  taken: readonly number[] = [],
  changed: Partial<Connection> = {},
): Promise<{ readonly app: TestApp; readonly platform: Sandbox; readonly ended: readonly JobDetail[] }> {
  const platform = await openPlatform({ options })
  const app = await openApp()
  await connect(app, platform, { ...patient, ...changed })
  await app.call('queue.pause', {})
  const ids: string[] = []
  for (let number = 0; number < most; number += 1) {
    const userid = String(6_000_000_000 + number)
    const logIn = { userid, password: 'kv7tm2xwpa' }
    if (taken.includes(number)) await createElsewhere(platform, userid)
    const { box: _, ...intent } = newCustomer(productOf(platform), { logIn })
    ids.push((await app.call('job.save', { draftId: anyDraftId(), intent })).id)
  }
  platform.setFaults(faults)
  await app.call('queue.resume', {})
  const ended = await Promise.all(ids.map((id) => app.jobIn(id, 'done', 'refused', 'needs-you', 'unconfirmed')))
  return { app, platform, ended }
}

/** Another person makes a customer, at another computer. */
async function createElsewhere(platform: Sandbox, userid: string): Promise<void> {
  const { customer, plan } = newCustomer(productOf(platform))
  const { authToken, crmService, cmsService } = platform
  const values = {
    ...customer,
    authToken,
    crmService,
    cmsService,
    userid,
    password: 'another-1',
    productid: plan.productid,
    subscriptionlengthinmonths: '12',
    subscriptionlengthindays: '0',
    renewalinterval: '1',
  }
  const query = new URLSearchParams(values).toString().replaceAll('+', '%20')
  const { status } = await fetch(`${platform.url}/api/AddCustomer/addCustomer?${query}`, { method: 'POST' })
  expect(status).toBe(200)
}

const countOf = (platform: Sandbox, operation: string): number =>
  platform.requests().filter((request) => request.operation === operation).length

const statesOf = (ended: readonly JobDetail[]) => ended.map(({ summary }) => summary.state)

/** User IDs that the platform has more than once. */
function doubled(platform: Sandbox): readonly unknown[] {
  const made = platform.ledger().flatMap(({ effect, userid }) => (effect === 'create' ? [userid] : []))
  return made.filter((userid, index) => made.indexOf(userid) !== index)
}

describe('sending a list of new customers', () => {
  test.each(['classic', 'modern'] as const)(
    'creates each customer once on a %s platform, after several user IDs were read in one call',
    async (dialect) => {
      const { platform, ended } = await drain({ dialect })
      expect(new Set(statesOf(ended))).toEqual(new Set(['done']))
      expect(platform.ledger()).toHaveLength(most)
      expect(doubled(platform)).toEqual([])
      const readings = ended.flatMap(({ steps }) => steps[0]?.readings ?? [])
      const readTogether = readings.filter(({ operation }) => operation === shared).length
      expect(readTogether).toBeGreaterThan(0)
      expect(countOf(platform, shared)).toBeLessThanOrEqual(readTogether)
      // On a busy computer a reading is too old when its job is sent, and the job reads once more.
      expect(countOf(platform, 'getCustomer')).toBe(readings.length - readTogether)
    },
  )

  test('creates no second customer if a user ID is taken, even on a platform that allows the same user ID twice', async () => {
    const taken = [20, 27, 33]
    const { platform, ended } = await drain({ uniqueUserids: false }, [], taken)
    const refused = ended.flatMap(({ summary }, number) => (summary.state === 'refused' ? [number] : []))
    expect(refused).toEqual(taken)
    expect(ended[20]?.summary.why?.code).toBe('log-in-taken')
    expect(doubled(platform)).toEqual([])
    expect(countOf(platform, shared)).toBeGreaterThan(0)
  })

  test.each([
    ['fails', { kind: 'status', status: 500, commit: false }, {}],
    ['is answered with a web page', { kind: 'rubbish', body: 'html', commit: false }, {}],
    ['is answered only by half', { kind: 'rubbish', body: 'truncated-json', commit: false }, {}],
    ['is answered with nothing', { kind: 'rubbish', body: 'empty', commit: false }, {}],
    ['gets no answer', { kind: 'hang', commit: false }, { timeoutSeconds: 3 }],
  ] as const)('goes on with single reads if the read for several customers %s', async (_, fault, changed) => {
    const { platform, ended } = await drain({}, [{ match: { operation: shared }, fault }], [], changed)
    expect(new Set(statesOf(ended))).toEqual(new Set(['done']))
    expect(doubled(platform)).toEqual([])
    expect(countOf(platform, 'getCustomer')).toBeGreaterThanOrEqual(2 * most - 3)
    expect(countOf(platform, shared)).toBeLessThanOrEqual(3)
  })
})
