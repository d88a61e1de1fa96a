import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { createHastyClock } from './hasty-clock.ts'
import { openComputer, saveUnsent, startAgain } from './work.ts'

/** Puts the backup of a lost computer among the backups, under a name that its own Setdesk gave it. */
async function putForeign(platform: Awaited<ReturnType<typeof openPlatform>>, here: TestApp): Promise<string> {
  const lost = await openComputer(platform)
  await saveUnsent(lost, platform, 2)
  const { name: given } = await lost.call('maintenance.back-up', {})
  const name = given.replace('000001', '000099')
  const folder = join(here.folder, 'backups')
  copyFileSync(join(lost.folder, 'backups', given), join(folder, name))
  return name
}

const listed = async (app: TestApp, name: string) =>
  (await app.call('maintenance.list-backups', {})).backups.find((one) => one.name === name)

test('the backup of another computer stays when own backups are replaced, and when a connection is removed', async () => {
  const platform = await openPlatform()
  const here = await openComputer(platform)
  await saveUnsent(here, platform, 1)
  for (let made = 0; made < 4; made += 1) await here.call('maintenance.back-up', {})
  const name = await putForeign(platform, here)
  const names = () => readdirSync(join(here.folder, 'backups'))

  await here.call('maintenance.back-up', {})
  expect(names()).toContain(name)
  expect(names()).toHaveLength(4)

  const settings = (await here.call('app.snapshot', {})).connections[0]?.settings
  const wish = { id: settings?.id ?? '', typedName: settings?.name ?? '' }
  expect(await here.call('connection.remove', wish)).toMatchObject({ left: [`backups/${name}`], failed: [] })
  expect(names()).toHaveLength(2)
  expect(names()).toContain(name)
})

test('the backup of another computer is deleted once it is older than the retention period, whatever its name', async () => {
  const platform = await openPlatform()
  const clock = createHastyClock()
  const here = await openComputer(platform, { clock })
  await saveUnsent(here, platform, 1)
  await here.call('maintenance.back-up', {})
  const name = await putForeign(platform, here)
  await here.call('preferences.save', { retentionDays: 10 })

  clock.passDays(11)

  await expect.poll(() => existsSync(join(here.folder, 'backups', name)), { timeout: 8000 }).toBe(false)
  // The first own backup is as old, and may have made way for a newer one.
  expect((await here.call('maintenance.list-backups', {})).backups).toContainEqual(
    expect.objectContaining({ isOwn: true }),
  )
})

test('beside a damaged ledger, a backup counts as own only if the key of this computer opens it', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  await saveUnsent(before, platform, 1)
  const { name: own } = await before.call('maintenance.back-up', {})
  await before.stop()
  const path = join(before.folder, 'setdesk.db')
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0x55, 100))
  const here = await startAgain(before.folder)
  expect((await here.call('app.snapshot', {})).storage.state).toBe('damaged')
  const name = await putForeign(platform, here)

  expect(await listed(here, name)).toMatchObject({ state: 'sound', isOwn: false })
  expect(await here.refusal('maintenance.restore', { name })).toBe('other-computer')
  expect(await listed(here, own)).toMatchObject({ state: 'sound', isOwn: true })
  await here.call('maintenance.start-afresh', {})
  expect(await listed(here, own)).toMatchObject({ isOwn: true })
  expect(await here.call('maintenance.restore', { name: own })).toEqual({ jobs: 1 })
})

test('beside a damaged ledger, a damaged backup does not hide the sound ones', async () => {
  const platform = await openPlatform()
  const before = await openComputer(platform)
  await saveUnsent(before, platform, 1)
  const { name: sound } = await before.call('maintenance.back-up', {})
  const { name: damaged } = await before.call('maintenance.back-up', {})
  await before.stop()
  damage(join(before.folder, 'setdesk.db'), 100)
  damageTable(join(before.folder, 'backups', damaged), 'job')

  const here = await startAgain(before.folder)
  expect((await here.call('app.snapshot', {})).storage.state).toBe('damaged')
  expect(await listed(here, sound)).toMatchObject({ state: 'sound', isOwn: true })
  await here.call('maintenance.restore', { name: sound })
  expect((await here.call('app.snapshot', {})).storage.state).toBe('ok')
})

/** Overwrites a part of a file. */
const damage = (path: string, from: number, to?: number): void =>
  writeFileSync(path, readFileSync(path).fill(0x55, from, to))

/** Overwrites the first page of a table. */
function damageTable(path: string, table: string): void {
  const database = new DatabaseSync(path, { readOnly: true })
  const page = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.['rootpage']
  const size = Number(database.prepare('PRAGMA page_size').get()?.['page_size'])
  database.close()
  damage(path, (Number(page) - 1) * size, Number(page) * size)
}
