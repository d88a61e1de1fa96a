import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { StoredList } from '../../../src/shared/bridge/bulk-channels.ts'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { productOf } from '../app/activate.ts'
import { createHastyClock } from './hasty-clock.ts'
import { openComputer, saveUnsent, startAgain } from './work.ts'

const digest = createHash('sha256').update('a list').digest('hex')
const list: StoredList = {
  name: 'boxes.csv',
  digest,
  parts: 1,
  stage: 'checked',
  kind: 'new-customer',
  columns: ['box.raw'],
  common: {},
  completesMobiles: false,
  mended: [],
  typed: [],
}
const bytes = Buffer.from('mac\n001A79000001').toString('base64')

async function keepList(app: TestApp): Promise<string> {
  const connectionId = (await app.call('app.snapshot', {})).activeConnectionId ?? ''
  await app.call('list.begin', { connectionId, list })
  await app.call('list.save-part', { connectionId, digest, part: 0, bytes })
  return connectionId
}

test('a stored list can be read in a new process once the vault is unlocked', async () => {
  const app = await openComputer(await openPlatform())
  const connectionId = await keepList(app)
  await app.stop()

  const again = await startAgain(app.folder)
  expect(await again.call('list.read', { connectionId })).toEqual({ list })
  expect(await again.call('list.read-part', { connectionId, digest, part: 0 })).toEqual({ bytes })
  expect(await again.refusal('list.read-part', { connectionId, digest, part: 1 })).toBe('not-found')
  const other = { connectionId, digest: 'b'.repeat(64), part: 1, bytes }
  expect(await again.refusal('list.save-part', other)).toBe('changed-meanwhile')
  await again.call('list.forget', { connectionId })
  expect(await again.call('list.read', { connectionId })).toEqual({})
})

test('a list that another window has stored since is not overwritten', async () => {
  const app = await openComputer(await openPlatform())
  const connectionId = (await app.call('app.snapshot', {})).activeConnectionId ?? ''
  await app.call('list.begin', { connectionId, list: { ...list, mark: 'one' } })
  await app.call('list.save-part', { connectionId, digest, part: 0, bytes })
  const typed = [{ line: 4, cells: ['001A79'] }]
  await app.call('list.save', { connectionId, list: { ...list, typed, mark: 'two' }, was: ['one'] })

  const late = { connectionId, list: { ...list, mark: 'three' }, was: ['one'] }
  expect(await app.refusal('list.save', late)).toBe('changed-meanwhile')

  expect(await app.call('list.read', { connectionId })).toEqual({ list: { ...list, typed, mark: 'two' } })
})

test('the lines of a list that are jobs already are returned in order, page by page', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await app.call('queue.pause', {})
  const connectionId = (await app.call('app.snapshot', {})).activeConnectionId ?? ''
  const { batch } = await app.call('bulk.find', { connectionId, digest })
  const rows = [9, 2, 30].map((line) => ({ line, intent: newCustomer(productOf(platform)) }))
  await app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })

  expect(await app.call('list.saved-lines', { batch, after: 0, limit: 2 })).toEqual({ lines: [2, 9], hasMore: true })
  expect(await app.call('list.saved-lines', { batch, after: 9, limit: 2 })).toEqual({ lines: [30], hasMore: false })
})

test('a restored backup brings no list back, because rows saved since would become jobs twice', async () => {
  const app = await openComputer(await openPlatform())
  const connectionId = await keepList(app)
  const { name } = await app.call('maintenance.back-up', {})
  await app.call('maintenance.restore', { name })
  expect(await app.call('list.read', { connectionId })).toEqual({})
})

test('the list of a copied folder stays in the copy only if the jobs are sent from the copy', async () => {
  const platform = await openPlatform()
  const original = await openComputer(platform)
  await saveUnsent(original, platform, 1)
  const connectionId = await keepList(original)
  await original.stop()
  for (const [work, found] of [
    ['send-here', { list }],
    ['leave-there', {}],
  ] as const) {
    const folder = makeFolder()
    cpSync(original.folder, folder, { recursive: true })
    const copy = await startAgain(folder, { machineId: () => Promise.resolve('another machine') })
    await copy.call('maintenance.release', { work })
    expect(await copy.call('list.read', { connectionId })).toEqual(found)
    await copy.stop()
  }
})

test('the list of a removed connection is deleted, and none is stored for an unknown connection', async () => {
  const app = await openComputer(await openPlatform())
  const connectionId = await keepList(app)
  await app.call('connection.remove', { id: connectionId })
  expect(await app.call('list.read', { connectionId })).toEqual({})
  expect(await app.refusal('list.begin', { connectionId, list })).toBe('not-found')
})

test('an unused list is purged after the retention period', async () => {
  const clock = createHastyClock()
  const app = await openComputer(await openPlatform(), { clock })
  await app.call('preferences.save', { retentionDays: 10 })
  const connectionId = await keepList(app)
  clock.passDays(11)
  await expect.poll(() => app.call('list.read', { connectionId }), { timeout: 8000 }).toEqual({})
})
