import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareFresh, prepareRestore } from '../../../../src/main/maintenance/restore.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { createSealing } from '../../../../src/main/vault/sealing.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { makeFolder } from '../../../fakes/folder.ts'

function setUp() {
  const backups = makeFolder()
  const path = join(backups, 'backup.db')
  const made = openDatabase(path)
  if (!made.ok) throw new Error(made.problem)
  made.database.close()
  const deps = {
    dataFolder: makeFolder(),
    sealings: [createSealing(new Uint8Array(32))],
    clock: createFakeClock(),
    transferred: new Map<string, string>(),
    keptName: 'kept.db',
    technicians: undefined,
    policy: undefined,
    fleet: undefined,
    folder: undefined,
    actor: { id: 'event-1', by: '' },
  }
  return { path, deps }
}
const noRoom = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

test('a backup becomes a single closed file', () => {
  const { path, deps } = setUp()
  const fresh = join(deps.dataFolder, '.setdesk-fresh.db')
  expect(prepareRestore(path, deps)).toEqual({ ok: true, value: { path: fresh, jobs: 0 } })
  expect(readdirSync(deps.dataFolder)).toEqual(['.setdesk-fresh.db'])
})

test('a backup for which the disk has no room leaves no part of a copy', () => {
  const { path, deps } = setUp()
  const copyHalf = (_: string, to: string): void => {
    writeFileSync(to, 'the first half')
    throw noRoom
  }
  expect(() => prepareRestore(path, deps, copyHalf)).toThrow(noRoom)
  expect(readdirSync(deps.dataFolder)).toEqual([])
})

test('a restore that fails while it prepares the work closes and deletes the copy', () => {
  const { path, deps } = setUp()
  const failing = {
    ...deps,
    clock: {
      ...deps.clock,
      now(): number {
        throw noRoom
      },
    },
  }
  expect(() => prepareRestore(path, failing)).toThrow(noRoom)
  expect(() => prepareFresh(deps.dataFolder, failing.clock, 'kept.db', { former: [], isKeyLost: false })).toThrow(
    noRoom,
  )
  expect(readdirSync(deps.dataFolder)).toEqual([])
})
