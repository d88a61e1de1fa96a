import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { listPaths } from '../../../src/main/storage/data-files.ts'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyMac, newCustomer } from '../../fakes/intents.ts'
import { productOf, save } from '../app/activate.ts'
import { createHastyClock } from './hasty-clock.ts'
import { atRest, openComputer, saveUnsent } from './work.ts'

/** Files that only a mishap leaves behind, as that mishap leaves them. */
const leftBehind = [
  'setdesk.before-restore-20260101T090000.db',
  'setdesk.before-restore-20260101T090000.db-wal',
  'setdesk.before-restore-20260101T090000.db-mark',
  'setdesk.damaged-20260101T090000.db',
  'key.unreadable-20260101T090000.json',
  'settings.unreadable-0a1b2c3d.json',
  '.setdesk-fresh.db',
  '.taking-over-a1B2c3/backup.db',
  'exports/activity-20260101T090000.csv',
  'log/setdesk.1.jsonl',
  'backups/of another computer.db',
]

/** Refused by the platform, in its own words. */
async function refuseOne(app: TestApp, platform: Awaited<ReturnType<typeof openPlatform>>): Promise<string> {
  platform.setFaults([
    {
      match: { operation: 'addCustomerWithDevice' },
      times: 1,
      fault: { kind: 'status', status: 400, commit: false, message: 'Invalid city' },
    },
  ])
  return save(app, newCustomer(productOf(platform)))
}

/** The reply of the platform is lost, and its list is forbidden. */
async function leaveOneUndecided(app: TestApp, platform: Awaited<ReturnType<typeof openPlatform>>): Promise<string> {
  const forbidden = { kind: 'status', status: 403, commit: false, message: 'Forbidden for this reseller' } as const
  platform.setFaults([
    { match: { operation: 'AddMacAddressToHostname' }, times: 1, fault: { kind: 'drop-after-commit' } },
    { match: { operation: 'GetMacAddressesUnderHostname' }, fault: forbidden },
  ])
  const box = { identifier: anyMac(), raw: '', model: '' }
  return save(app, { kind: 'hostname', box, hostname: platform.hostnames[0] ?? '' })
}

test.each([
  ['refused', refuseOne, 'refused'],
  ['undecided', leaveOneUndecided, 'needs-you'],
] as const)(
  'a job that is %s is purged completely after twice the retention period, and Activity says so',
  async (_, leave, state) => {
    const platform = await openPlatform()
    const clock = createHastyClock()
    const app = await openComputer(platform, { clock })
    await app.call('preferences.save', { retentionDays: 10 })
    const id = await leave(app, platform)
    const [detail] = await atRest(app, [id])
    expect(detail?.summary.state).toBe(state)

    clock.passDays(11)
    await expect
      .poll(() => app.call('maintenance.retention', {}), { timeout: 8000 })
      .toMatchObject({ days: 10, longerDays: 20, count: 1 })
    const { nextAt } = await app.call('maintenance.retention', {})
    expect(Math.round(((nextAt ?? 0) - clock.now()) / 86_400_000)).toBe(9)

    clock.passDays(10)
    await expect
      .poll(async () => (await app.call('job.list', { limit: 1 })).jobs[0], { timeout: 8000 })
      .toMatchObject({ id, state: 'dropped', why: { code: 'not-decided' }, isPurged: true })
    expect((await app.call('activity.list', { filter: {}, limit: 5 })).rows).toContainEqual(
      expect.objectContaining({ action: 'expired', isPurged: true }),
    )
    expect((await app.call('maintenance.retention', {})).count).toBe(0)
    expect(await app.refusal('job.read', { id })).toBe('purged-record')
  },
)

test('files with copies of jobs are deleted once they are older than the retention period', async () => {
  const platform = await openPlatform()
  const clock = createHastyClock()
  const [app, other] = [await openComputer(platform, { clock }), await openComputer(platform)]
  await app.call('preferences.save', { retentionDays: 10 })
  const [gone] = await saveUnsent(app, platform, 1)
  const target = (await other.call('app.snapshot', {})).installation
  const carried = await app.call('maintenance.export-work', { target, passphrase: 'carried by hand' })
  for (const path of leftBehind) {
    mkdirSync(dirname(join(app.folder, path)), { recursive: true })
    writeFileSync(join(app.folder, path), 'Okonkwo')
  }
  const present = () =>
    [...leftBehind, `hand-over/${carried.name}`].filter((path) => existsSync(join(app.folder, path)))
  const before = clock.hourlyWaits()
  await expect.poll(clock.hourlyWaits, { timeout: 8000 }).toBeGreaterThanOrEqual(before + 2)
  expect(present()).toEqual([...leftBehind, `hand-over/${carried.name}`])

  clock.passDays(11)
  await expect.poll(present, { timeout: 8000 }).toEqual([])
  // Without the file, no backup may bring the job back: every remaining backup has the job as transferred.
  const backups = readdirSync(join(app.folder, 'backups'))
  expect(backups.length).toBeGreaterThan(0)
  for (const name of backups) {
    const file = new DatabaseSync(join(app.folder, 'backups', name), { readOnly: true })
    expect(file.prepare('SELECT why FROM job WHERE id = ?').get(gone ?? '')).toEqual({ why: 'exported' })
    file.close()
  }
})

test("another computer's old backup stays for the retention period after it was put into the folder", async () => {
  const clock = createHastyClock()
  const app = await openComputer(await openPlatform(), { clock })
  await app.call('preferences.save', { retentionDays: 10 })
  const copied = join(app.folder, 'backups', 'of another computer.db')
  mkdirSync(dirname(copied), { recursive: true })
  writeFileSync(copied, 'Okonkwo')
  utimesSync(copied, 0, 0)
  const before = clock.hourlyWaits()
  await expect.poll(clock.hourlyWaits, { timeout: 8000 }).toBeGreaterThanOrEqual(before + 2)
  expect(existsSync(copied)).toBe(true)

  clock.passDays(11)
  await expect.poll(() => existsSync(copied), { timeout: 8000 }).toBe(false)
})

test('a transfer file stays while an older backup could send its jobs again', async () => {
  const platform = await openPlatform()
  const clock = createHastyClock()
  const [app, other] = [await openComputer(platform, { clock }), await openComputer(platform)]
  const target = (await other.call('app.snapshot', {})).installation
  await saveUnsent(app, platform, 1)
  await app.call('maintenance.back-up', {})
  // From now on no newer backup can be made.
  mkdirSync(join(app.folder, 'backups', '.unfinished-1.db'))
  const carried = await app.call('maintenance.export-work', { target, passphrase: 'carried by hand' })
  clock.passDays(31)
  const before = clock.hourlyWaits()
  await expect.poll(clock.hourlyWaits, { timeout: 8000 }).toBeGreaterThanOrEqual(before + 2)
  expect(readdirSync(join(app.folder, 'hand-over'))).toContain(carried.name)
})

test('a retention of 0 days deletes no file', async () => {
  const platform = await openPlatform()
  const clock = createHastyClock()
  const app = await openComputer(platform, { clock })
  await app.call('preferences.save', { retentionDays: 0 })
  const kept = join(app.folder, 'setdesk.before-restore-20260101T090000.db')
  writeFileSync(kept, 'Okonkwo')
  utimesSync(kept, 0, 0)
  const before = clock.hourlyWaits()
  await expect.poll(clock.hourlyWaits, { timeout: 8000 }).toBeGreaterThanOrEqual(before + 2)
  expect(listPaths(app.folder)).toContain('setdesk.before-restore-20260101T090000.db')
})
