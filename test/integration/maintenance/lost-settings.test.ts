import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { countEffects, openComputer, saveUnsent, startAgain } from './work.ts'

const missing = async (app: TestApp) => (await app.call('app.snapshot', {})).missingConnection

test.each([
  ['unreadable', (path: string) => writeFileSync(path, '')],
  ['missing', (path: string) => rmSync(path)],
])(
  'jobs whose connection is gone, because the settings file is %s, continue once that connection is added again',
  async (_, lose) => {
    const platform = await openPlatform()
    const first = await openComputer(platform)
    const [id = ''] = await saveUnsent(first, platform, 1)
    const [known] = (await first.call('app.snapshot', {})).connections
    await first.stop()
    lose(join(first.folder, 'settings.json'))

    const app = await startAgain(first.folder)
    const { baseUrl = '', crmService = '', cmsService = '' } = known?.settings ?? {}
    expect(await missing(app)).toEqual({ baseUrl, crmService })
    const form = { name: 'Another', colour: 'blue', baseUrl, crmService, cmsService } as const
    const other = await app.call('connection.add', {
      form: { ...form, crmService: 'another' },
      token: platform.authToken,
    })
    expect(other.id).not.toBe(known?.settings.id)
    expect(await missing(app)).toMatchObject({ baseUrl })
    const added = await app.call('connection.add', { form: { ...form, name: 'Again' }, token: platform.authToken })
    expect(added.id).toBe(known?.settings.id)
    expect(await missing(app)).toBeUndefined()
    await app.jobIn(id, 'done')
    expect(countEffects(platform)).toMatchObject({ create: 1 })
  },
)

test('jobs whose connection is gone continue with the same connection of an operator file', async () => {
  const platform = await openPlatform()
  const other = await openComputer(platform)
  const { text } = await other.call('connection.write-file', {})
  const first = await openComputer(platform)
  const [id = ''] = await saveUnsent(first, platform, 1)
  const [known] = (await first.call('app.snapshot', {})).connections
  await first.stop()
  rmSync(join(first.folder, 'settings.json'))

  const app = await startAgain(first.folder)
  const reading = await app.call('connection.read-file', { text })
  await app.call('connection.take-file', { text, stamp: reading.ok ? reading.stamp : '' })
  const [taken] = (await app.call('app.snapshot', {})).connections
  expect(taken?.settings.id).toBe(known?.settings.id)
  expect(await missing(app)).toBeUndefined()
  await app.call('connection.replace-token', { id: taken?.settings.id ?? '', token: platform.authToken })
  await app.jobIn(id, 'done')
  expect(countEffects(platform)).toMatchObject({ create: 1 })
})

test('the jobs of an erased connection are not missed', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await saveUnsent(app, platform, 1)
  const [known] = (await app.call('app.snapshot', {})).connections
  const { id = '', name: typedName = '' } = known?.settings ?? {}
  await app.call('connection.remove', { id, typedName })
  expect(await missing(app)).toBeUndefined()
})
