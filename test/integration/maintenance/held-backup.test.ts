import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openPlatform } from '../../fakes/test-app.ts'
import { openComputer, passphrase, saveUnsent } from './work.ts'

const held = vi.hoisted(() => ({ name: '' }))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const rmSync: typeof fs.rmSync = (path, options) => {
    if (held.name !== '' && String(path).endsWith(held.name)) throw Object.assign(new Error('held'), { code: 'EBUSY' })
    fs.rmSync(path, options)
  }
  return { ...fs, rmSync }
})

test('an outdated backup that another program has open stops nothing, and is deleted later', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await saveUnsent(app, platform, 1)
  const { name } = await app.call('maintenance.back-up', {})
  held.name = name
  const isThere = () => existsSync(join(app.folder, 'backups', name))
  for (let made = 0; made < 4; made += 1) await app.call('maintenance.back-up', {})
  expect(isThere()).toBe(true)
  await app.call('vault.change-passphrase', { passphrase, fresh: 'another good passphrase' })

  held.name = ''
  await app.call('maintenance.back-up', {})
  expect(isThere()).toBe(false)
})
