import { expect, onTestFinished, test } from 'vitest'
import { createBulkSave } from '../../../../../src/main/handlers/bulk/bulk-handlers.ts'
import type { Sessions } from '../../../../../src/main/handlers/session/sessions.ts'
import { succeed } from '../../../../../src/shared/result.ts'
import { newCustomer } from '../../jobs/make-job.ts'
import { rowsInACommit } from '../../../../../src/shared/bridge/bulk-channels.ts'

/** Counts the turns of the event loop. */
function watchTurns() {
  let turn = 0
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(next))
  return () => turn
}

test('each turn of the event loop prepares at most 50 rows, all from the same call', async () => {
  const turn = watchTurns()
  const uses = new Map<number, number>()
  // Every row counts as prepared, and then as written.
  const use = async () => {
    uses.set(turn(), (uses.get(turn()) ?? 0) + 1)
    return succeed({ jobs: [], size: rowsInACommit, has: () => true })
  }
  const save = createBulkSave({ use, current: () => undefined } as unknown as Sessions)
  const rows = Array.from({ length: 200 }, (_, index) => ({ line: index + 1, intent: newCustomer() }))
  const call = (batch: string) => save({ connectionId: 'north', batch, rows, evenIfKnown: false })
  const replies = await Promise.all(['a', 'b', 'c'].map((letter) => call(letter.repeat(32))))
  expect(replies).toEqual(replies.map(() => succeed({ saved: 200, left: [] })))
  expect([...uses.values()].reduce((sum, count) => sum + count, 0)).toBe(3 * (200 / 50 + 200 / rowsInACommit))
  // A turn prepares rows of one call at most, and may begin to write those of an earlier call.
  expect(Math.max(...uses.values())).toBeLessThanOrEqual(2)
})
