import { expect, test } from 'vitest'
import { parseFaultRules, type FaultRule } from '../../../../src/sandbox/faults/fault.ts'

const sound: readonly FaultRule[] = [
  { fault: { kind: 'latency', ms: 10 } },
  { fault: { kind: 'drop-before-commit' }, match: { operation: 'devices' }, after: 1, times: 2 },
  { fault: { kind: 'drop-after-commit' }, match: { effect: 'bind', changing: true } },
  { fault: { kind: 'drop-in-body' }, probability: 0.25 },
  { fault: { kind: 'late-commit', ms: 60_000 } },
  { fault: { kind: 'hang', commit: true } },
  { fault: { kind: 'status', status: 503, commit: false, message: 'Later.', retryAfterSeconds: 5 } },
  { fault: { kind: 'rubbish', body: 'xml', commit: true, status: 502 } },
  { fault: { kind: 'refuse-but-commit' } },
  { fault: { kind: 'half-done' } },
  { fault: { kind: 'too-many-requests', retryAfterSeconds: 1 } },
  { fault: { kind: 'slow-drip', msPerByte: 3 } },
  { fault: { kind: 'redirect' } },
]

test('every kind of fault can be read from its rule', () => {
  expect(parseFaultRules(JSON.parse(JSON.stringify(sound)))).toEqual({ ok: true, value: sound })
})

test.each<[unknown, string]>([
  [{}, 'faults: expected a list'],
  [[7], 'faults[0]: expected an object'],
  [[{}], 'faults[0]: wrong value of fault'],
  [[{ fault: { kind: 'constructor' } }], 'faults[0]: wrong value of fault'],
  [[{ fault: { kind: 'hang' } }], 'faults[0]: wrong value of fault'],
  [[{ fault: { kind: 'latency', ms: -1 } }], 'faults[0]: wrong value of fault'],
  [[{ fault: { kind: 'latency', ms: 2 ** 31 } }], 'faults[0]: wrong value of fault'],
  [[{ fault: { kind: 'status', status: 99, commit: true } }], 'faults[0]: wrong value of fault'],
  [[{ fault: { kind: 'rubbish', body: 'poem', commit: true } }], 'faults[0]: wrong value of fault'],
  [[{ fault: { kind: 'redirect', to: 'x' } }], 'faults[0]: wrong value of fault'],
  [[{ fault: { kind: 'redirect' }, match: { operation: 'nothing' } }], 'faults[0]: wrong value of match'],
  [[{ fault: { kind: 'redirect' }, match: { effect: 'none' } }], 'faults[0]: wrong value of match'],
  [[{ fault: { kind: 'redirect' }, probability: 2 }], 'faults[0]: wrong value of probability'],
  [[{ fault: { kind: 'redirect' }, times: '1' }], 'faults[0]: wrong value of times'],
  [[{ fault: { kind: 'redirect' }, often: 1 }], 'faults[0]: unknown field often'],
])('the mistake in the fault rules %j is named', (value, error) => {
  expect(parseFaultRules(value)).toEqual({ ok: false, error })
})
