import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runApartInNode } from '../../../../../src/main/host/run-apart.ts'
import { checkLarge } from '../../../../../src/main/jobs/ledger/check-ledger.ts'
import { openDatabase } from '../../../../../src/main/storage/database.ts'
import { makeFolder } from '../../../../fakes/folder.ts'

test('a large ledger is checked in another process, but a small or foreign file is not', async () => {
  const path = join(makeFolder(), 'ledger.db')
  const opened = openDatabase(path)
  if (opened.ok) opened.database.close()
  expect([await checkLarge(path, runApartInNode, 1000), await checkLarge(path, runApartInNode)]).toEqual([
    true,
    undefined,
  ])
  const bytes = readFileSync(path)
  bytes.fill(0xff, 5000, 9000)
  writeFileSync(path, bytes)
  expect(await checkLarge(path, runApartInNode, 1000)).toBe(false)
  expect(await checkLarge(join(makeFolder(), 'none.db'), runApartInNode, 0)).toBeUndefined()
  // The version is in the header, so a file of a newer Setdesk is not opened at all.
  bytes.writeUInt32BE(9999, 60)
  writeFileSync(path, bytes)
  expect(await checkLarge(path, runApartInNode, 1000)).toBeUndefined()
})

test('the result of the check is unknown if the checking process ends without an answer', async () => {
  const path = join(makeFolder(), 'ledger.db')
  const opened = openDatabase(path)
  if (opened.ok) opened.database.close()
  expect(await checkLarge(path, () => Promise.resolve(undefined), 0)).toBeUndefined()
})

test('a ledger that failed its check in the other process is not opened', () => {
  const path = join(makeFolder(), 'ledger.db')
  const opened = openDatabase(path)
  if (opened.ok) opened.database.close()
  expect(openDatabase(path, { isSound: false })).toEqual({ ok: false, problem: 'damaged' })
  const again = openDatabase(path, { isSound: true })
  expect(again.ok).toBe(true)
  if (again.ok) again.database.close()
})
