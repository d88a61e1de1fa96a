import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyMac, newCustomer } from '../../fakes/intents.ts'
import { quick } from './activate.ts'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

async function open(changed: Partial<Connection> = {}): Promise<{
  app: TestApp
  platform: Sandbox
  productid: string
  connectionId: string
  batch: string
}> {
  const platform = await openPlatform()
  const app = await openApp()
  const { id: connectionId } = await connect(app, platform, { ...quick, ...changed })
  const { batch } = await app.call('bulk.find', { connectionId, digest: digestOf('a list') })
  return { app, platform, productid: platform.products[0]?.id ?? '', connectionId, batch }
}

const rowsOf = (productid: string, count: number, from = 2) =>
  Array.from({ length: count }, (_, index) => ({ line: from + index, intent: newCustomer(productid) }))

const customersOn = (platform: Sandbox): readonly string[] =>
  platform
    .ledger()
    .filter(({ effect }) => effect === 'create')
    .map(({ userid }) => String(userid))

test('a list makes one job per row, and each job is sent once', async () => {
  const { app, platform, productid, connectionId, batch } = await open()
  const rows = rowsOf(productid, 12)

  expect(await app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })).toEqual({
    saved: 12,
    left: [],
  })
  const first = await app.call('bulk.results', { batch, after: 0, limit: 5 })
  for (const { job } of (await app.call('bulk.results', { batch, after: 0, limit: 500 })).rows)
    await app.jobIn(job.id, 'done')

  expect(first.rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6])
  expect(first.hasMore).toBe(true)
  expect((await app.call('bulk.progress', { batch })).counts).toEqual({ done: 12 })
  expect(new Set(customersOn(platform)).size).toBe(12)
  expect(customersOn(platform)).toHaveLength(12)
})

test('a list that is imported again is recognized, and no row is saved twice', async () => {
  const { app, platform, productid, connectionId, batch } = await open()
  const rows = rowsOf(productid, 3)
  await app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })

  const again = await app.call('bulk.find', { connectionId, digest: digestOf('a list') })
  expect(again).toMatchObject({ batch, saved: 3, firstSavedAt: expect.any(Number) })
  expect(await app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })).toEqual({
    saved: 3,
    left: [],
  })
  const { rows: results } = await app.call('bulk.results', { batch, after: 0, limit: 10 })
  expect(results).toHaveLength(3)
  for (const { job } of results) await app.jobIn(job.id, 'done')
  expect(customersOn(platform)).toHaveLength(3)
  expect((await app.call('bulk.find', { connectionId, digest: digestOf('another list') })).saved).toBe(0)
})

test('a list row that was changed after it became a job, or whose job was dropped, is reported and not counted as saved', async () => {
  const { app, productid, connectionId, batch } = await open()
  await app.call('queue.pause', {})
  const rows = rowsOf(productid, 45)
  const save = (sent: typeof rows) => app.call('bulk.save', { connectionId, batch, rows: sent, evenIfKnown: true })
  await save(rows)
  const { rows: results } = await app.call('bulk.results', { batch, after: 0, limit: 100 })
  const [dropped = '', other = ''] = results.map(({ job }) => job.id)
  await app.call('job.drop', { id: dropped, reason: 'twice' })
  const changed = rows.map((row) =>
    row.line === 3 ? { ...row, intent: { ...row.intent, hostname: 'tv.north.example' } } : row,
  )
  const left = [
    { line: 2, code: 'saved-already', jobId: dropped },
    { line: 3, code: 'saved-already', jobId: other },
  ]

  expect(await save(changed)).toEqual({ saved: 43, left })
  expect(await save(changed.slice(0, 10))).toEqual({ saved: 8, left })
  expect((await app.call('bulk.results', { batch, after: 0, limit: 100 })).rows).toHaveLength(45)
})

test('list rows whose box or user ID is in another job are reported, and the other rows are saved', async () => {
  const { app, productid, connectionId, batch } = await open()
  const box = { identifier: anyMac(), raw: 'scanned', model: '' }
  const other = newCustomer(productid, { box, logIn: { userid: 'anna4471' } })
  const { id } = await app.call('job.save', { draftId: 'an-other-draft', intent: other, evenIfKnown: false })
  const rows = [
    { line: 2, intent: newCustomer(productid, { box }) },
    { line: 3, intent: newCustomer(productid, { logIn: { userid: 'anna4471' } }) },
    { line: 4, intent: newCustomer(productid) },
  ]

  expect(await app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })).toEqual({
    saved: 1,
    left: [
      { line: 2, code: 'box-in-job', jobId: id },
      { line: 3, code: 'log-in-in-job', jobId: id },
    ],
  })
  expect(await app.call('bulk.save', { connectionId, batch, rows: rows.slice(0, 1), evenIfKnown: true })).toEqual({
    saved: 1,
    left: [],
  })
})

test.each([2, 45])(
  'of %i list rows with the same box or user ID, the first one is saved and the others are reported',
  async (count) => {
    const { app, productid, connectionId, batch } = await open()
    await app.call('queue.pause', {})
    const save = (rows: ReturnType<typeof rowsOf>) =>
      app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })
    const { box } = newCustomer(productid)
    const sameBox = rowsOf(productid, count).map((row) => ({ ...row, intent: { ...row.intent, box } }))
    const sameUserid = rowsOf(productid, count, 102).map((row, index) => ({
      ...row,
      intent: { ...row.intent, logIn: { userid: `${'0'.repeat(index % 2)}4471` } },
    }))

    const boxes = await save(sameBox)
    const userids = await save(sameUserid)
    expect([boxes.saved, boxes.left.length]).toEqual([1, count - 1])
    expect([userids.saved, userids.left.length]).toEqual([1, count - 1])
    expect(new Set(boxes.left.map(({ code }) => code))).toEqual(new Set(['box-in-job']))
    expect(new Set(userids.left.map(({ code }) => code))).toEqual(new Set(['log-in-in-job']))
    expect((await app.call('bulk.results', { batch, after: 0, limit: 100 })).rows.map(({ line }) => line)).toEqual([
      2, 102,
    ])
  },
)

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a box makes one job if it is saved by hand %i event-loop turns after the saving of its list began',
  async (turns) => {
    const { app, productid, connectionId, batch } = await open()
    const box = { identifier: anyMac(), raw: 'scanned', model: '' }
    const rows = [{ line: 2, intent: newCustomer(productid, { box }) }]

    const saving = app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
    const byHand = app
      .call('job.save', { draftId: 'by-hand-01', intent: newCustomer(productid, { box }), evenIfKnown: false })
      .then(
        () => 1,
        () => 0,
      )

    expect((await saving).saved + (await byHand)).toBe(1)
  },
)

test('rows may be sent as JSON text, and become the same jobs', async () => {
  const { app, productid, connectionId, batch } = await open()
  const rows = rowsOf(productid, 3)
  const save = (sent: typeof rows | string) =>
    app.call('bulk.save', { connectionId, batch, rows: sent, evenIfKnown: false })

  expect(await save(JSON.stringify(rows))).toEqual({ saved: 3, left: [] })
  expect(await save(rows)).toEqual({ saved: 3, left: [] })
  const { rows: results } = await app.call('bulk.results', { batch, after: 0, limit: 10 })
  expect(results.map(({ line }) => line)).toEqual([2, 3, 4])
})

test.each([
  ['text that is not JSON', () => '[{"line":2,'],
  ['text of something else', () => '{"line":2}'],
  ['no rows', () => '[]'],
  ['a row that is not complete', () => '[{"line":2,"intent":{"kind":"new-customer"}}]'],
  ['more rows than one call may have', (productid: string) => JSON.stringify(rowsOf(productid, 401))],
] as const)('%s is refused in place of rows, and nothing is saved', async (_, rowsFor) => {
  const { app, productid, connectionId, batch } = await open()
  const rows = rowsFor(productid)

  expect(await app.refusal('bulk.save', { connectionId, batch, rows, evenIfKnown: false })).toBe('bad-request')
  expect(await app.call('bulk.results', { batch, after: 0, limit: 10 })).toEqual({ rows: [], hasMore: false })
})

test('each row of a list gets its own user ID', async () => {
  const { app, productid, connectionId, batch } = await open({ logInPattern: 'box{digits:4}' })
  const rows = rowsOf(productid, 400)

  expect((await app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })).saved).toBe(400)
  const { rows: results } = await app.call('bulk.results', { batch, after: 0, limit: 500 })
  expect(new Set(results.map(({ job }) => job.userid)).size).toBe(400)
})

test('a row that cannot be sent is reported each time its list is saved, and the other rows are saved', async () => {
  const { app, platform, productid, connectionId, batch } = await open()
  const halfOfASign = 'tv\uD83D.example.net'
  const rows = [
    { line: 2, intent: newCustomer(productid) },
    { line: 3, intent: newCustomer(productid, { hostname: halfOfASign }) },
    { line: 4, intent: newCustomer(productid) },
  ]
  const answer = { saved: 2, left: [{ line: 3, code: 'bad-request' }] }

  expect(await app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })).toEqual(answer)
  expect(await app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })).toEqual(answer)
  const { rows: results } = await app.call('bulk.results', { batch, after: 0, limit: 10 })
  expect(results.map(({ line }) => line)).toEqual([2, 4])
  for (const { job } of results) await app.jobIn(job.id, 'done')
  expect(customersOn(platform)).toHaveLength(2)
})

test('credentials in a list row that claim to be platform-issued are ignored', async () => {
  const { app, platform, productid, connectionId, batch } = await open()
  const made = { userid: 'not-from-the-platform', password: 'secret-1' }

  await app.call('bulk.save', {
    connectionId,
    batch,
    rows: [{ line: 2, intent: newCustomer(productid, { made }) }],
    evenIfKnown: false,
  })
  for (const { job } of (await app.call('bulk.results', { batch, after: 0, limit: 10 })).rows)
    await app.jobIn(job.id, 'done')
  expect(customersOn(platform)).not.toContain(made.userid)
})

test('the rows of a list are refused if they were checked for a connection other than the active one', async () => {
  const { app, platform, productid, connectionId, batch } = await open()
  await connect(app, platform, quick)
  const rows = rowsOf(productid, 2)

  expect(await app.refusal('bulk.save', { connectionId, batch, rows, evenIfKnown: false })).toBe('changed-meanwhile')
  expect((await app.call('bulk.find', { connectionId, digest: digestOf('a list') })).batch).toBe(batch)
  expect((await app.call('bulk.progress', { batch })).counts).toEqual({})
  await app.call('connection.select', { id: connectionId })
  expect(await app.call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })).toMatchObject({ saved: 2 })
})
