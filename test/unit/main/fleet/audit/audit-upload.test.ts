import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../../fakes/folder.ts'
import { createDraw } from '../../../../../src/sandbox/faults/fault.ts'
import { beginningOfChain } from '../../../../../src/main/fleet/audit/audit-lines.ts'
import { addNotice } from '../../../../../src/main/maintenance/notes.ts'
import { inTransaction } from '../../../../../src/main/storage/database.ts'
import { keepFleet, putFleet, forgetFleet } from '../../../../../src/main/vault/fleet-membership.ts'
import { addJob, createChain, makeConnection, neverOver, openLedger, startProcess } from './chain.ts'

const copyOf = (database: DatabaseSync): DatabaseSync => {
  const path = join(makeFolder(), 'copy.db')
  database.prepare('VACUUM INTO ?').run(path)
  return new DatabaseSync(path)
}

test('each event since the computer joined the fleet gets one audit line, in order', async () => {
  const [database, chain] = [openLedger(), createChain()]
  addJob(database)
  addNotice(database, { kind: 'restored', at: 1, jobs: 0, from: 'before' })
  const van = startProcess(database, chain)
  await van.round()
  expect(chain.stored()).toEqual([])
  addJob(database, 'north', ['unknown', 'accepted'])
  addJob(database, 'south', [])
  addNotice(database, { kind: 'copied', at: 2, jobs: 3, from: 'AB12' })
  await van.round()
  await van.round()
  const events = await chain.open()
  expect(events).toMatchObject([
    { act: 'saved', connection: 'Platform north', work: 'renewal' },
    { act: 'sent', outcome: 'unknown', step: 'renew' },
    { act: 'sent', outcome: 'accepted' },
    { act: 'saved', connection: 'Platform south' },
    { act: 'copied', other: 'AB12', jobs: 3 },
  ])
  expect(chain.stored().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
})

test('the audit contains no job of the training platform or of a connection that this computer does not have', async () => {
  const [database, chain] = [openLedger(), createChain()]
  const connections = [makeConnection('north'), makeConnection('school', 'training')]
  const van = startProcess(database, chain, { connections })
  for (const connection of ['school', 'gone', 'north']) addJob(database, connection)
  await van.round()
  expect(await chain.open()).toMatchObject([{ connection: 'Platform north' }, { connection: 'Platform north' }])
})

test('no audit event is lost or doubled when the process is killed or an answer is lost', async () => {
  const draw = createDraw(14)
  const [database, chain] = [openLedger(), createChain()]
  const fate = () => (draw() < 0.4 ? 'lost' : draw() < 0.2 ? 'unsent' : 'answered')
  let van = startProcess(database, chain, { fate })
  const expected: string[] = []
  for (let round = 0; round < 60; round += 1) {
    const jobs = Math.floor(draw() * 4)
    for (let count = 0; count < jobs; count += 1) {
      const sequence = addJob(database)
      expected.push(`job-${sequence}`, 'verdict')
    }
    // The process ends after a random number of checks whether it may go on.
    let left = Math.floor(draw() * 12)
    await van.round(() => (left -= 1) < 0)
    if (draw() < 0.5) van = startProcess(database, chain, { fate })
  }
  van = startProcess(database, chain)
  await van.round()
  const keys = (await chain.open()).map((event) => String(event?.['key']).replace(/^entry-.*/, 'verdict'))
  expect(keys).toEqual(expected)
  expect(expected.length).toBeGreaterThan(60)
  expect(van.lines.place()).toMatchObject({ acknowledged: expected.length })
})

test('audit lines are made even while the hub cannot be reached, and are sent later', async () => {
  const [database, chain] = [openLedger(), createChain()]
  let isAway = true
  const van = startProcess(database, chain, { fate: () => (isAway ? 'unsent' : 'answered') })
  for (let count = 0; count < 150; count += 1) addJob(database)
  await van.round()
  expect([van.lines.last(), chain.stored().length]).toEqual([300, 0])
  isAway = false
  await van.round()
  expect(chain.stored()).toHaveLength(300)
  expect(chain.asked).toEqual([200, 100])
})

test('a long backlog of events gets its audit lines in several parts', async () => {
  const [database, chain] = [openLedger(), createChain()]
  const van = startProcess(database, chain)
  for (let count = 0; count < 60; count += 1) addJob(database)
  expect([await van.lines.make(neverOver, 100), van.lines.last()]).toEqual([true, 100])
  expect([await van.lines.make(neverOver, 100), van.lines.last()]).toEqual([false, 120])
})

test('audit lines that the hub lost when it restored a backup are sent again unchanged', async () => {
  const [database, chain] = [openLedger(), createChain()]
  const van = startProcess(database, chain)
  for (let count = 0; count < 5; count += 1) addJob(database)
  await van.round()
  expect(van.older()).toBe(0)
  const before = chain.stored()
  chain.lose(7)
  van.audit.compareAgain()
  await van.round()
  expect(chain.stored()).toEqual(before)
  expect(van.problems).toEqual(['{"kind":"sent-again","count":7}'])
  expect(van.older()).toBe(1)
  expect(van.lines.place()).toMatchObject({ acknowledged: 10 })
})

test("a gap in the hub's audit that cannot be filled is noted, and then only one line is sent in each round", async () => {
  const [database, chain] = [openLedger(), createChain()]
  const van = startProcess(database, chain)
  for (let count = 0; count < 5; count += 1) addJob(database)
  await van.round()
  database.exec('DELETE FROM fleet_audit WHERE sequence < 6')
  chain.lose(8)
  addJob(database)
  await van.round()
  expect(van.lines.place()).toMatchObject({ gapAt: 3, acknowledged: 2 })
  const asked = chain.asked.length
  addJob(database)
  await van.round()
  expect(chain.asked.slice(asked)).toEqual([1])
  expect([van.lines.last(), chain.stored().length]).toEqual([14, 2])
})

test('the audit of an older copy of the data folder is marked as forked, but its lines are still acknowledged', async () => {
  const [database, chain] = [openLedger(), createChain()]
  const van = startProcess(database, chain)
  addJob(database)
  await van.round()
  const older = copyOf(database)
  addJob(database)
  await van.round()
  const copy = startProcess(older, chain)
  addJob(older)
  await copy.round()
  expect(copy.lines.place()).toMatchObject({ forkedAt: 3, acknowledged: 4 })
  addJob(older)
  await copy.round()
  expect(copy.lines.place()).toMatchObject({ forkedAt: 3, acknowledged: 6 })
  expect(chain.stored()).toHaveLength(4)
})

test('a restored backup continues the audit chain of the file that it replaced, without a fork', async () => {
  const [database, chain] = [openLedger(), createChain()]
  const van = startProcess(database, chain)
  addJob(database)
  await van.round()
  addJob(database)
  // The backup has an event without an audit line. The present file then gets that line.
  const backup = copyOf(database)
  await van.round()
  addJob(database)
  await van.round()
  inTransaction(backup, () => putFleet(backup, keepFleet(database)))
  const restored = startProcess(backup, chain)
  addJob(backup)
  await restored.round()
  const events = await chain.open()
  const keys = ['job-1', 'entry-2', 'job-2', 'entry-4', 'job-3', 'entry-6', 'job-3', 'entry-6']
  expect(events.map((event) => event?.['key'])).toEqual(keys)
  expect(restored.lines.place().forkedAt).toBeUndefined()
})

test('a purge changes no audit line that was sent', async () => {
  const [database, chain] = [openLedger(), createChain()]
  const van = startProcess(database, chain)
  addJob(database)
  await van.round()
  const before = [...chain.stored()]
  database.exec("UPDATE entry SET fingerprint = NULL; UPDATE job SET purged_at = 5, sealed = x''")
  van.audit.compareAgain()
  await van.round()
  expect(chain.stored()).toEqual(before)
})

test('only the last ten thousand acknowledged audit lines are kept', async () => {
  const [database, chain] = [openLedger(), createChain()]
  const van = startProcess(database, chain)
  addJob(database)
  await van.lines.make(neverOver)
  const count = () => Number(database.prepare('SELECT count(*) AS count FROM fleet_audit').get()?.['count'])
  van.lines.note({ acknowledged: 10_001 })
  expect(count()).toBe(1)
  expect(van.lines.read(2, 5)).toMatchObject([{ sequence: 2 }])
})

test('a computer that leaves the fleet and joins again begins a new audit chain', async () => {
  const [database, chain] = [openLedger(), createChain()]
  const van = startProcess(database, chain)
  addJob(database)
  await van.round()
  inTransaction(database, () => forgetFleet(database))
  const again = startProcess(database, createChain())
  await again.round()
  expect(again.lines.last()).toBe(0)
  addJob(database)
  await again.round()
  expect(again.lines.read(1, 1)).toMatchObject([{ sequence: 1, previous: beginningOfChain }])
})
