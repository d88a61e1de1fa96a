import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openConfFile, createSettingsStore } from '../../../src/main/host/settings.ts'
import { openApp } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { createFakeLog } from '../../fakes/log.ts'
import { passphrase } from '../maintenance/work.ts'

test('preferences for which the disk has no room are refused as such, and the former preferences stay', async () => {
  const folder = makeFolder()
  const settings = createSettingsStore(folder, createFakeLog(), openConfFile)
  let isFull = false
  const app = await openApp(folder, {
    settings: {
      ...settings,
      write(changed) {
        if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        settings.write(changed)
      },
    },
  })
  await app.call('preferences.save', { retentionDays: 20 })
  isFull = true
  expect(await app.refusal('preferences.save', { retentionDays: 5 })).toBe('storage-full')
  expect((await app.call('app.snapshot', {})).preferences.retentionDays).toBe(20)
  isFull = false
  await app.call('preferences.save', { retentionDays: 5 })
})

test.skipIf(!existsSync('/dev/full'))(
  'a new passphrase for which the disk has no room is refused as such, and the former passphrase stays',
  async () => {
    const app = await openApp()
    await app.call('vault.protect', { passphrase })
    const key = readFileSync(join(app.folder, 'key.json'))
    // Every write to this device fails as on a full disk.
    symlinkSync('/dev/full', join(app.folder, 'key.json.new'))

    expect(await app.refusal('vault.change-passphrase', { passphrase, fresh: 'another passphrase' })).toBe(
      'storage-full',
    )

    expect(readFileSync(join(app.folder, 'key.json'))).toEqual(key)
    expect(readdirSync(app.folder)).not.toContain('key.json.new')
    await app.call('vault.change-passphrase', { passphrase, fresh: 'another passphrase' })
  },
)
