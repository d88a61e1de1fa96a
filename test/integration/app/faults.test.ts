import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../src/sandbox/faults/fault.ts'
import { rubbishBodies } from '../../../src/sandbox/faults/fault.ts'
import { carryOut, changes, once } from './activate.ts'

/** Carries out all three changes at once, each on its own app and platform. */
const carryOutAll = (...faults: readonly Fault[]) => Promise.all(changes.map((change) => carryOut(change, faults)))

const nameOf = (fault: Fault): string =>
  Object.entries(fault)
    .map(([name, value]) => (name === 'kind' ? String(value) : `${name} ${String(value)}`))
    .join(', ')

const both = (make: (commit: boolean) => Fault): readonly Fault[] => [make(true), make(false)]

/** A message that does not approve counts as a refusal, even with status 200 (What clients saw). */
const sayingSomething: ReadonlySet<string> = new Set(['message', 'doubly-encoded'])

/** Faults that leave open whether the change was made. */
const silences: readonly Fault[] = [
  { kind: 'drop-before-commit' },
  { kind: 'drop-after-commit' },
  { kind: 'drop-in-body' },
  { kind: 'late-commit', ms: 120 },
  ...both((commit) => ({ kind: 'hang', commit })),
  ...[500, 502, 408, 404, 307].flatMap((status) => both((commit) => ({ kind: 'status', status, commit }))),
  ...both((commit) => ({ kind: 'status', status: 500, commit, message: 'Object reference not set.' })),
  ...both((commit) => ({ kind: 'status', status: 503, commit, retryAfterSeconds: 1 })),
  { kind: 'too-many-requests', retryAfterSeconds: 1 },
  { kind: 'redirect' },
  ...rubbishBodies
    .filter((body) => !sayingSomething.has(body))
    .map((body): Fault => ({ kind: 'rubbish', body, commit: true })),
  ...(['html', 'truncated-json', 'empty'] as const).map((body): Fault => ({ kind: 'rubbish', body, commit: false })),
  { kind: 'slow-drip', msPerByte: 1 },
]

describe('each change takes effect exactly once and ends as done, even after', () => {
  test.each(silences.map((fault) => [nameOf(fault), fault] as const))('the fault %s', async (_, fault) => {
    const all = await carryOutAll(fault)
    expect(all.map(({ detail }) => detail.summary.state)).toEqual(['done', 'done', 'done'])
    expect(all.map(({ effects }) => effects)).toEqual(changes.map((change) => once[change]))
  })

  test('two lost replies in a row', async () => {
    const all = await carryOutAll({ kind: 'drop-before-commit' }, { kind: 'drop-after-commit' })
    expect(all.map(({ detail }) => detail.summary.state)).toEqual(['done', 'done', 'done'])
    expect(all.map(({ effects }) => effects)).toEqual(changes.map((change) => once[change]))
  })

  test('a lost reply and then a refusal of the second attempt', async () => {
    const all = await carryOutAll({ kind: 'drop-before-commit' }, { kind: 'refuse-but-commit' })
    expect(all.map(({ detail }) => detail.summary.state)).toEqual(['done', 'done', 'done'])
    expect(all.map(({ effects }) => effects)).toEqual(changes.map((change) => once[change]))
  })
})

test('the second attempt of a call is byte for byte the same as the first', async () => {
  const { platform, detail } = await carryOut('create', [{ kind: 'drop-before-commit' }])
  const prints = platform.requests().filter(({ operation }) => operation === 'addCustomerWithDevice')
  expect(detail.steps[0]?.attempts.map(({ outcome }) => outcome)).toEqual(['unknown', 'accepted'])
  expect(prints).toHaveLength(2)
  expect(prints[0]?.fingerprint).toBe(prints[1]?.fingerprint)
})

test("Setdesk waits for a change that takes effect late, but within the platform's longest processing time", async () => {
  const all = await carryOutAll({ kind: 'late-commit', ms: 200 })
  expect(all.map(({ effects }) => effects)).toEqual(changes.map((change) => once[change]))
})

describe('a refusal by the platform', () => {
  test('of a creation that took effect anyway is followed by a read, and the job ends as done', async () => {
    const { detail, effects } = await carryOut('create', [{ kind: 'refuse-but-commit' }])
    expect(detail.summary.state).toBe('done')
    expect(effects).toEqual(['create', 'bind-user'])
    expect(detail.steps[0]?.attempts.map(({ outcome }) => outcome)).toEqual(['refused'])
  })

  test('of a creation that took effect without the box leads to a call that binds only the box', async () => {
    const { detail, effects, platform } = await carryOut('create', [{ kind: 'half-done' }])
    expect(detail.summary.state).toBe('done')
    expect(effects).toEqual(['create', 'bind-user'])
    expect(platform.ledger().map(({ operation }) => operation)).toEqual([
      'addCustomerWithDevice',
      'AddMacAddressForUser',
    ])
  })

  test('of any change that took effect anyway is followed by a read, and the job ends as done', async () => {
    const all = await carryOutAll({ kind: 'refuse-but-commit' })
    expect(all.map(({ detail }) => detail.summary.state)).toEqual(['done', 'done', 'done'])
    expect(all.map(({ effects }) => effects)).toEqual(changes.map((change) => once[change]))
  })

  test.each([400, 403, 422])(
    "with the status %i is shown with the platform's words, and the call is not repeated",
    async (status) => {
      const all = await carryOutAll({ kind: 'status', status, commit: false, message: 'The package is sold out.' })
      for (const { detail, effects } of all) {
        expect(detail.summary.state).toBe('refused')
        expect(effects).toEqual([])
        expect(detail.actions).toEqual(expect.arrayContaining(['correct', 'check-again', 'drop']))
      }
      expect(all[2]?.detail.summary.why?.detail).toContain('sold out')
    },
  )
})

test.each(['message', 'doubly-encoded'] as const)(
  'an answer with status 200 whose text does not say success (%s) is not taken as success',
  async (body) => {
    const all = await carryOutAll({ kind: 'rubbish', body, commit: false })
    for (const { detail, effects } of all) {
      // The answer is not understood, so the platform is read back. Nothing took effect, so the call is sent once more.
      expect(detail.steps[0]?.attempts[0]?.outcome).toBe('unknown')
      expect(detail.summary.state).toBe('done')
      expect(new Set(effects).size).toBe(effects.length)
    }
    const [made] = await carryOutAll({ kind: 'rubbish', body, commit: true })
    expect([made?.detail.summary.state, made?.effects]).toEqual(['done', once.create])
  },
)
