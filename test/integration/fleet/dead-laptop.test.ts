import { describe, expect, onTestFinished, test } from 'vitest'
import type { LedgerEntry } from '../../../src/sandbox/platform-ledger.ts'
import { startPlatform } from '../../faults/start-platform.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { findPostgres } from '../../postgres/find-postgres.ts'
import { listJobs, openLaptop, openOffice, readJob, wake } from './laptop.ts'
import { until, type Desk } from './open-fleet.ts'
import { startHubOnPostgres, startRealHub } from './start-real-hub.ts'

const jobs = 30
const postgres = findPostgres()

/** How often each customer was made and got a box. */
const effectsPerCustomer = (ledger: readonly LedgerEntry[]) =>
  [...Map.groupBy(ledger, ({ userid }) => userid).values()].map((entries) => entries.map(({ effect }) => effect).sort())

const readBoard = async (office: Desk) => (await office.call('fleet.board', {})).stations

const stationOf = async (office: Desk, name: string): Promise<string> =>
  (await readBoard(office)).find((station) => station.name === name)?.id ?? ''

/** The unfinished jobs of all stations that the hub has. */
const inCare = async (office: Desk): Promise<number> =>
  (await readBoard(office)).reduce((sum, station) => sum + station.inCare, 0)

const hubs = [
  { name: 'on PGlite', skip: false, start: startRealHub },
  {
    name: postgres.ok ? 'on PostgreSQL' : `on PostgreSQL, skipped: ${postgres.error}`,
    skip: !postgres.ok,
    start: () => (postgres.ok ? startHubOnPostgres(postgres.value) : Promise.reject(new Error(postgres.error))),
  },
]

describe.each(hubs)('at the real hub $name,', ({ start, skip }) => {
  test.skipIf(skip)(
    'a laptop that was killed while sending doubles nothing when it wakes up after its jobs were moved',
    { timeout: 120_000 },
    async () => {
      const hub = await start()
      const platform = await startPlatform(makeFolder())
      onTestFinished(platform.stop)
      const office = await openOffice(hub, platform)
      const folder = makeFolder()
      const laptop = await openLaptop(folder, hub, office, platform)
      for (let number = 0; number < jobs; number += 1) {
        laptop.order({ order: 'save', draftId: `draft-no-${number}`, intent: newCustomer('101') })
        await laptop.next('saved')
      }
      await until(
        () => inCare(office),
        (count) => count === jobs,
      )
      await platform.set({ latencyMs: 30 })
      laptop.order({ order: 'resume' })
      await until(
        async () => (await platform.ledger()).length,
        (effects) => effects >= jobs / 2,
      )
      laptop.kill()
      await laptop.ended
      const killedAt = Date.now()

      const [from, to] = [await stationOf(office, 'Van 12'), await stationOf(office, 'Office')]
      const { jobs: shown } = await office.call('fleet.work', { station: from })
      expect(shown.length).toBeGreaterThan(jobs / 4)
      for (const job of shown)
        expect(job).toMatchObject({ kind: 'new-customer', customerName: expect.stringContaining('Okonkwo') })
      expect(await office.call('fleet.rescue', { from, to })).toEqual({ moved: shown.length, left: 0 })
      const woken = await wake(folder)
      for (const { id } of shown) {
        const rescued = await until(
          () => office.call('job.read', { id }).catch(() => undefined),
          (job) => job?.summary.state === 'done',
        )
        expect(rescued?.summary.origin).toBe('taken-over')
        // The job is read back first, because the laptop may have sent it.
        expect(rescued?.steps[0]?.attempts[0]).toMatchObject({ isAssumed: true })
      }
      const own = await until(
        () => listJobs(woken),
        (all) => all.every(({ state }) => state === 'done' || state === 'dropped'),
      )

      const ledger = await platform.ledger()
      expect(effectsPerCustomer(ledger)).toEqual(Array.from({ length: jobs }, () => ['bind-user', 'create']))
      const ids = new Set(shown.map(({ id }) => id))
      const moved = own.filter(({ id }) => ids.has(id))
      expect(moved).toHaveLength(shown.length)
      for (const { id, state, why, fleet } of moved) {
        // The job may have been done just before the laptop was killed, without the hub's knowledge. Or the hub answered late, and the woken
        // laptop has found on the platform what the office did. Either way the laptop has sent nothing since.
        const { steps } = await readJob(woken, id)
        const sent = steps.flatMap(({ attempts }) => attempts).filter(({ isAssumed }) => isAssumed !== true)
        expect(sent.filter(({ startedAt }) => startedAt > killedAt)).toEqual([])
        if (state !== 'done')
          expect({ state, why, fleet }).toMatchObject({
            state: 'dropped',
            why: { code: 'moved-away' },
            fleet: { state: 'moved', station: 'Office' },
          })
      }
      await until(
        () => inCare(office),
        (count) => count === 0,
      )
    },
  )
})
