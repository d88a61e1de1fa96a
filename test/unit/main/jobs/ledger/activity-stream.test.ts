import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import {
  createActivityStream,
  type ActivityStream,
  type Budget,
} from '../../../../../src/main/jobs/ledger/activity-log.ts'
/** A table with rows of these sequences, each in a group. */
function openRows(...groups: readonly (readonly [group: string, sequences: readonly number[]])[]) {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  database.exec('CREATE TABLE act (sequence INTEGER PRIMARY KEY, grouped TEXT)')
  const insert = database.prepare('INSERT INTO act VALUES (?, ?)')
  for (const [group, sequences] of groups) for (const sequence of sequences) insert.run(sequence, group)
  const read = database.prepare(
    'SELECT * FROM act WHERE sequence < ? AND sequence >= ? AND grouped = ? ORDER BY sequence DESC LIMIT ?',
  )
  return (from: number, budget: Budget): ActivityStream => createActivityStream(read, ['a'], from, budget)
}
const plenty = (): Budget => ({ stretches: 60, rows: 1000 })

/** Takes rows until there are none, or the budget does not reach. */
function takeAll(stream: ActivityStream) {
  const taken: number[] = []
  for (let row = stream.peek(); row !== undefined && row !== 'stalled'; row = stream.peek()) {
    taken.push(Number(row['sequence']))
    stream.take()
  }
  return taken
}

test('a stream of activity rows gives each row of its own kind once, the newest first', () => {
  const stream = openRows(['a', [1, 3, 5]], ['b', [2, 4, 6]])(6, plenty())
  expect([stream.peek(), stream.peek()]).toMatchObject([{ sequence: 5 }, { sequence: 5 }])
  expect(takeAll(stream)).toEqual([5, 3, 1])
  expect([stream.peek(), stream.place()]).toEqual([undefined, 1])
})

test('a stream of activity rows can go on where an earlier one stopped', () => {
  const open = openRows(['a', [1, 3, 5, 7]])
  const stream = open(7, plenty())
  expect(stream.place()).toBe(7)
  stream.peek()
  stream.take()
  expect(takeAll(open(stream.place(), plenty()))).toEqual([3, 1])
})

test('a stream of activity rows reads two hundred rows at a time, and skips none', () => {
  const sequences = Array.from({ length: 450 }, (_, index) => index + 1)
  const open = openRows(['a', sequences])
  const budget = plenty()
  expect(takeAll(open(451, budget))).toEqual(sequences.toReversed())
  expect(plenty().stretches - budget.stretches).toBe(3)
  const two = open(451, { stretches: 2, rows: 1000 })
  expect(takeAll(two)).toHaveLength(400)
  expect([two.peek(), two.place()]).toEqual(['stalled', 51])
})

test('several streams in a row, each within its budget, reach old activity rows', () => {
  const open = openRows(['a', [1, 12_001]], ['b', [2]])
  const first = open(12_002, { stretches: 2, rows: 1000 })
  expect(takeAll(first)).toEqual([12_001])
  expect([first.peek(), first.place()]).toEqual(['stalled', 2002])
  const second = open(first.place(), { stretches: 1, rows: 1000 })
  expect(takeAll(second)).toEqual([1])
  expect(second.peek()).toBeUndefined()
})

test('a stream of activity rows that starts at the first row has no rows and reads nothing', () => {
  const budget = plenty()
  const stream = openRows(['a', [1]])(1, budget)
  expect([stream.peek(), stream.place(), budget]).toEqual([undefined, 1, plenty()])
})
