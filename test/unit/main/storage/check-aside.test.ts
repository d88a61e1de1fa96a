import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { checkLarge, isSoundAside } from '../../../../src/main/storage/check-aside.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { makeFolder } from '../../../fakes/folder.ts'

function makeFile(): string {
  const path = join(makeFolder(), 'one.db')
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE one (value TEXT); CREATE INDEX by_value ON one (value)')
  for (let number = 0; number < 500; number += 1) database.prepare('INSERT INTO one VALUES (?)').run(`value ${number}`)
  database.close()
  return path
}

test('a sound file is called sound', async () => {
  expect(await isSoundAside(makeFile())).toBe(true)
})

test('a file with rubbish in its middle is not', async () => {
  const path = makeFile()
  const bytes = readFileSync(path)
  bytes.fill(0xff, 5000, 9000)
  writeFileSync(path, bytes)
  expect(await isSoundAside(path)).toBe(false)
})

test.each([
  ['is not there', undefined],
  ['is no database', 'no database'],
])('a file that %s is not', async (_, content) => {
  const path = join(makeFolder(), 'two.db')
  if (content !== undefined) writeFileSync(path, content)
  expect(await isSoundAside(path)).toBe(false)
})

test('a large ledger is checked aside, a small one or another file is left to whoever opens it', async () => {
  const path = join(makeFolder(), 'ledger.db')
  const opened = openDatabase(path)
  if (opened.ok) opened.database.close()
  expect([await checkLarge(path, 1000), await checkLarge(path)]).toEqual([true, undefined])
  const bytes = readFileSync(path)
  bytes.fill(0xff, 5000, 9000)
  writeFileSync(path, bytes)
  expect(await checkLarge(path, 1000)).toBe(false)
  expect(await checkLarge(join(makeFolder(), 'none.db'), 0)).toBeUndefined()
  // The version stands in the header: what a newer Setdesk made is not opened at all.
  bytes.writeUInt32BE(9999, 60)
  writeFileSync(path, bytes)
  expect(await checkLarge(path, 1000)).toBeUndefined()
})

test('a ledger that was found damaged aside is not opened', () => {
  const path = join(makeFolder(), 'ledger.db')
  const opened = openDatabase(path)
  if (opened.ok) opened.database.close()
  expect(openDatabase(path, { isSound: false })).toEqual({ ok: false, problem: 'damaged' })
  const again = openDatabase(path, { isSound: true })
  expect(again.ok).toBe(true)
  if (again.ok) again.database.close()
})
