import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeUlid, settleInstallation } from '../../../../../src/main/handlers/session/session.ts'
import { migrate } from '../../../../../src/main/storage/migrations.ts'
import { createFakeClock } from '../../../../fakes/clock.ts'
import { trulyRandom } from '../../../../fakes/random.ts'

function open(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  return database
}
const never = (): void => {
  throw new Error('this is not a copy')
}

test('an installation keeps its id, and the id has none of the characters I, L, O, U, 0 and 1', () => {
  const database = open()
  const first = settleInstallation(database, trulyRandom, 'this', never)
  expect(first).toEqual({ id: expect.stringMatching(/^[A-HJKMNP-TV-Z2-9]{6}$/) })
  expect(settleInstallation(database, trulyRandom, 'this', never)).toEqual(first)
})

test('an installation that is copied to another machine gets a new id once, and reports the former id', () => {
  const database = open()
  const { id } = settleInstallation(database, trulyRandom, 'this', never)
  const formers: string[] = []
  const copy = settleInstallation(database, trulyRandom, 'another', (former) => formers.push(former))
  expect(copy.id).not.toBe(id)
  expect(formers).toEqual([id])
  expect(settleInstallation(database, trulyRandom, 'another', never)).toEqual(copy)
})

test('an installation keeps its id if the new id could not be stored', () => {
  const database = open()
  const { id } = settleInstallation(database, trulyRandom, 'this', never)
  expect(() => settleInstallation(database, trulyRandom, 'another', never)).toThrow('this is not a copy')
  expect(settleInstallation(database, trulyRandom, 'this', never)).toEqual({ id })
})

test('generated ids are all different, whatever the clock says', () => {
  const clock = createFakeClock()
  const years = [1900, 1970, 2027, 2199]
  const ids = years.flatMap((year) => {
    clock.set(Date.UTC(year, 0, 1))
    return Array.from({ length: 50 }, () => makeUlid(clock, trulyRandom))
  })
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toEqual([])
})
