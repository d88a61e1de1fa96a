import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { newCustomer } from '../../fakes/intents.ts'
import { createOperator, takeFile } from '../../fakes/policy.ts'
import { openApp, openPlatform } from '../../fakes/test-app.ts'
import { productOf, save } from '../app/activate.ts'
import { passphrase } from '../maintenance/work.ts'
import { openStation } from './open-station.ts'

const sqlite = vi.hoisted(() => ({ version: undefined as string | undefined }))
vi.mock('../../../src/main/storage/database.ts', async (load) => {
  const real = await load<typeof import('../../../src/main/storage/database.ts')>()
  const openDatabase: typeof real.openDatabase = (path, opening) =>
    real.openDatabase(path, { ...opening, ...(sqlite.version !== undefined && { sqliteVersion: sqlite.version }) })
  return { ...real, openDatabase }
})

type Station = Awaited<ReturnType<typeof openStation>>

const keptIn = ({ dataFolder }: Station) =>
  readdirSync(join(dataFolder, 'updates')).filter((name) => name.startsWith('former-'))

/** The next version in the same folder, as far as its page. */
async function openNext({ record, dataFolder, installer }: Station, version = '0.2.0') {
  record.noteStart(version)
  const next = await openApp(dataFolder, { version, installer })
  await next.call('update.report-page', { hasOpenForm: true })
  return next
}

async function openUpdated(rules?: Parameters<ReturnType<typeof createOperator>['write']>[1]) {
  sqlite.version = undefined
  const platform = await openPlatform()
  const station = await openStation(platform)
  await station.app.call('update.report-page', { hasOpenForm: true })
  if (rules !== undefined) await takeFile(station.app, createOperator().write(1, rules))
  await station.app.jobIn(await save(station.app, newCustomer(productOf(platform))), 'done')
  await station.app.call('update.report-page', { hasOpenForm: false })
  expect(await station.ended).toBe('done')
  return station
}

describe.skipIf(process.platform === 'win32')('a new version that cannot open the saved work', () => {
  test('stays on trial, and the former version is kept', async () => {
    const station = await openUpdated()
    sqlite.version = '3.50.4'
    const next = await openNext(station)
    expect((await next.call('app.snapshot', {})).storage.state).toBe('unsafe')
    expect(station.record.read().trial).toMatchObject({ version: '0.2.0', starts: 1 })
    expect(keptIn(station)).toEqual(['former-0.1.0.AppImage'])
  })

  test.each([
    ['unsafe', () => (sqlite.version = '3.50.4')],
    ['damaged', ({ dataFolder }: Station) => writeFileSync(join(dataFolder, 'setdesk.db'), 'x'.repeat(9000))],
  ] as const)('because it is %s gets a repaired version under the policy that was last read', async (_, spoil) => {
    const station = await openUpdated({ updates: 'early' })
    spoil(station)
    const next = await openNext(station)
    station.publish({ version: '0.2.1', serial: 8, ring: 'early' })
    await next.call('update.check', {})
    await expect
      .poll(async () => (await next.call('app.snapshot', {})).update.status)
      .toMatchObject({ state: 'ready', version: '0.2.1' })
  })

  test('is usable once a backup was restored', async () => {
    const station = await openUpdated()
    sqlite.version = undefined
    const first = await openApp(station.dataFolder, { version: '0.1.0' })
    await first.call('vault.unlock', { passphrase })
    const { name } = await first.call('maintenance.back-up', {})
    await first.stop()
    writeFileSync(join(station.dataFolder, 'setdesk.db'), 'x'.repeat(9000))
    const next = await openNext(station)
    await next.call('vault.unlock', { passphrase })
    expect(station.record.read().trial).toMatchObject({ starts: 1 })
    await next.call('maintenance.restore', { name })
    expect(station.record.read().trial).toBeUndefined()
  })
})

test.skipIf(process.platform === 'win32')(
  'a new version is not taken back for work that was damaged before it came',
  async () => {
    sqlite.version = undefined
    const station = await openStation(await openPlatform())
    await station.app.call('update.report-page', { hasOpenForm: true })
    await station.app.stop()
    writeFileSync(join(station.dataFolder, 'setdesk.db'), 'x'.repeat(9000))
    const same = await openNext(station, '0.1.0')
    await same.stop()
    station.record.beginTrial({ version: '0.2.0', former: '0.1.0' })
    await openNext(station)
    expect(station.record.read().trial).toBeUndefined()
  },
)
