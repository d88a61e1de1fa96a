import { expect, test } from 'vitest'
import type { Fault } from '../../../src/sandbox/faults/fault.ts'
import { newCustomer, openSandbox, type Opened } from './open-sandbox.ts'

const withBox = { ...newCustomer, uuid: '00:1A:79:AA:BB:01' }

/** One creation with one fault, on a platform that allows duplicates. */
async function createUnder(fault: Fault) {
  const sandbox = await openSandbox({
    uniqueUserids: false,
    faults: [{ match: { effect: 'create' }, times: 1, fault }],
  })
  const reply = await sandbox.call('addCustomerWithDevice', withBox, { timeoutMs: 300 })
  return { sandbox, reply }
}

const effectsOf = (sandbox: Opened): readonly string[] => sandbox.ledger().map(({ effect }) => effect)
const whole = ['create', 'bind-user']

test.each<[string, Fault, { status: number; failure?: string; effects: readonly string[] }]>([
  ['dropped before the change', { kind: 'drop-before-commit' }, { status: 0, failure: 'ECONNRESET', effects: [] }],
  ['dropped after the change', { kind: 'drop-after-commit' }, { status: 0, failure: 'ECONNRESET', effects: whole }],
  ['cut in the body', { kind: 'drop-in-body' }, { status: 200, failure: 'ECONNRESET', effects: whole }],
  ['hanging before the change', { kind: 'hang', commit: false }, { status: 0, failure: 'TIMED_OUT', effects: [] }],
  ['hanging after the change', { kind: 'hang', commit: true }, { status: 0, failure: 'TIMED_OUT', effects: whole }],
  ['a status without the change', { kind: 'status', status: 503, commit: false }, { status: 503, effects: [] }],
  ['a status with the change', { kind: 'status', status: 500, commit: true }, { status: 500, effects: whole }],
  ['a refusal in spite of the change', { kind: 'refuse-but-commit' }, { status: 406, effects: whole }],
  ['a customer without the box', { kind: 'half-done' }, { status: 406, effects: ['create'] }],
  ['a redirect', { kind: 'redirect' }, { status: 307, effects: [] }],
  ['too many requests', { kind: 'too-many-requests', retryAfterSeconds: 7 }, { status: 429, effects: [] }],
])('the fault "%s" gives the expected answer and effect', async (_, fault, expected) => {
  const { sandbox, reply } = await createUnder(fault)
  expect(reply.status).toBe(expected.status)
  expect(reply.failure).toBe(expected.failure)
  expect(effectsOf(sandbox)).toEqual(expected.effects)
  expect(sandbox.requests()).toMatchObject([{ operation: 'addCustomerWithDevice', fault: fault.kind }])
  expect(sandbox.requests()[0]?.finishedAt === null).toBe(fault.kind === 'hang')
  expect((await sandbox.call('addCustomerWithDevice', withBox)).status).toBe(200)
})

test('a fault that refuses has the given status and message, in the current dialect', async () => {
  const fault: Fault = { kind: 'status', status: 401, commit: false, message: 'Token expired.', retryAfterSeconds: 3 }
  const { reply, sandbox } = await createUnder(fault)
  expect(JSON.parse(reply.text)).toEqual({ Message: 'Token expired.' })
  expect(reply.headers['retry-after']).toBe('3')
  await sandbox.setOptions({ dialect: 'terse', faults: [{ fault }] })
  expect(await sandbox.call('addCustomer', newCustomer)).toMatchObject({ status: 401, text: 'ERROR: Token expired.' })
})

test.each<[Extract<Fault, { kind: 'rubbish' }>['body'], RegExp]>([
  ['html', /^<!DOCTYPE html>/],
  ['truncated-json', /^\{"loginid":"\d+$/],
  ['empty', /^$/],
  ['xml', /^<\?xml/],
  ['message', /^\{"Message"/],
  ['doubly-encoded', /^".*\\"Message/],
])('with a fault the sandbox answers %s, but the call takes effect', async (body, text) => {
  const { reply, sandbox } = await createUnder({ kind: 'rubbish', body, commit: true })
  expect(reply.status).toBe(200)
  expect(reply.text).toMatch(text)
  expect(effectsOf(sandbox)).toEqual(whole)
})

test('a fault can answer 50 MB, and the sandbox survives a client that leaves before the end', async () => {
  const huge: Fault = { kind: 'rubbish', body: 'huge', commit: false, status: 502 }
  const sandbox = await openSandbox({ faults: [{ fault: huge }] })
  const reply = await sandbox.call('getCustomers')
  expect(reply.status).toBe(502)
  expect(reply.text.length).toBeGreaterThan(50 * 1024 * 1024)
  await sandbox.call('getCustomers', {}, { timeoutMs: 1 })
  sandbox.setFaults([])
  expect((await sandbox.call('getCustomers')).status).toBe(200)
})

test('a slow fault sends the real answer byte by byte', async () => {
  const sandbox = await openSandbox({ dialect: 'terse', faults: [{ fault: { kind: 'slow-drip', msPerByte: 1 } }] })
  expect(await sandbox.call('addCustomer', newCustomer)).toMatchObject({ status: 200, text: 'OK' })
})

test('a slow answer ends when the sandbox closes', async () => {
  const sandbox = await openSandbox({ faults: [{ fault: { kind: 'slow-drip', msPerByte: 60_000 } }] })
  const reply = sandbox.call('getCustomers')
  while (sandbox.requests()[0]?.status !== 200) await new Promise((resolve) => setImmediate(resolve))
  await sandbox.close()
  expect((await reply).failure).toBe('ECONNRESET')
})

test('a late change is carried out after the connection is gone', async () => {
  const { sandbox, reply } = await createUnder({ kind: 'late-commit', ms: 50 })
  expect(reply.failure).toBe('ECONNRESET')
  expect(effectsOf(sandbox)).toEqual([])
  while (sandbox.requests()[0]?.finishedAt === null) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(effectsOf(sandbox)).toEqual(whole)
})

test('a delayed request lets other requests pass, and can still be dropped', async () => {
  const sandbox = await openSandbox({
    faults: [
      { times: 1, fault: { kind: 'latency', ms: 400 } },
      { match: { operation: 'devices' }, fault: { kind: 'drop-before-commit' } },
    ],
  })
  const order: string[] = []
  const slow = sandbox.call('devices', { userid: 'nobody' }).then(({ failure }) => order.push(failure ?? 'answered'))
  while (sandbox.requests().length === 0) await new Promise((resolve) => setImmediate(resolve))
  order.push(String((await sandbox.call('getCustomers')).status))
  await slow
  expect(order).toEqual(['200', 'ECONNRESET'])
})

test('a fault applies only to the requests that its rule names, and as often as the rule says', async () => {
  const sandbox = await openSandbox()
  sandbox.setFaults([
    { match: { operation: 'devices' }, after: 1, times: 1, fault: { kind: 'status', status: 500, commit: false } },
    { match: { changing: true }, times: 1, fault: { kind: 'status', status: 502, commit: false } },
  ])
  await sandbox.call('addCustomer', newCustomer)
  await sandbox.call('addCustomer', newCustomer)
  for (let index = 0; index < 3; index++) await sandbox.call('devices', { userid: '7000000001' })
  expect(sandbox.requests().map(({ status }) => status)).toEqual([502, 200, 200, 500, 200])
})

async function strikesWith(seed: number): Promise<readonly (number | null)[]> {
  const sandbox = await openSandbox({
    seed,
    faults: [{ probability: 0.5, fault: { kind: 'status', status: 500, commit: false } }],
  })
  for (let index = 0; index < 24; index++) await sandbox.call('getCustomers')
  return sandbox.requests().map(({ status }) => status)
}

test('faults apply to the same requests if the seed is the same', async () => {
  expect(await strikesWith(7)).toEqual(await strikesWith(7))
  expect(await strikesWith(7)).not.toEqual(await strikesWith(8))
})

test("a change waits for the sandbox's hook, which sees the parameters but not the token", async () => {
  const seen: unknown[] = []
  const sandbox: Opened = await openSandbox(
    {},
    {
      onRequest: async (arrived) => {
        // Another request is answered while the change waits.
        await sandbox.call('getCustomers')
        seen.push({ ...arrived, carriedOut: sandbox.ledger().length })
      },
    },
  )
  await sandbox.call('addCustomer', newCustomer)
  await sandbox.call('getCustomer', { userid: '7000000001' })
  const { crmService, cmsService } = sandbox
  expect(seen).toMatchObject([
    { operation: 'addCustomer', parameters: { ...newCustomer, crmService, cmsService }, carriedOut: 0 },
  ])
  expect(JSON.stringify(seen)).not.toContain(sandbox.authToken)
  expect(seen).toMatchObject([{ fingerprint: sandbox.ledger()[0]?.fingerprint }])
})

test('a hook that throws makes the sandbox answer 500 and carry out nothing', async () => {
  const crashes: unknown[] = []
  const sandbox = await openSandbox(
    {},
    {
      onRequest: () => {
        throw new Error('not written ahead')
      },
      onCrash: (error) => crashes.push(error),
    },
  )
  expect((await sandbox.call('addCustomer', newCustomer)).status).toBe(500)
  expect(crashes).toEqual([new Error('not written ahead')])
  expect(sandbox.ledger()).toEqual([])
})
