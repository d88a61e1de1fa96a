import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  createCachedAnswers,
  mostCached,
  purgeCachedAnswers,
  type Question,
} from '../../../../../src/main/handlers/customers/cached-answers.ts'
import { migrate } from '../../../../../src/main/storage/migrations.ts'
import { createSealing } from '../../../../../src/main/vault/sealing.ts'
import { createFakeClock } from '../../../../fakes/clock.ts'

const aDay = 86_400_000
const schema = z.object({ name: z.string() })
const ask = (text: string, more: Partial<Question> = {}): Question => ({
  connectionId: 'north',
  kind: 'customer',
  text,
  ...more,
})

function open() {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const clock = createFakeClock()
  const sealing = createSealing(randomBytes(32))
  return { database, clock, kept: createCachedAnswers(database, sealing, clock) }
}

test('the last answer to a question is cached with its time', () => {
  const { clock, kept } = open()
  kept.keep(ask('ada'), { name: 'Ada' })
  clock.set(clock.now() + 5000)
  kept.keep(ask('ada'), { name: 'Ada Whitfield' })
  expect(kept.find(ask('ada'), schema)).toEqual({ at: clock.now(), answer: { name: 'Ada Whitfield' } })
  expect(kept.find(ask('bram'), schema)).toBeUndefined()
  expect(kept.find(ask('ada', { connectionId: 'south' }), schema)).toBeUndefined()
  expect(kept.find(ask('ada', { kind: 'list' }), schema)).toBeUndefined()
})

test('an answer that comes after the file was closed is not cached', () => {
  const { database, kept } = open()
  kept.keep(ask('ada'), { name: 'Ada' })
  database.close()
  kept.keep(ask('bram'), { name: 'Bram' })
  expect(kept.find(ask('ada'), schema)).toBeUndefined()
  expect(kept.all('north', 'customer', schema)).toEqual([])
  expect(kept.showing(randomBytes(32), 'customer', schema)).toEqual([])
})

test('too many cached answers push out only the oldest ones of the same kind and connection', () => {
  const { clock, kept, database } = open()
  kept.keep(ask('other kind', { kind: 'list' }), { name: 'a list' })
  kept.keep(ask('other connection', { connectionId: 'south' }), { name: 'South' })
  for (let number = 0; number < mostCached.customer + 5; number += 1) {
    clock.set(clock.now() + 1000)
    kept.keep(ask(String(number)), { name: String(number) })
  }
  expect(kept.find(ask('4'), schema)).toBeUndefined()
  expect(kept.find(ask('5'), schema)?.answer).toEqual({ name: '5' })
  expect(kept.all('north', 'customer', schema)).toHaveLength(mostCached.customer)
  expect(kept.all('north', 'customer', schema)[0]?.answer.name).toBe(String(mostCached.customer + 4))
  expect(database.prepare('SELECT count(*) AS count FROM kept_answer').get()?.['count']).toBe(mostCached.customer + 2)
})

test('a cached answer is ignored if it belongs to another question or has an outdated form', () => {
  const { kept, database } = open()
  kept.keep(ask('ada'), { name: 'Ada' })
  kept.keep(ask('bram'), { name: 'Bram' })
  kept.keep(ask('old'), { title: 'of another release' })
  expect(kept.find(ask('old'), schema)).toBeUndefined()
  database.exec('UPDATE kept_answer SET sealed = (SELECT sealed FROM kept_answer WHERE id = 1) WHERE id = 2')
  expect(kept.find(ask('bram'), schema)).toBeUndefined()
  expect(kept.all('north', 'customer', schema).map(({ answer }) => answer.name)).toEqual(['Ada'])
})

test.each([
  ['after the number of days in the settings', 7, 6, 8],
  ['after a month if the settings say longer', 365, 29, 31],
  ['after a month if the settings say for ever', 0, 29, 31],
])('cached answers are purged %s', (_, days, young, old) => {
  const { clock, kept, database } = open()
  const begun = clock.now()
  kept.keep(ask('ada'), { name: 'Ada' })
  clock.set(begun + young * aDay)
  expect(purgeCachedAnswers(database, clock, days)).toBe(0)
  clock.set(begun + old * aDay)
  expect(purgeCachedAnswers(database, clock, days)).toBe(1)
  expect(kept.find(ask('ada'), schema)).toBeUndefined()
})

test('the cached answers that contain a box are found until they are replaced or purged', () => {
  const { database, clock, kept } = open()
  const [box, other] = [randomBytes(32), randomBytes(32)]
  kept.keep(ask('ada'), { name: 'Ada' }, [box, other, box])
  clock.set(clock.now() + 1000)
  kept.keep(ask('bram'), { name: 'Bram' }, [box])
  const names = (key: Uint8Array) => kept.showing(key, 'customer', schema).map(({ answer }) => answer.name)
  expect(names(box)).toEqual(['Bram', 'Ada'])
  expect(kept.showing(box, 'hostname', schema)).toEqual([])

  kept.keep(ask('ada'), { name: 'Ada' }, [other])
  expect(names(box)).toEqual(['Bram'])
  expect(names(other)).toEqual(['Ada'])

  database.exec('PRAGMA foreign_keys = ON')
  clock.set(clock.now() + 40 * aDay)
  purgeCachedAnswers(database, clock, 0)
  expect(names(box)).toEqual([])
  expect(database.prepare('SELECT count(*) AS n FROM box_sighting').get()).toEqual({ n: 0 })
})
