import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listPaths } from '../../../../src/main/storage/data-files.ts'
import { deleteFiles, eraseFolder, finishErasure } from '../../../../src/main/storage/erase-folder.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const stored = [
  'setdesk.db',
  'setdesk.db-wal',
  'key.json',
  'key.unreadable-20260101T090000.json',
  'backups/setdesk-000001-20260101T090000.db',
  'hand-over/AB23CD-to-ZZ99ZZ-20260101T090000-abcd.setdesk',
  'exports/activity-20260101T090000.csv',
  'settings.json',
  'log/setdesk.jsonl',
]
/** Not Setdesk's: Chromium keeps the key of the system's key store here. */
const foreign = ['Local State', 'Cache/data_0', 'owner.lock']

function fill(): string {
  const folder = makeFolder()
  for (const path of [...stored, ...foreign]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), 'Okonkwo')
  }
  return folder
}

test('erasing a folder deletes the keys first, then all other files of Setdesk, and no file of other programs', () => {
  const folder = fill()
  const { files, failed } = eraseFolder(folder)
  expect(files.slice(0, 2).toSorted()).toEqual(['key.json', 'key.unreadable-20260101T090000.json'])
  expect(files.toSorted()).toEqual(stored.toSorted())
  expect(failed).toEqual([])
  expect(listPaths(folder).toSorted()).toEqual(foreign.toSorted())
  expect(readdirSync(folder).toSorted()).toEqual(['Cache', 'Local State', 'owner.lock'])
})

test('an erasure that is interrupted at any file is finished at the next start', () => {
  for (let cut = 0; cut <= stored.length; cut += 1) {
    const folder = fill()
    let removed = 0
    const killed = new Error('killed')
    expect(() =>
      eraseFolder(folder, (path) => {
        if (removed === cut) throw killed
        removed += 1
        rmSync(path)
      }),
    ).toThrow(killed)
    if (cut >= 2) expect(existsSync(join(folder, 'key.json'))).toBe(false)
    finishErasure(folder)
    expect(listPaths(folder).toSorted()).toEqual(foreign.toSorted())
  }
})

test('a folder in which no erasure was begun stays unchanged at the start', () => {
  const folder = fill()
  finishErasure(folder)
  expect(listPaths(folder).toSorted()).toEqual([...stored, ...foreign].toSorted())
})

test('erasing reports a file that could not be deleted, and deletes the others', () => {
  const folder = fill()
  const inUse = Object.assign(new Error('busy'), { code: 'EBUSY' })
  const remove = (path: string): void => {
    if (path.endsWith('setdesk.db')) throw inUse
    rmSync(path)
  }
  expect(deleteFiles(folder, ['setdesk.db', 'key.json'], remove)).toEqual({
    files: ['key.json'],
    failed: [{ path: 'setdesk.db', code: 'EBUSY' }],
  })
})
