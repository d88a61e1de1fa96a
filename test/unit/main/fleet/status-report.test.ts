import { expect, test } from 'vitest'
import { createDayTotals, createStatusReport } from '../../../../src/main/fleet/status-report.ts'
import type { HubClient, HubFailure } from '../../../../src/main/fleet/hub-client.ts'
import type { StationStatus } from '../../../../src/shared/fleet/hub-calls.ts'
import { fail, succeed } from '../../../../src/shared/result.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { makeConnection } from '../jobs/make-job.ts'
import { openLedger } from '../jobs/open-ledger.ts'

function open() {
  const { database, sealing, clock, save } = openLedger()
  const sent: StationStatus[] = []
  const log = createFakeLog()
  let failure: HubFailure | undefined
  let wakes = 0
  // The cast is safe: it is asked for nothing else.
  const call = (async (_: string, status: StationStatus) => {
    if (failure !== undefined) return fail(failure)
    sent.push(status)
    return succeed({})
  }) as HubClient['call']
  const begin = () =>
    createStatusReport({
      database,
      clock,
      log,
      client: { call },
      totals: createDayTotals(database, sealing, clock),
      version: '1.2.3',
      connections: () => [makeConnection()],
      wake: () => void (wakes += 1),
    })
  let status = begin()
  return {
    clock,
    sent,
    log,
    wakes: () => wakes,
    failWith: (next: HubFailure | undefined) => void (failure = next),
    report: () => status.report(() => false),
    restart: () => void (status = begin()),
    add: (state: string, note = true) => {
      const { job } = save()
      database.prepare('UPDATE job SET state = ? WHERE sequence = ?').run(state, job.sequence)
      if (note) status.note(job.sequence)
      return job
    },
  }
}

test('the status report has the version, the counts, the time of the oldest job and the changed totals', async () => {
  const { add, report, sent, clock } = open()
  for (const state of ['saved', 'waiting', 'sending', 'checking', 'needs-you', 'refused', 'done']) add(state)
  expect(await report()).toBe(true)
  expect(sent).toMatchObject([
    {
      version: '1.2.3',
      counts: { unsent: 2, sending: 2, needsYou: 1, refused: 1 },
      oldestJobAt: new Date(clock.now()).toISOString(),
      totals: [{ done: 1, refused: 1 }],
    },
  ])
})

test('the status report goes out at once for the first change and then at most every ten seconds', async () => {
  const { add, report, sent, clock, wakes } = open()
  await report()
  expect(sent).toHaveLength(1)
  for (let index = 0; index < 20; index += 1) {
    add('done')
    await report()
    await clock.pass(100)
  }
  expect([sent.length, wakes()]).toEqual([1, 0])
  await clock.pass(8000)
  expect(wakes()).toBe(1)
  await report()
  expect(sent.slice(1)).toMatchObject([{ totals: [{ done: 20 }] }])
})

test('the status report is not repeated while nothing changes', async () => {
  const { report, sent, clock } = open()
  for (let round = 0; round < 5; round += 1) {
    await report()
    await clock.pass(30_000)
  }
  expect(sent).toHaveLength(1)
})

test('the status report after a restart has the present counts, but repeats no totals', async () => {
  const { add, report, restart, sent } = open()
  add('done')
  add('saved')
  await report()
  add('needs-you')
  restart()
  await report()
  const counts = { unsent: 1, sending: 0, refused: 0 }
  expect(sent).toMatchObject([
    { counts: { ...counts, needsYou: 0 }, totals: [{ done: 1 }] },
    { counts: { ...counts, needsYou: 1 }, totals: [] },
  ])
})

test('the status report after a restart is sent even if nothing changed', async () => {
  const { add, report, restart, sent } = open()
  add('saved')
  await report()
  restart()
  await report()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual({ ...sent[0], totals: [] })
})

test('jobs from before the computer joined the fleet are added to the status report five hundred at a time', async () => {
  const { add, report, sent, clock, wakes } = open()
  for (let index = 0; index < 1200; index += 1) add('done', false)
  await report()
  expect(sent).toMatchObject([{ totals: [{ done: 500 }] }])
  expect(wakes()).toBe(1)
  await report()
  await report()
  await clock.pass(10_000)
  await report()
  expect(sent.at(-1)).toMatchObject({ totals: [{ done: 1200 }] })
})

test('the status report is sent again if the hub was not reached, but not at once if the hub refused it', async () => {
  const { add, report, sent, failWith, clock, log } = open()
  add('done')
  failWith({ is: 'unreached', failure: 'timed-out' })
  expect(await report()).toBe(false)
  failWith(undefined)
  expect(await report()).toBe(true)
  expect(sent).toMatchObject([{ totals: [{ done: 1 }] }])

  add('done')
  failWith({ is: 'refused', code: 'bad-request' })
  await clock.pass(10_000)
  expect(await report()).toBe(true)
  expect(log.lines).toMatchObject([{ event: 'fleet-status', facts: { kind: 'bad-request' } }])
  failWith(undefined)
  await report()
  expect(sent).toHaveLength(1)
  await clock.pass(10_000)
  await report()
  expect(sent).toHaveLength(2)
})
