import { expect, test } from 'vitest'
import { createKnowledge, noKnowledge } from '../../../../src/main/jobs/access.ts'
import { openLedger } from './open-ledger.ts'

test('what Setdesk learnt about a platform is known to the next process', () => {
  const { database, clock } = openLedger()
  const first = createKnowledge(database, clock)
  first.noteShown('north', 'devices', 'query')
  first.noteRetrieval('north', 'body')
  const next = createKnowledge(database, clock)
  expect(next.hasShown('north', 'devices', 'query')).toBe(true)
  expect(next.retrieval('north')).toBe('body')
})

test('what Setdesk learnt about a read holds only for the same connection, read and way of sending', () => {
  const { database, clock } = openLedger()
  const knowledge = createKnowledge(database, clock)
  knowledge.noteShown('north', 'devices', 'query')
  expect(knowledge.hasShown('south', 'devices', 'query')).toBe(false)
  expect(knowledge.hasShown('north', 'getCustomer', 'query')).toBe(false)
  expect(knowledge.hasShown('north', 'devices', 'body')).toBe(false)
  expect(knowledge.hasShown('north', 'devices', 'query without password')).toBe(false)
  expect(knowledge.retrieval('south')).toBeUndefined()
})

test('a way of sending that is learnt later replaces the earlier one', () => {
  const { database, clock } = openLedger()
  const knowledge = createKnowledge(database, clock)
  knowledge.noteRetrieval('north', 'query')
  knowledge.noteRetrieval('north', 'body')
  expect(createKnowledge(database, clock).retrieval('north')).toBe('body')
})

test('a known fact about a platform is not written again, and a fact from a failed transaction does not count as known', () => {
  const { database, clock, ledger } = openLedger()
  const knowledge = createKnowledge(database, clock)
  knowledge.noteShown('north', 'devices', 'query')
  const { at } = database.prepare('SELECT at FROM knowledge').get() ?? {}
  clock.set(clock.now() + 1000)
  knowledge.noteShown('north', 'devices', 'query')
  expect(database.prepare('SELECT at FROM knowledge').all()).toMatchObject([{ at }])
  const broken = () =>
    ledger.atOnce(() => {
      knowledge.noteShown('north', 'getCustomer', 'query')
      throw new Error('no room')
    })
  expect(broken).toThrow('no room')
  expect(knowledge.hasShown('north', 'getCustomer', 'query')).toBe(false)
})

test('Setdesk can forget what it learnt about one connection without forgetting the others', () => {
  const { database, clock } = openLedger()
  const knowledge = createKnowledge(database, clock)
  for (const id of ['north', 'north-2']) knowledge.noteShown(id, 'devices', 'query')
  knowledge.forget('north')
  expect(knowledge.hasShown('north', 'devices', 'query')).toBe(false)
  expect(createKnowledge(database, clock).hasShown('north', 'devices', 'query')).toBe(false)
  expect(knowledge.hasShown('north-2', 'devices', 'query')).toBe(true)
})

test('the check of a connection before it is saved remembers only how reads are sent', () => {
  const trial = noKnowledge()
  trial.noteRetrieval('test', 'body')
  trial.noteShown('test', 'devices', 'body')
  expect([trial.retrieval('test'), trial.hasShown('test', 'devices', 'body')]).toEqual(['body', false])
})

test('an unknown answer that a technician accepted is remembered for its connection, without its words in the file', () => {
  const { database, clock } = openLedger()
  const knowledge = createKnowledge(database, clock)
  knowledge.acceptAnswer('north', 'Frau Meier ist gesperrt')
  expect(knowledge.isAcceptedAnswer('north', 'Frau Meier ist gesperrt')).toBe(true)
  expect(knowledge.isAcceptedAnswer('north', 'Frau Meier')).toBe(false)
  expect(knowledge.isAcceptedAnswer('south', 'Frau Meier ist gesperrt')).toBe(false)
  expect(JSON.stringify(database.prepare('SELECT * FROM knowledge').all())).not.toContain('Meier')
  knowledge.forget('north')
  expect(knowledge.isAcceptedAnswer('north', 'Frau Meier ist gesperrt')).toBe(false)
})

test('Setdesk can forget what reads have shown, and still knows how the platform is asked', async () => {
  const { database, clock } = openLedger()
  const knowledge = createKnowledge(database, clock)
  for (const id of ['north', 'south']) knowledge.noteShown(id, 'devices', 'query')
  knowledge.noteRetrieval('north', 'body')
  await clock.pass(1000)
  knowledge.forgetShown('north')
  expect([knowledge.forgottenAt('north'), knowledge.forgottenAt('south')]).toEqual([clock.elapsed(), 0])
  expect([knowledge.hasShown('north', 'devices', 'query'), knowledge.hasShown('south', 'devices', 'query')]).toEqual([
    false,
    true,
  ])
  expect(knowledge.retrieval('north')).toBe('body')
})
