import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
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
const here = { machine: 'this', folder: 'made 1' }
const elsewhere = { machine: 'another', folder: 'made 1' }

test('an installation keeps its id, and the id has none of the characters I, L, O, U, 0 and 1', () => {
  const database = open()
  const first = settleInstallation(database, trulyRandom, here, never)
  expect(first).toEqual({ id: expect.stringMatching(/^[A-HJKMNP-TV-Z2-9]{6}$/) })
  expect(settleInstallation(database, trulyRandom, here, never)).toEqual(first)
})

test.each([
  ['another machine', elsewhere],
  ['another folder of the same machine', { machine: 'this', folder: 'made 2' }],
])('an installation that is copied to %s gets a new id once, and reports the former id', (_, place) => {
  const database = open()
  const { id } = settleInstallation(database, trulyRandom, here, never)
  const formers: string[] = []
  const copy = settleInstallation(database, trulyRandom, place, (former) => formers.push(former))
  expect(copy.id).not.toBe(id)
  expect(formers).toEqual([id])
  expect(settleInstallation(database, trulyRandom, place, never)).toEqual(copy)
})

test('a copy on a machine that the system does not tell counts once, also after the system tells it', () => {
  const database = open()
  settleInstallation(database, trulyRandom, here, never)
  const formers: string[] = []
  const place = { machine: undefined, folder: 'made 2' }
  const { id } = settleInstallation(database, trulyRandom, place, (former) => formers.push(former))
  expect(formers).toHaveLength(1)
  expect(settleInstallation(database, trulyRandom, { ...place, machine: 'another' }, never)).toEqual({ id })
})

test('an installation keeps its id if the system tells another kind of id for its folder, and notes that one', () => {
  const database = open()
  const { id } = settleInstallation(database, trulyRandom, here, never)
  expect(settleInstallation(database, trulyRandom, { machine: 'this', folder: 'number 7' }, never)).toEqual({ id })
  expect(() => settleInstallation(database, trulyRandom, { machine: 'this', folder: 'number 8' }, never)).toThrow(
    'this is not a copy',
  )
})

test('an installation keeps its id if the id of its folder could not be noted on a full disk', () => {
  const database = open()
  const { id } = settleInstallation(database, trulyRandom, here, never)
  database.exec("DELETE FROM fact WHERE name = 'folder'")
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  vi.spyOn(database, 'prepare').mockImplementation((sql) => {
    if (/^INSERT|^REPLACE/i.test(sql.trim())) throw full
    return DatabaseSync.prototype.prepare.call(database, sql)
  })
  expect(settleInstallation(database, trulyRandom, here, never)).toEqual({ id })
})

test('an installation keeps its id if the new id could not be stored', () => {
  const database = open()
  const { id } = settleInstallation(database, trulyRandom, here, never)
  expect(() => settleInstallation(database, trulyRandom, elsewhere, never)).toThrow('this is not a copy')
  expect(settleInstallation(database, trulyRandom, here, never)).toEqual({ id })
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
