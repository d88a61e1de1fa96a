import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { ActivityFilter, ActivityRow } from '../../../src/shared/domain/activity/activity.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { anyMac, newCustomer } from '../../fakes/intents.ts'
import { productOf, quick, save } from './activate.ts'

async function open(changed: Parameters<typeof openApp>[1] = {}): Promise<{ app: TestApp; platform: Sandbox }> {
  const platform = await openPlatform()
  const app = await openApp(makeFolder(), changed)
  await app.call('preferences.save', { technician: 'A. Moreau' })
  await connect(app, platform, quick)
  return { app, platform }
}

const list = async (app: TestApp, filter: ActivityFilter = {}): Promise<readonly ActivityRow[]> =>
  (await app.call('activity.list', { filter, limit: 200 })).rows

const shortly = ({ action, outcome, operation }: ActivityRow): string =>
  [action, outcome, action === 'sent' ? operation : undefined].filter((part) => part !== undefined).join(' ')

test.each(['classic', 'modern', 'terse'] as const)(
  'in the %s dialect Activity shows an activation as saved and as sent, newest first, with its technician and box',
  async (dialect) => {
    const { app, platform } = await open()
    await platform.setOptions({ dialect })
    const intent = newCustomer(productOf(platform), { hostname: platform.hostnames[0] ?? '' })
    const id = await save(app, intent)
    await app.jobIn(id, 'done')

    const rows = await list(app)

    expect(rows.map(shortly)).toEqual([
      'sent accepted AddMacAddressToHostname',
      'sent accepted addCustomerWithDevice',
      'saved',
    ])
    expect(rows.at(-1)).toMatchObject({
      action: 'saved',
      by: 'A. Moreau',
      job: { id, kind: 'new-customer', state: 'done' },
      box: intent.box.identifier,
      customerName: `${intent.customer.firstname} ${intent.customer.lastname}`,
    })
  },
)

test("Activity shows a refusal with the platform's words, and a drop with its technician and reason", async () => {
  const { app } = await open()
  const id = await save(app, newCustomer('no-such-product'))
  await app.jobIn(id, 'refused')
  await app.call('job.drop', { id, reason: '=The customer moved out' })

  const [dropped, refused, saved] = await list(app)

  expect(dropped).toMatchObject({ action: 'drop', by: 'A. Moreau', words: '=The customer moved out' })
  expect(refused).toMatchObject({ action: 'sent', outcome: 'refused', words: expect.stringMatching(/product/i) })
  expect(saved).toMatchObject({ action: 'saved', job: { id, state: 'dropped' } })
})

test('Activity can be filtered by day, technician, kind, outcome and text, and by all of them together', async () => {
  const { app, platform } = await open()
  const hostname = platform.hostnames[0] ?? ''
  const box = { identifier: anyMac(), raw: '', model: '' }
  await app.jobIn(await save(app, { kind: 'hostname', box, hostname }), 'done')
  await app.call('preferences.save', { technician: 'Léa Brun' })
  const begun = Date.now()
  await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
  const actions = async (filter: ActivityFilter) => (await list(app, filter)).map(shortly)
  const bound = ['sent accepted AddMacAddressToHostname', 'saved']

  expect(await actions({ kind: 'hostname' })).toEqual(bound)
  expect(await actions({ technician: 'moreau' })).toEqual(bound)
  expect(await actions({ to: begun })).toEqual(bound)
  expect(await actions({ text: box.identifier.value.toLowerCase() })).toEqual(bound)
  expect(await actions({ text: 'nobody of this name' })).toEqual([])
  expect((await list(app, { from: begun })).map(({ by }) => by)).not.toContain('A. Moreau')
  expect((await actions({ outcome: 'saved' })).length).toBe(2)
  expect(await actions({ outcome: 'refused' })).toEqual([])
  expect(await actions({ technician: 'lea', outcome: 'accepted', text: 'okonkwo', from: begun })).toContain(
    'sent accepted addCustomerWithDevice',
  )
})

test('Activity has pages without gaps or repeated rows, and no next page after the last one', async () => {
  const { app, platform } = await open()
  await platform.setOptions({ offline: true })
  const ids: string[] = []
  for (let count = 0; count < 7; count += 1) ids.push(await save(app, newCustomer(productOf(platform))))

  const pages: ActivityRow[][] = []
  for (let after = undefined as Awaited<ReturnType<typeof read>>['next']; ;) {
    const page = await read(after)
    pages.push(page.rows)
    if (page.next === undefined) break
    after = page.next
  }
  function read(after: { job: number; entry: number; note: number } | undefined) {
    return app.call('activity.list', { filter: { outcome: 'saved' }, limit: 3, ...(after && { after }) })
  }

  expect(pages.map((rows) => rows.length)).toEqual([3, 3, 1])
  expect(pages.flat().map(({ job }) => job?.id)).toEqual(ids.toReversed())
})

test('Activity shows only events of the active connection', async () => {
  const { app, platform } = await open()
  await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
  const other = await openPlatform()
  await connect(app, other, quick)

  expect(await list(app)).toEqual([])
})

test('Activity shows a transfer with the number of its jobs and the target computer', async () => {
  const { app, platform } = await open()
  await platform.setOptions({ offline: true })
  await save(app, newCustomer(productOf(platform)))
  await app.call('maintenance.export-work', { target: 'ZZ99ZZ', passphrase: 'a long enough passphrase' })

  expect((await list(app))[0]).toMatchObject({ action: 'handed-over', jobs: 1, other: 'ZZ99ZZ' })
})

test('Activity and the audit trail name the technician of an export, an import and a restore, but the file of saved work does not', async () => {
  const { app, platform } = await open()
  await app.call('preferences.save', { technician: 'Tim Okonjo' })
  await platform.setOptions({ offline: true })
  await save(app, newCustomer(productOf(platform)))
  const { name } = await app.call('maintenance.back-up', {})
  const passphrase = 'a long enough passphrase'
  const { file } = await app.call('maintenance.export-work', { target: 'ZZ99ZZ', passphrase })
  await app.call('preferences.save', { technician: 'Ida Berg' })
  const { digest } = await app.call('maintenance.read-work', { file, passphrase })
  const wish = { file, passphrase, digest, sourceIsGone: false, isNowhereElse: true }
  await app.call('maintenance.import-work', wish)

  const told = (await list(app)).map(({ action, by }) => [action, by])
  expect(told).toContainEqual(['handed-over', 'Tim Okonjo'])
  expect(told).toContainEqual(['drop', 'Tim Okonjo'])
  expect((await list(app)).find(({ action }) => action === 'drop')).toMatchObject({ other: 'ZZ99ZZ' })
  expect(told).toContainEqual(['taken-back', 'Ida Berg'])
  const trail = (await app.call('activity.export-trail', {})).text
  expect(trail).toContain('"technician":"Ida Berg","act":"taken-back"')
  for (const end of ['', '-wal'])
    expect(readFileSync(join(app.folder, `setdesk.db${end}`)).includes('Okonjo')).toBe(false)

  await app.call('maintenance.restore', { name })
  expect((await list(app)).map(({ action, by }) => [action, by])).toContainEqual(['restored', 'Ida Berg'])
})

test('the export of Activity has every event, without secrets or spreadsheet formulas', async () => {
  const { app, platform } = await open()
  const good = await save(app, newCustomer(productOf(platform)))
  const { intent } = await app.jobIn(good, 'done')
  const id = await save(app, newCustomer('no-such-product'))
  await app.jobIn(id, 'refused')
  await app.call('job.drop', { id, reason: '=HYPERLINK("http://evil.example")' })

  const { text, rows, folder, next } = await app.call('activity.export', { filter: {} })

  const lines = papaparse.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data
  expect([rows, next, folder]).toEqual([lines.length, undefined, undefined])
  expect(lines.length).toBe((await list(app)).length)
  expect(lines[0]?.['words']).toBe(`'=HYPERLINK("http://evil.example")`)
  if (intent.kind !== 'new-customer') throw new Error('another kind')
  expect(text).toContain(intent.logIn.userid)
  expect(text).not.toContain(intent.logIn.password)
  expect(text).not.toContain(platform.authToken)
})

test('the installed app writes the export of Activity part by part to a file that only its owner can read', async () => {
  const { app, platform } = await open({ host: 'electron' })
  await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')

  const first = await app.call('activity.export', { filter: {} })
  const again = await app.call('activity.export', {
    filter: {},
    name: first.name,
    after: { job: 1_000_000, entry: 1_000_000, note: 0 },
  })

  const path = join(first.folder ?? '', first.name)
  expect(readFileSync(path, 'utf8')).toBe(first.text + again.text)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})
