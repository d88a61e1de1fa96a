import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkLarge } from '../../../../src/main/storage/check-aside.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { makeFolder } from '../../../fakes/folder.ts'

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
