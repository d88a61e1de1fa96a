import { describe, expect, it } from 'vitest'
import { makeClaimKey, makeJobId, makeWorkItem } from '../../../fakes/hub/test-fleet.ts'
import { aDay } from '../../../../src/shared/durations.ts'
import type { Scene } from './scene.ts'

const counts = { unsent: 4, sending: 1, needsYou: 2, refused: 0 }
/** The day before today by so many days, yyyy-MM-dd. */
const dayBefore = (days: number) => new Date(Date.now() - days * aDay).toISOString().slice(0, 10)
const total = { day: dayBefore(6), technician: 'Ana', product: 'Basic', done: 3, refused: 1 }

/** As many rows of one day as one report may have. */
const totalsFrom = (first: number) =>
  Array.from({ length: 500 }, (_, index) => ({ ...total, technician: `Technician ${String(first + index)}` }))

export function describeBoard(here: () => Scene): void {
  describe('the board of the hub', () => {
    it('shows each station with its last status', async () => {
      const { fleet } = here()
      const station = await fleet.enrol('Van 7', { group: 'North' })
      await station.call('status.put', { version: '1.0', counts: { ...counts, unsent: 9 }, totals: [] })
      await station.call('status.put', { version: '1.1', counts, oldestJobAt: '2026-11-20T08:00:00Z', totals: [total] })
      const supervisor = await fleet.supervisor()
      const { stations, hasMore } = await supervisor.call('board.read', {})
      expect(hasMore).toBe(false)
      expect(stations).toHaveLength(2)
      expect(stations.find(({ id }) => id === station.id)).toMatchObject({
        name: 'Van 7',
        role: 'station',
        group: 'North',
        state: 'active',
        lastSeen: expect.any(String),
        status: { version: '1.1', counts, oldestJobAt: '2026-11-20T08:00:00.000Z' },
        documents: [],
        inCare: 0,
        audit: { entries: 0 },
      })
      expect(stations.find(({ id }) => id === supervisor.id)).not.toHaveProperty('status')
    })

    it('stays readable if a station reports a time after now', async () => {
      const { fleet } = here()
      const station = await fleet.enrol('Van 7')
      const oldestJobAt = '9999-12-31T23:59:59-14:00'
      await station.call('status.put', { version: '1.0', counts, oldestJobAt, totals: [] })
      const { stations } = await (await fleet.supervisor()).call('board.read', { stations: [station.id] })
      expect(Date.parse(stations[0]?.status?.oldestJobAt ?? '')).toBeLessThanOrEqual(Date.now() + 60_000)
    })

    it('refuses a station that gives one day more than a thousand rows', async () => {
      const { fleet } = here()
      const station = await fleet.enrol('Van 7')
      const put = (from: number) => station.codeOf('status.put', { version: '1.0', counts, totals: totalsFrom(from) })
      expect([await put(0), await put(500), await put(1000), await put(500)]).toEqual(['ok', 'ok', 'too-large', 'ok'])
    })

    it('leaves out totals of days that are far from now', async () => {
      const { fleet } = here()
      const [station, supervisor] = [await fleet.enrol('Van 7'), await fleet.supervisor()]
      const totals = ['2199-01-01', '1970-01-01', dayBefore(402)].map((day) => ({ ...total, day }))
      await station.call('status.put', { version: '1.0', counts, totals })
      for (const { day } of totals)
        expect((await supervisor.call('board.totals', { from: day, to: day })).totals).toEqual([])
    })

    it('takes the totals of a laptop that was away for a year', async () => {
      const { fleet } = here()
      const [station, supervisor] = [await fleet.enrol(), await fleet.supervisor()]
      const late = { ...total, day: dayBefore(366) }
      await station.call('status.put', { version: '1.0', counts, totals: [late] })
      const { totals } = await supervisor.call('board.totals', { from: late.day, to: late.day })
      expect(totals).toEqual([{ ...late, station: station.id }])
    })

    it('shows a removed station as removed', async () => {
      const { fleet } = here()
      const [station, supervisor] = [await fleet.enrol(), await fleet.supervisor()]
      await supervisor.call('stations.revoke', { station: station.id })
      const { stations } = await supervisor.call('board.read', { stations: [station.id] })
      expect(stations).toMatchObject([{ id: station.id, state: 'revoked' }])
    })

    it('counts the jobs that the hub stores for a station, even for a removed one, until these jobs are moved', async () => {
      const { fleet } = here()
      const [lost, other, supervisor] = [await fleet.enrol(), await fleet.enrol(), await fleet.supervisor()]
      const jobs = [makeJobId(), makeJobId()]
      await lost.call('claims.take', { jobs: jobs.map((job) => ({ job, keys: [makeClaimKey()], version: 1 })) })
      await lost.call('work.put', { items: jobs.map((job) => makeWorkItem(job, 1, 1)) })
      await supervisor.call('stations.revoke', { station: lost.id })
      const inCare = async () => {
        const { stations } = await supervisor.call('board.read', { stations: [lost.id, other.id] })
        return [lost, other].map(({ id }) => stations.find((one) => one.id === id)?.inCare)
      }
      expect(await inCare()).toEqual([2, 0])
      const items = jobs.map((job) => ({ job, fence: 1, version: 1, sealed: makeWorkItem(job, 1, 1).sealed }))
      await supervisor.call('work.rescue', { from: lost.id, to: other.id, items })
      expect(await inCare()).toEqual([0, 2])
    })

    it('is read page by page', async () => {
      const { fleet, database } = here()
      const supervisor = await fleet.supervisor()
      await database.as(
        'postgres',
        `with made as (
           insert into setdesk.station (name, role, identity_key, seal_key)
             select 'Van ' || n, 'station', sha256(n::text::bytea), sha256(n::text::bytea) from generate_series(1, 250) n returning id)
         insert into setdesk.audit_head (station) select id from made`,
      )
      const first = await supervisor.call('board.read', {})
      expect([first.stations.length, first.hasMore]).toEqual([200, true])
      const after = first.stations.at(-1)?.id ?? ''
      const second = await supervisor.call('board.read', { after })
      expect([second.stations.length, second.hasMore]).toEqual([51, false])
      expect(new Set([...first.stations, ...second.stations].map(({ id }) => id)).size).toBe(251)
    })

    it('replaces earlier totals of a station for the same day, technician and product', async () => {
      const { fleet } = here()
      const [one, other, supervisor] = [await fleet.enrol(), await fleet.enrol(), await fleet.supervisor()]
      const older = { ...total, day: dayBefore(29) }
      await one.call('status.put', { version: '1', counts, totals: [total, older] })
      await one.call('status.put', { version: '1', counts, totals: [{ ...total, done: 5 }] })
      await other.call('status.put', { version: '1', counts, totals: [total] })
      const { totals } = await supervisor.call('board.totals', { from: dayBefore(28), to: dayBefore(0) })
      expect(totals).toHaveLength(2)
      expect(totals).toEqual(
        expect.arrayContaining([
          { ...total, done: 5, station: one.id },
          { ...total, station: other.id },
        ]),
      )
    })

    it('can be read only by supervisors', async () => {
      const station = await here().fleet.enrol()
      expect(await station.codeOf('board.read', {})).toBe('not-allowed')
      expect(await station.codeOf('board.totals', { from: '2026-11-01', to: '2026-11-30' })).toBe('not-allowed')
    })
  })
}
