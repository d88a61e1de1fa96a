import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { runApartInNode } from '../../../../src/main/host/run-apart.ts'
import { prepareFresh, prepareRestore } from '../../../../src/main/maintenance/restore.ts'
import { openDatabase, setFact, useOnce } from '../../../../src/main/storage/database.ts'
import { createSealing } from '../../../../src/main/vault/sealing.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { makeFolder } from '../../../fakes/folder.ts'

function setUp() {
  const backups = makeFolder()
  const path = join(backups, 'backup.db')
  const made = openDatabase(path)
  if (!made.ok) throw new Error(made.problem)
  made.database.close()
  const ports = { dataFolder: makeFolder(), runApart: runApartInNode }
  const present = {
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
  return { path, ports, present, readPresent: () => present, fresh: join(ports.dataFolder, '.setdesk-fresh.db') }
}
const noRoom = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

test('a backup becomes a single closed file', async () => {
  const { path, ports, readPresent, fresh } = setUp()
  expect(await prepareRestore(path, ports, readPresent)).toEqual({ ok: true, value: { path: fresh, jobs: 0 } })
  expect(readdirSync(ports.dataFolder)).toEqual(['.setdesk-fresh.db'])
})

test.each([true, false])('a large copy is checked in another process, which finds it sound: %s', async (isSound) => {
  const { path, ports, readPresent, present, fresh } = setUp()
  useOnce(new DatabaseSync(path), (backup) => setFact(backup, 'padding', 'x'.repeat(9_000_000)))
  const read = vi.fn(readPresent)
  const runApart = vi.fn(async () => {
    expect(read).not.toHaveBeenCalled()
    return isSound
  })
  const ready = await prepareRestore(path, { ...ports, runApart }, read)
  expect(runApart).toHaveBeenCalledExactlyOnceWith(expect.any(URL), fresh)
  expect(ready).toEqual(isSound ? { ok: true, value: { path: fresh, jobs: 0 } } : { ok: false, error: 'damaged' })
  expect(read.mock.results).toEqual(isSound ? [{ type: 'return', value: present }] : [])
})

test('a backup for which the disk has no room leaves no part of a copy', async () => {
  const { path, ports, readPresent } = setUp()
  const copyHalf = async (_: string, to: string): Promise<void> => {
    writeFileSync(to, 'the first half')
    throw noRoom
  }
  await expect(prepareRestore(path, ports, readPresent, copyHalf)).rejects.toThrow(noRoom)
  expect(readdirSync(ports.dataFolder)).toEqual([])
})

test('a restore that fails while it prepares the work closes and deletes the copy', async () => {
  const { path, ports, present } = setUp()
  const clock = {
    ...present.clock,
    now(): number {
      throw noRoom
    },
  }
  await expect(prepareRestore(path, ports, () => ({ ...present, clock }))).rejects.toThrow(noRoom)
  await expect(prepareFresh(ports.dataFolder, clock, 'kept.db', { former: [], isKeyLost: false })).rejects.toThrow(
    noRoom,
  )
  expect(readdirSync(ports.dataFolder)).toEqual([])
})
