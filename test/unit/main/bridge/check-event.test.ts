import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkEvent } from '../../../../src/main/bridge/dispatch.ts'
import { emptySnapshot } from '../../../fakes/app.ts'
import { createFakeLog } from '../../../fakes/log.ts'

test('an event loses the keys that are not in the contract', () => {
  const payload = { ...emptySnapshot, token: randomUUID() }
  expect(checkEvent({ name: 'snapshot', payload }, createFakeLog())).toEqual({
    name: 'snapshot',
    payload: emptySnapshot,
  })
})

// A schema's check is compiled after its first uses, and must then give the same results.
test('later events are checked in the same way as the first one', () => {
  const log = createFakeLog()
  const checked = Array.from({ length: 30 }, (_, at) => {
    const known = { ...emptySnapshot, paused: at % 2 === 0 }
    const spoilt = { ...known, paused: 'yes' as unknown as boolean }
    return [known, { ...known, token: randomUUID() }, spoilt].map((payload) =>
      checkEvent({ name: 'snapshot', payload }, log),
    )
  })
  for (const [at, [plain, longer, spoilt]] of checked.entries()) {
    const payload = { ...emptySnapshot, paused: at % 2 === 0 }
    expect([plain?.payload, longer?.payload, spoilt]).toEqual([payload, payload, undefined])
  }
  expect(log.lines).toHaveLength(30)
})

test('an event that does not fit the contract is dropped, and only its name is logged', () => {
  const log = createFakeLog()
  const payload = { id: 5 as unknown as string }
  expect(checkEvent({ name: 'job-changed', payload }, log)).toBeUndefined()
  expect(log.lines).toEqual([{ level: 'problem', event: 'bridge.event-misfit', facts: { event: 'job-changed' } }])
})
