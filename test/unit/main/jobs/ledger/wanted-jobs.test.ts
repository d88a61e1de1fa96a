import { expect, test } from 'vitest'
import { findWanted, type WantedJobs } from '../../../../../src/main/jobs/ledger/views.ts'
import { openLedger } from '../open-ledger.ts'

/** Jobs in three states, one of which is of a later version. Gives the sequences, oldest first. */
function openMixed() {
  const { ledger, save, database } = openLedger()
  const jobs = Array.from({ length: 9 }, () => save().job)
  const sequences = jobs.map(({ sequence }) => sequence)
  const connectionId = jobs[0]?.connectionId ?? ''
  for (const [index, sequence] of sequences.entries()) {
    if (index % 3 === 1) ledger.standJob({ sequence }, { state: 'done' })
    if (index % 3 === 2) database.prepare("UPDATE job SET state = 'of-later' WHERE sequence = ?").run(sequence)
  }
  const list = (wanted: Partial<WantedJobs>): readonly number[] =>
    findWanted(database, { connectionId, limit: 50, ...wanted }).map((row) => Number(row['sequence']))
  return { database, list, sequences }
}

test('a page of jobs starts with the newest and covers all states, even those that only a later version knows', () => {
  const { list, sequences } = openMixed()
  const newestFirst = sequences.toReversed()
  expect(list({ limit: 4 })).toEqual(newestFirst.slice(0, 4))
  expect(list({ limit: 4, before: sequences[5] })).toEqual(newestFirst.slice(4, 8))
  expect(list({ states: ['done'] })).toEqual([7, 4, 1].map((index) => sequences[index]))
  expect(list({ states: ['done', 'saved'], limit: 3 })).toEqual([7, 6, 4].map((index) => sequences[index]))
  expect(list({ among: [1, 5, 8].map((index) => sequences[index] ?? 0), states: ['done'] })).toEqual([sequences[1]])
  expect(list({ connectionId: 'another' })).toEqual([])
})

test.each([
  ['all jobs', {}],
  ['the next page', { before: 5 }],
  ['some states', { states: ['done', 'saved'] }],
  ['a kind within a period', { kinds: ['renewal'], from: 1, to: 2 }],
  ['found jobs', { among: [1, 2, 3] }],
] satisfies [string, Partial<WantedJobs>][])('a page of jobs reads no more rows than it shows: %s', (_, wanted) => {
  const { database, list } = openMixed()
  const asked: string[] = []
  const prepare = database.prepare.bind(database)
  database.prepare = (sql) => {
    asked.push(sql)
    return prepare(sql)
  }
  list(wanted)
  const steps = asked.flatMap((sql) => prepare(`EXPLAIN QUERY PLAN ${sql}`).all()).map(({ detail }) => String(detail))
  expect(steps.filter((step) => step.includes('job_by_state') || step.includes('PRIMARY KEY'))).not.toEqual([])
  // A scan or a sort would take longer with every job in the ledger.
  expect(steps.filter((step) => /TEMP B-TREE|SCAN job/.test(step))).toEqual([])
})
