import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createStoredLists, forgetList } from '../../../../../src/main/handlers/bulk/stored-lists.ts'
import { purgeBeside } from '../../../../../src/main/maintenance/purge.ts'
import type { StoredList } from '../../../../../src/shared/bridge/bulk-channels.ts'
import { createFakeClock } from '../../../../fakes/clock.ts'
import { openSealedFile } from '../../../../fakes/sealed-file.ts'

const aDay = 86_400_000
const list: StoredList = {
  name: 'Okonkwo.csv',
  digest: 'a'.repeat(64),
  parts: 2,
  stage: 'checked',
  kind: 'new-customer',
  columns: ['box.raw', '', 'customer.lastname'],
  common: { 'customer.city': 'Paris' },
  completesMobiles: false,
  mended: [{ line: 4, cells: ['001A79000001', '', 'Okonkwo'] }],
  typed: [{ line: 7, cells: ['001A79', '', 'Durand'] }],
}
const [one, two] = ['Okonkwo one', 'Okonkwo two'].map((text) => Buffer.from(text).toString('base64')) as [
  string,
  string,
]

function openFile() {
  const { database, file, sealing } = openSealedFile()
  const clock = createFakeClock()
  const lists = createStoredLists(database, sealing, clock)
  const keepWhole = (connectionId: string, kept = list): void => {
    lists.begin(connectionId, kept)
    lists.keepPart(connectionId, kept.digest, 0, one)
    lists.keepPart(connectionId, kept.digest, 1, two)
  }
  const partsLeft = (): number => Number(database.prepare('SELECT count(*) AS count FROM list_part').get()?.['count'])
  return { database, file, clock, lists, keepWhole, partsLeft }
}

test('a list can be read once all its parts are stored, and then has its latest changes', () => {
  const { lists } = openFile()
  lists.begin('north', list)
  lists.keepPart('north', list.digest, 0, one)
  expect(lists.read('north')).toBeUndefined()
  lists.keepPart('north', list.digest, 1, two)
  expect(lists.read('north')).toEqual(list)

  expect(lists.keep('north', { ...list, stage: 'saved', mended: [] }, [])).toBe(true)
  expect(lists.read('north')).toEqual({ ...list, stage: 'saved', mended: [] })
  expect([lists.readPart('north', list.digest, 0), lists.readPart('north', list.digest, 1)]).toEqual([one, two])
  expect(lists.readPart('north', list.digest, 2)).toBeUndefined()
})

test('a new list of a connection replaces the former list with all its parts', () => {
  const { lists, keepWhole, database, partsLeft } = openFile()
  keepWhole('north')
  keepWhole('south')
  const other = { ...list, digest: 'b'.repeat(64), parts: 1 }
  lists.begin('north', other)
  expect(lists.keepPart('north', list.digest, 0, one)).toBe(false)
  expect(lists.keep('north', list, [])).toBe(false)
  lists.keepPart('north', other.digest, 0, two)
  const part = (number: number) => lists.readPart('north', other.digest, number)
  expect([lists.read('north'), part(0), part(1)]).toEqual([other, two, undefined])
  expect(lists.read('south')).toEqual(list)

  forgetList(database, 'north')
  expect([lists.read('north'), part(0), partsLeft()]).toEqual([undefined, undefined, 2])
  expect(lists.keep('north', other, [])).toBe(false)
})

test('a stored list is not readable in the file', () => {
  const { file, keepWhole } = openFile()
  keepWhole('north')
  for (const end of ['', '-wal'])
    for (const word of ['Okonkwo', one, '001A79', 'Paris', list.digest])
      expect(readFileSync(file + end).includes(word)).toBe(false)
})

test('a part of a list does not open at another position or for another connection', () => {
  const { lists, keepWhole, database } = openFile()
  keepWhole('north')
  keepWhole('south')
  database.exec('UPDATE list_part SET position = 5 WHERE position = 0')
  database.exec('UPDATE list_part SET position = 0 WHERE position = 1')
  expect(lists.readPart('north', list.digest, 0)).toBeUndefined()

  keepWhole('north')
  database.exec("UPDATE list SET sealed = (SELECT sealed FROM list WHERE connection_id = 'north')")
  expect([lists.read('north'), lists.read('south')]).toEqual([list, undefined])
})

test('a list that was never used during the retention period is purged, and others stay', () => {
  const { lists, keepWhole, database, clock, partsLeft } = openFile()
  keepWhole('north')
  keepWhole('south')
  clock.set(clock.now() + 20 * aDay)
  lists.keep('south', { ...list, stage: 'saved' }, [])
  clock.set(clock.now() + 11 * aDay)

  expect(purgeBeside(database, clock, 30)).toBe(true)
  expect([lists.read('north'), lists.read('south')?.stage, partsLeft()]).toEqual([undefined, 'saved', 2])
})
