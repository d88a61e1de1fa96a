import { readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { putBack } from '../../../src/main/electron/former-program.ts'
import { schemaVersion } from '../../../src/main/storage/migrations.ts'
import { startConnectProxy } from '../../fakes/connect-proxy.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { createOperator, takeFile } from '../../fakes/policy.ts'
import { openApp, openPlatform } from '../../fakes/test-app.ts'
import { productOf, save } from '../app/activate.ts'
import { openStation } from './open-station.ts'

describe.skipIf(process.platform === 'win32')('the former version', () => {
  test('replaces a version that failed to start twice, and leaves a ledger of the new version unchanged', async () => {
    const platform = await openPlatform()
    const station = await openStation(platform)
    await station.app.jobIn(await save(station.app, newCustomer(productOf(platform))), 'done')
    expect(await station.ended).toBe('done')
    const { dataFolder, place, record } = station
    // The new version opens the file, changes its form, and fails before its page is shown; twice.
    const file = join(dataFolder, 'setdesk.db')
    expect([record.noteStart('0.2.0'), record.noteStart('0.2.0')]).toEqual([undefined, undefined])
    const newer = new DatabaseSync(file)
    newer.exec(`PRAGMA user_version = ${schemaVersion + 1}; PRAGMA wal_checkpoint(TRUNCATE)`)
    newer.close()
    const bytes = readFileSync(file)
    const trial = record.noteStart('0.2.0')
    if (trial === undefined) throw new Error('The version stays.')
    expect(await putBack({ dataFolder, appImage: place }, trial)).toBe(place)
    record.noteTakenBack('0.2.0')

    expect(record.noteStart('0.1.0')).toBeUndefined()
    const back = await openApp(dataFolder, { version: '0.1.0', installer: station.installer })

    const { storage, update } = await back.call('app.snapshot', {})
    expect([storage.state, update.takenBack]).toEqual(['newer', '0.2.0'])
    expect(await back.refusal('job.list', { limit: 5 })).toBe('storage-read-only')
    // It is not tried again, however often it is looked for.
    await back.call('update.check', {})
    await expect
      .poll(async () => (await back.call('app.snapshot', {})).update.status)
      .toEqual({ state: 'refused', refusal: 'not-started', version: '0.2.0' })
    await back.stop()
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  test.each([
    ['early', { state: 'ready', version: '0.2.1' }],
    ['late', { state: 'later', version: '0.2.1' }],
  ] as const)(
    'still gets the repaired version in the ring %s of a policy, which it cannot read in the ledger of the new version',
    async (updates, status) => {
      const station = await openStation(await openPlatform())
      await station.app.call('update.report-page', { hasOpenForm: true })
      await takeFile(station.app, createOperator().write(1, { updates }))
      await station.app.stop()
      const newer = new DatabaseSync(join(station.dataFolder, 'setdesk.db'))
      newer.exec(`PRAGMA user_version = ${schemaVersion + 1}`)
      newer.close()
      station.publish({ version: '0.2.1', serial: 8, ring: 'normal' })

      const back = await openApp(station.dataFolder, { version: '0.1.0', installer: station.installer })
      await back.call('update.report-page', { hasOpenForm: true })
      await back.call('update.check', {})

      await expect.poll(async () => (await back.call('app.snapshot', {})).update.status).toMatchObject(status)
    },
  )

  test('takes no version if its policy forbids updates, which it cannot read in the ledger of the new version', async () => {
    const station = await openStation(await openPlatform())
    await station.app.call('update.report-page', { hasOpenForm: true })
    await takeFile(station.app, createOperator().write(1, { updates: 'none' }))
    await station.app.stop()
    const newer = new DatabaseSync(join(station.dataFolder, 'setdesk.db'))
    newer.exec(`PRAGMA user_version = ${schemaVersion + 1}`)
    newer.close()
    const back = await openApp(station.dataFolder, { version: '0.1.0', installer: station.installer })
    expect(await back.refusal('update.check', {})).toBe('not-permitted')
  })

  test('never replaces a version whose page was shown, even if nobody was signed in', async () => {
    const platform = await openPlatform()
    const station = await openStation(platform)
    await station.app.call('who.add', { name: 'Ada Boss', pin: '135790' })
    await station.app.call('who.sign-out', {})
    expect(await station.ended).toBe('done')
    const { next } = await station.openNext()
    expect((await next.call('app.snapshot', {})).who.state).toBe('signed-out')
    expect(station.record.read().trial).toMatchObject({ version: '0.2.0', starts: 1 })
    await next.call('update.report-page', { hasOpenForm: false })
    expect(station.record.read().trial).toBeUndefined()
  })
})

test.skipIf(process.platform === 'win32')(
  'the list of versions and the update file are downloaded through the proxy of the active connection',
  async () => {
    const platform = await openPlatform()
    const proxy = await startConnectProxy()
    const station = await openStation(platform, { proxy: proxy.url })
    expect(await station.ended).toBe('done')
    const asked = station.server.seen.map(({ url }) => basename(url))
    expect(asked).toEqual(['stable.json', 'Setdesk-0.2.0.AppImage'])
    for (const name of asked) expect(proxy.asked).toContain(`GET ${station.server.url}/${name}`)
  },
)

test('Setdesk in a browser refuses update calls, because updates belong to the installed app', async () => {
  const app = await openApp()
  expect((await app.call('app.snapshot', {})).update).toEqual({ status: { state: 'elsewhere', by: 'browser' } })
  expect(await app.refusal('update.check', {})).toBe('not-allowed')
  expect(await app.refusal('update.install', {})).toBe('not-allowed')
})

test.skipIf(process.platform === 'win32')('Setdesk does not restart while its AppImage is moved away', async () => {
  const station = await openStation(await openPlatform())
  await station.app.call('update.report-page', { hasOpenForm: true })
  await station.waitsFor('form')
  const away = `${station.place}.away`
  renameSync(station.place, away)
  await station.app.call('update.report-page', { hasOpenForm: false })
  await station.waitsFor('closing')
  expect(await station.app.refusal('update.install', {})).toBe('changed-meanwhile')
  expect(station.happened).toEqual([])
  renameSync(away, station.place)
  expect(await station.ended).toBe('done')
})

test('the call to install is refused while no version is ready', async () => {
  const station = await openStation(await openPlatform())
  station.files.clear()
  expect(await station.app.refusal('update.install', {})).toBe('changed-meanwhile')
})
