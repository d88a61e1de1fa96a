import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'
import { connect, openAfterDeath, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { productOf, quick } from './activate.ts'

const passphrase = 'open the box'
const digest = createHash('sha256').update('a list').digest('hex')

/** An app that sends nothing, and a list that is long enough to be written in a thread of its own. */
async function open(changed: Partial<Connection> = {}) {
  const platform = await openPlatform()
  const app = await openApp()
  await app.call('vault.protect', { passphrase })
  const { id: connectionId } = await connect(app, platform, { ...quick, ...changed })
  await app.call('queue.pause', {})
  const productid = productOf(platform)
  const { batch } = await app.call('bulk.find', { connectionId, digest })
  const rows = Array.from({ length: 300 }, (_, index) => ({ line: index + 2, intent: newCustomer(productid) }))
  return { app, productid, connectionId, batch, rows, list: { connectionId, batch, rows, evenIfKnown: false } }
}

const pass = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn()
}

const jobsOf = async (app: TestApp, batch: string) =>
  (await app.call('bulk.results', { batch, after: 0, limit: 500 })).rows.map(({ job }) => job)

test('each box makes one job if the boxes of a long list are also saved by hand at the same time', async () => {
  const { app, productid, rows, list } = await open()
  let isOver = false
  const saving = app.call('bulk.save', list).finally(() => (isOver = true))
  const byHand = new Set<number>()
  for (const { line, intent } of rows.toReversed()) {
    const again = newCustomer(productid, { box: intent.box })
    await app.call('job.save', { draftId: anyDraftId(), intent: again, evenIfKnown: false }).then(
      () => byHand.add(line),
      () => undefined,
    )
    await nextTurn()
    if (isOver) break
  }
  const { saved, left } = await saving

  expect(byHand.size).toBeGreaterThan(0)
  expect(new Set(left.map(({ line }) => line))).toEqual(byHand)
  expect(new Set(left.map(({ code }) => code))).toEqual(new Set(['box-in-job']))
  expect(saved).toBe(rows.length - byHand.size)
  expect((await app.call('app.snapshot', {})).counts.saved).toBe(rows.length)
})

test('rows of a long list that cannot be saved are reported as in a short list, and the other rows are saved', async () => {
  const { app, productid, batch, rows, list } = await open()
  const box = { identifier: anyMac(), raw: 'scanned', model: '' }
  const other = newCustomer(productid, { box, logIn: { userid: 'anna4471' } })
  const { id: jobId } = await app.call('job.save', { draftId: anyDraftId(), intent: other, evenIfKnown: false })
  const odd = [
    newCustomer(productid, { box }),
    newCustomer(productid, { logIn: { userid: 'anna4471' } }),
    newCustomer(productid, { hostname: 'tv\uD83D.example.net' }),
  ]
  const given = rows.map((row, index) => ({ ...row, intent: odd[index - 100] ?? row.intent }))
  const answer = {
    saved: 297,
    left: [
      { line: 102, code: 'box-in-job', jobId },
      { line: 103, code: 'log-in-in-job', jobId },
      { line: 104, code: 'bad-request' },
    ],
  }

  expect(await app.call('bulk.save', { ...list, rows: given })).toEqual(answer)
  expect(await app.call('bulk.save', { ...list, rows: given })).toEqual(answer)
  expect(await jobsOf(app, batch)).toHaveLength(297)
})

test('a second job for a box of a long list is made only on request', async () => {
  const { app, productid, rows, list } = await open()
  await app.call('bulk.save', list)
  const again = rows.map(({ line, intent }) => ({
    line: line + 1000,
    intent: newCustomer(productid, { box: intent.box }),
  }))

  expect(await app.call('bulk.save', { ...list, rows: again })).toMatchObject({ saved: 0 })
  expect(await app.call('bulk.save', { ...list, rows: again, evenIfKnown: true })).toEqual({ saved: 300, left: [] })
})

test("a long list stays within the operator's limit on unsent jobs", async () => {
  const { app, batch, list } = await open({ unsentLimit: 200 })

  expect(await app.refusal('bulk.save', list)).toBe('too-much-unsent')
  expect((await jobsOf(app, batch)).length).toBeLessThanOrEqual(200)
})

test('the removal of a connection while its list is being saved removes all rows of the list or none', async () => {
  let kept = 0
  for (let turns = 2; kept === 0; turns += 1) {
    const { app, connectionId, batch, list } = await open()
    const saving = app.call('bulk.save', list).then(
      () => true,
      () => false,
    )
    await pass(turns)
    const isRemoved = await app.call('connection.remove', { id: connectionId }).then(
      () => true,
      () => false,
    )
    expect(await saving).toBe(!isRemoved)
    const saved = Object.values((await app.call('bulk.progress', { batch })).counts)
    expect(saved).toEqual(isRemoved ? [] : [300])
    if (!isRemoved) kept += 1
    await app.stop()
  }
})

test.each([2, 4, 8, 16])(
  'no row of a list is lost or doubled if the app is killed %i event-loop turns after the saving began',
  async (turns) => {
    const { app, batch, rows, list } = await open()
    const copy = makeFolder()
    const saving = app.call('bulk.save', list)
    await pass(turns)
    cpSync(app.folder, copy, { recursive: true })
    await saving

    const next = await openAfterDeath(copy, app.folder)
    expect((await next.call('app.snapshot', {})).storage.state).toBe('ok')
    await next.call('vault.unlock', { passphrase })
    await next.call('queue.pause', {})
    expect(await next.call('bulk.save', list)).toEqual({ saved: 300, left: [] })
    const jobs = await jobsOf(next, batch)
    expect(jobs.map(({ box }) => box?.value)).toEqual(rows.map(({ intent }) => intent.box.identifier.value))
  },
)

test.each([2, 4, 8])(
  'every list row that was reported as saved is kept if the app is closed %i event-loop turns after the start',
  async (turns) => {
    const { app, batch, list } = await open()
    const saving = app.call('bulk.save', list).then(
      ({ saved }) => saved,
      () => 0,
    )
    await pass(turns)
    await app.stop()
    const told = await saving

    const next = await openApp(app.folder)
    await next.call('vault.unlock', { passphrase })
    await next.call('queue.pause', {})
    expect((await jobsOf(next, batch)).length).toBeGreaterThanOrEqual(told)
    expect(await next.call('bulk.save', list)).toEqual({ saved: 300, left: [] })
    expect(await jobsOf(next, batch)).toHaveLength(300)
  },
)
