import { expect, test } from 'vitest'
import { createDraw, type Fault } from '../../../src/sandbox/faults/fault.ts'
import { newCustomer, openSandbox } from './open-sandbox.ts'

const faults: readonly Fault[] = [
  { kind: 'drop-before-commit' },
  { kind: 'drop-after-commit' },
  { kind: 'drop-in-body' },
  { kind: 'status', status: 500, commit: true },
  { kind: 'status', status: 503, commit: false },
  { kind: 'refuse-but-commit' },
  { kind: 'rubbish', body: 'html', commit: true },
]
const seed = 20_270_131

test("the sandbox's ledger and its request log agree on which requests took effect, even under faults", async () => {
  const sandbox = await openSandbox({
    uniqueUserids: false,
    seed,
    faults: faults.map((fault) => ({ match: { changing: true }, probability: 0.1, fault })),
  })
  const draw = createDraw(seed)
  const work = Array.from({ length: 400 }, () => ({
    ...newCustomer,
    userid: `u${Math.floor(draw() * 100)}`,
    uuid: `00:1A:79:00:00:${Math.floor(draw() * 90) + 10}`,
  }))
  const workers = Array.from({ length: 8 }, async () => {
    for (let next = work.pop(); next !== undefined; next = work.pop()) await sandbox.call('addCustomerWithDevice', next)
  })
  await Promise.all(workers)

  const requests = sandbox.requests()
  const done = new Set(requests.filter(({ outcome }) => outcome === 'accepted').map(({ seq }) => seq))
  const undone = requests.filter(({ outcome }) => outcome === 'not-carried-out')
  expect(requests).toHaveLength(400)
  expect(done.size + undone.length).toBe(400)
  expect(undone.length).toBeGreaterThan(0)
  for (const effect of ['create', 'bind-user'] as const) {
    const noted = sandbox.ledger().filter((entry) => entry.effect === effect)
    expect(new Set(noted.map(({ request }) => request))).toEqual(done)
    expect(noted).toHaveLength(done.size)
  }
  const struck = new Set(requests.flatMap(({ fault }) => (fault === null ? [] : [fault])))
  expect(struck).toEqual(new Set(faults.map(({ kind }) => kind)))
})

test("the rows of the sandbox's ledger are in the order of the changes, and name the request of each", async () => {
  const sandbox = await openSandbox()
  await sandbox.call('getCustomers')
  await sandbox.call('addCustomerWithDevice', { ...newCustomer, uuid: 'SN00112233' })
  const [request] = sandbox.requests().slice(-1)
  expect(request).toMatchObject({ seq: 2, box: 'SN00112233', fault: null })
  expect(sandbox.ledger()).toMatchObject([
    { seq: 1, request: 2, effect: 'create', fingerprint: request?.fingerprint },
    { seq: 2, request: 2, effect: 'bind-user', box: 'SN00112233', fingerprint: request?.fingerprint },
  ])
})
