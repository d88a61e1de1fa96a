import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findDataFile } from '../../../../src/main/storage/data-files.ts'
import { listFiles, root } from '../../structure/project-files.ts'

const writes =
  /\b(?:writeFile(?:Sync)?|appendFileSync|copyFile(?:Sync)?|mkdtempSync|createWriteStream)\(|= copyFile\b|openFile\(\w*[fF]older|openSync\([^)]*(?:'w|CREAT)/

/** Each module that writes files, and the files that it writes; `elsewhere`: where a person chose, or not into the data folder. */
const written: Readonly<Record<string, string | readonly string[]>> = {
  'src/main/electron/fetch-file.ts': 'elsewhere',
  'src/main/electron/former-program.ts': 'updates/former-0.1.0.AppImage',
  'src/main/electron/create-window.ts': ['elsewhere', 'window.json'],
  'src/main/handlers/connections/file-offers.ts': 'settings-file/operator.setdesk-connections',
  'src/main/handlers/maintenance/maintenance-handlers.ts': 'key.unreadable-20270115T090000.json',
  'src/main/handlers/session/write-export.ts': 'exports/activity-20270115T090000.csv',
  'src/main/host/folder-owner.ts': 'owner.json.new',
  'src/main/host/log.ts': 'log/setdesk.1.jsonl',
  'src/main/host/settings.ts': 'settings.unreadable-0a1b2c3d.json',
  'src/main/loopback/run-loopback.ts': 'launch.html',
  'src/main/maintenance/export-work.ts': 'hand-over/AB23CD-to-ZZ99ZZ-20270115T090000-abcd.setdesk.unmarked',
  'src/main/maintenance/incoming-file.ts': '.taking-over-a1B2c3/backup.db',
  'src/main/maintenance/restore.ts': '.setdesk-fresh.db-wal',
  'src/main/storage/database.ts': ['.setdesk-undone.db', '.setdesk-undone.db-journal', '.setdesk-undone.db-wal'],
  'src/main/storage/erase-folder.ts': 'erasing.json',
  'src/main/jobs/ledger/check-ledger.ts': 'setdesk.db-mark',
  'src/main/updates/update-record.ts': 'update.json.new',
  'src/main/vault/key-file.ts': 'key.json.new',
}

test('every module that writes a file is listed in this test, and its file counts as a file of Setdesk', () => {
  const writers = listFiles('src/main', /\.ts$/).filter((path) => writes.test(readFileSync(join(root, path), 'utf8')))
  expect(writers.toSorted()).toEqual(Object.keys(written).toSorted())
  const files = Object.values(written)
    .flat()
    .filter((path) => path !== 'elsewhere')
  expect(files.filter((path) => findDataFile(path) === undefined)).toEqual([])
})

test('a file of another program in the data folder does not count as a file of Setdesk', () => {
  for (const path of ['Local State', 'Cache/data_0', 'Preferences', 'my-setdesk.db', 'backups/old/setdesk.db'])
    expect(findDataFile(path)).toBeUndefined()
})
