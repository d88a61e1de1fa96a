import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkEvent } from '../../../../src/main/bridge/dispatch.ts'
import { emptySnapshot } from '../../../fakes/app.ts'
import { createFakeLog } from '../../../fakes/log.ts'

test('drops the keys of an event that the contract does not know', () => {
  const payload = { ...emptySnapshot, token: randomUUID() }
  expect(checkEvent({ name: 'snapshot', payload }, createFakeLog())).toEqual({
    name: 'snapshot',
    payload: emptySnapshot,
  })
})

test('drops an event that does not fit the contract, and logs only its name', () => {
  const log = createFakeLog()
  const payload = { id: 5 as unknown as string }
  expect(checkEvent({ name: 'job-changed', payload }, log)).toBeUndefined()
  expect(log.lines).toEqual([{ level: 'problem', event: 'bridge.event-misfit', facts: { event: 'job-changed' } }])
})
