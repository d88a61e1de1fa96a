import { describe, expect, it } from 'vitest'
import { letClaimsAge } from '../../../fakes/hub/test-database.ts'
import { makeClaimKey, makeJobId, makeWorkItem, nextVersion, type TestStation } from '../../../fakes/hub/test-fleet.ts'
import type { Scene } from './scene.ts'

const job = makeJobId('A')
const box = makeClaimKey()
const resealed = Buffer.from('for the other station').toString('base64')

const list = async (supervisor: TestStation, station: TestStation) =>
  (await supervisor.call('work.list', { station: station.id })).items

export function describeWork(here: () => Scene): void {
  /** A laptop with one claimed job, another laptop, and the supervisor. */
  const stage = async () => {
    const { fleet } = here()
    const [from, to, supervisor] = [await fleet.enrol('Van 7'), await fleet.enrol('Counter'), await fleet.supervisor()]
    await from.call('claims.take', { jobs: [{ job, keys: [box], version: nextVersion() }] })
    await from.call('work.put', { items: [makeWorkItem(job, 1, 1)] })
    const move = { from: from.id, to: to.id, items: [{ job, fence: 1, version: 1, sealed: resealed }] }
    return { from, to, supervisor, move }
  }

  describe("a copy of a job in the fleet's care", () => {
    it('is listed page by page, only for supervisors', async () => {
      const { fleet } = here()
      const { from, supervisor } = await stage()
      const items = Array.from({ length: 60 }, (_, index) =>
        makeWorkItem(
          makeJobId(`B${String(index).padStart(3, '0')}`),
          0,
          1,
          Buffer.alloc(90_000, index).toString('base64'),
        ),
      )
      await from.call('work.put', { items })
      const seen: string[] = []
      for (let hasMore = true, after: string | undefined; hasMore; after = seen.at(-1)) {
        const page = await supervisor.call('work.list', { station: from.id, ...(after === undefined ? {} : { after }) })
        seen.push(...page.items.map((item) => item.job))
        hasMore = page.hasMore
      }
      expect(seen).toEqual([job, ...items.map((item) => item.job)])
      expect(await (await fleet.enrol()).codeOf('work.list', { station: from.id })).toBe('not-allowed')
    })

    it('is always the newest version, in whichever order the versions arrive', async () => {
      const { from, supervisor } = await stage()
      const [third, second] = [makeWorkItem(job, 1, 3), makeWorkItem(job, 1, 2)]
      await from.call('work.put', { items: [third] })
      await from.call('work.put', { items: [second] })
      expect(await list(supervisor, from)).toMatchObject([{ version: 3, sealed: third.sealed }])
    })

    it('stays as it is if an older version or an older removal arrives late', async () => {
      const { from, supervisor } = await stage()
      await from.call('work.remove', { jobs: [{ job, version: 4 }] })
      await from.call('work.put', { items: [makeWorkItem(job, 1, 3)] })
      expect(await list(supervisor, from)).toEqual([])
      await from.call('work.put', { items: [makeWorkItem(job, 1, 5)] })
      await from.call('work.remove', { jobs: [{ job, version: 4 }] })
      expect(await list(supervisor, from)).toMatchObject([{ version: 5 }])
    })

    it('tells a station with an older version or an older removal which version is stored', async () => {
      const { from, supervisor } = await stage()
      const newest = makeWorkItem(job, 1, 2000)
      const late = [{ job, version: 2000 }]
      expect(await from.call('work.put', { items: [newest] })).toEqual({ moved: [], late: [] })
      expect(await from.call('work.put', { items: [makeWorkItem(job, 1, 1000)] })).toEqual({ moved: [], late })
      expect(await from.call('work.put', { items: [makeWorkItem(job, 1, 2000)] })).toEqual({ moved: [], late })
      expect(await from.call('work.remove', { jobs: [{ job, version: 1001 }] })).toEqual({ late })
      // The answer may have been lost, so the newest request comes again.
      expect(await from.call('work.put', { items: [newest] })).toEqual({ moved: [], late: [] })
      expect(await list(supervisor, from)).toMatchObject([{ version: 2000, sealed: newest.sealed }])
      const removal = { jobs: [{ job, version: 2001 }] }
      expect(await from.call('work.remove', removal)).toEqual({ late: [] })
      expect(await from.call('work.remove', removal)).toEqual({ late: [] })
      expect(await from.call('work.put', { items: [makeWorkItem(job, 1, 1500)] })).toEqual({
        moved: [],
        late: [{ job, version: 2001 }],
      })
    })

    it('is moved with its claims, and gets a new fence', async () => {
      const { from, to, supervisor, move } = await stage()
      expect(await supervisor.call('work.rescue', move)).toEqual({ items: [{ job, fence: 2 }] })
      const moved = { result: 'moved', to: { id: to.id, name: 'Counter' } }
      // The computer that was given up comes back.
      expect(await from.call('claims.confirm', { job, fence: 1 })).toEqual({ ...moved, fence: 2 })
      expect(
        (await from.call('claims.take', { jobs: [{ job, keys: [box], version: nextVersion() }] })).jobs,
      ).toMatchObject([moved])
      expect(await from.call('work.put', { items: [makeWorkItem(job, 1, 9)] })).toEqual({ moved: [job], late: [] })
      await from.call('work.remove', { jobs: [{ job, version: 9 }] })
      await from.call('claims.finish', { jobs: [{ job, fence: 1, outcome: 'released', version: nextVersion() }] })
      // The other computer takes the job over.
      expect(await to.call('work.waiting', {})).toEqual({
        items: [{ job, fence: 2, version: 0, state: 'saved', sealed: resealed }],
        hasMore: false,
        heldBack: 0,
      })
      await to.call('work.accept', { jobs: [job] })
      expect((await to.call('work.waiting', {})).items).toEqual([])
      expect(await to.call('claims.confirm', { job, fence: 2 })).toMatchObject({ result: 'held' })
      expect(await to.call('work.put', { items: [makeWorkItem(job, 2, 0)] })).toEqual({ moved: [], late: [] })
    })

    it('reaches its new station 13 minutes after the former one was last seen, if the job takes money', async () => {
      const { database } = here()
      const { from, to, supervisor, move } = await stage()
      const other = makeJobId('B')
      await from.call('work.put', { items: [makeWorkItem(other, 0, 1)] })
      await database.as('postgres', `update setdesk.presence set seen_at = now() - interval '5 minutes'`)
      const [item] = move.items
      const items = [
        { ...item, job, takesMoney: true },
        { job: other, fence: 0, version: 1, sealed: resealed },
      ] as typeof move.items
      const before = Date.now()
      const answer = await supervisor.call('work.rescue', { ...move, items })
      const heldBackUntil = answer.items.find((one) => one.job === job)?.heldBackUntil ?? ''
      const eightMinutes = 8 * 60_000
      expect(Date.parse(heldBackUntil)).toBeGreaterThanOrEqual(before + eightMinutes - 1000)
      expect(Date.parse(heldBackUntil)).toBeLessThanOrEqual(Date.now() + eightMinutes + 1000)
      expect(answer.items).toEqual([
        { job, fence: 2, heldBackUntil },
        { job: other, fence: 1 },
      ])
      expect(await supervisor.call('work.rescue', { ...move, items })).toEqual(answer)
      expect(await to.call('work.waiting', {})).toMatchObject({ items: [{ job: other }], heldBack: 1 })
      const take = { jobs: [{ job, keys: [box], version: nextVersion() }] }
      expect((await to.call('claims.take', take)).jobs).toMatchObject([{ result: 'moved' }])

      await database.as('postgres', `update setdesk.work set held_back_until = held_back_until - interval '8 minutes'`)
      expect(await to.call('work.waiting', {})).toMatchObject({ items: [{ job }, { job: other }], heldBack: 0 })
    })

    it('is held back as long as before if it is moved on before it was taken over', async () => {
      const { fleet } = here()
      const { to, supervisor, move } = await stage()
      const items = move.items.map((item) => ({ ...item, takesMoney: true }))
      const [held] = (await supervisor.call('work.rescue', { ...move, items })).items
      const third = await fleet.enrol('Van 9')
      const onwards = { from: to.id, to: third.id, items: [{ job, fence: 2, version: 0, sealed: resealed }] }
      expect(await supervisor.call('work.rescue', onwards)).toEqual({ items: [{ ...held, fence: 3 }] })
      expect(await third.call('work.waiting', {})).toEqual({ items: [], hasMore: false, heldBack: 1 })
    })

    it('is not held back if the former station has been silent for longer', async () => {
      const { database } = here()
      const { to, supervisor, move } = await stage()
      await database.as('postgres', `update setdesk.presence set seen_at = now() - interval '14 minutes'`)
      const items = move.items.map((item) => ({ ...item, takesMoney: true }))
      expect(await supervisor.call('work.rescue', { ...move, items })).toEqual({ items: [{ job, fence: 2 }] })
      expect((await to.call('work.waiting', {})).items).toMatchObject([{ job }])
    })

    it('does not block the copies after it in the list if it is not taken over', async () => {
      const { from, to, supervisor } = await stage()
      const jobs = Array.from({ length: 150 }, (_, index) => makeJobId(`B${String(index).padStart(3, '0')}`))
      for (const some of [jobs.slice(0, 75), jobs.slice(75)]) {
        await from.call('work.put', { items: some.map((id) => makeWorkItem(id, 0, 1)) })
        const items = some.map((id) => ({ job: id, fence: 0, version: 1, sealed: resealed }))
        await supervisor.call('work.rescue', { from: from.id, to: to.id, items })
      }
      const first = await to.call('work.waiting', {})
      expect(first.items.map((item) => item.job)).toEqual(jobs.slice(0, 100))
      expect(first.hasMore).toBe(true)
      // Taking over the first jobs does not move the following pages.
      await to.call('work.accept', { jobs: jobs.slice(0, 10) })
      const second = await to.call('work.waiting', { after: jobs[99] })
      expect(second.items.map((item) => item.job)).toEqual(jobs.slice(100))
      expect(second.hasMore).toBe(false)
      expect(await to.call('work.waiting', { after: jobs[149] })).toEqual({ items: [], hasMore: false, heldBack: 0 })
    })

    it('that was moved permits no sending before the takeover, and stays readable for a supervisor until then', async () => {
      const { from, to, supervisor, move } = await stage()
      const [before] = await list(supervisor, from)
      await supervisor.call('work.rescue', move)
      const [asked] = (await to.call('claims.take', { jobs: [{ job, keys: [box], version: nextVersion() }] })).jobs
      expect(asked).toMatchObject({ result: 'moved', to: { id: to.id } })
      // The computer had an earlier claim on this job.
      expect(await to.call('claims.confirm', { job, fence: 1 })).toMatchObject({ result: 'moved', to: { id: to.id } })
      expect(await list(supervisor, to)).toMatchObject([{ job, fence: 2, sealed: before?.sealed }])
      // Its own copy takes it over as well.
      await to.call('work.put', { items: [makeWorkItem(job, 2, 1)] })
      expect(await to.call('claims.confirm', { job, fence: 2 })).toMatchObject({ result: 'held' })
    })

    it('counts as taken over as soon as its new station uses the new fence', async () => {
      const { to, supervisor, move } = await stage()
      await supervisor.call('work.rescue', move)
      expect(await to.call('claims.confirm', { job, fence: 2 })).toMatchObject({ result: 'held' })
      expect((await to.call('work.waiting', {})).items).toEqual([])
      await to.call('work.accept', { jobs: [job] })
      await to.call('work.remove', { jobs: [{ job, version: 5 }] })
      expect(await list(supervisor, to)).toEqual([])
    })

    it('is not moved if it has changed since it was read, nor are the other copies of the same move', async () => {
      const { from, supervisor, move } = await stage()
      const second = makeJobId('C')
      await from.call('work.put', { items: [makeWorkItem(second, 0, 1), makeWorkItem(job, 1, 2)] })
      const both = { ...move, items: [{ job: second, fence: 0, version: 1, sealed: resealed }, ...move.items] }
      expect(await supervisor.codeOf('work.rescue', both)).toBe('conflict')
      expect(await list(supervisor, from)).toMatchObject([{ job }, { job: second }])
      expect(await from.call('claims.confirm', { job, fence: 1 })).toMatchObject({ result: 'held' })
    })

    it('is moved once, even if the move is requested twice', async () => {
      const { to, supervisor, move } = await stage()
      const answer = await supervisor.call('work.rescue', move)
      expect(await supervisor.call('work.rescue', move)).toEqual(answer)
      expect((await to.call('work.waiting', {})).items).toMatchObject([{ job, fence: 2 }])
      await to.call('work.put', { items: [makeWorkItem(job, 2, 1)] })
      expect(await supervisor.call('work.rescue', move)).toEqual(answer)
      expect(await list(supervisor, to)).toMatchObject([{ fence: 2, version: 1 }])
      expect(await supervisor.codeOf('work.rescue', { ...move, to: supervisor.id })).toBe('conflict')
    })

    it('can be moved back to its first station, but only under a new fence', async () => {
      const { from, to, supervisor, move } = await stage()
      await supervisor.call('work.rescue', move)
      await supervisor.call('work.rescue', {
        from: to.id,
        to: from.id,
        items: [{ job, fence: 2, version: 0, sealed: resealed }],
      })
      expect(await from.call('claims.confirm', { job, fence: 1 })).toMatchObject({
        result: 'moved',
        to: { id: from.id },
      })
      expect(await from.call('work.put', { items: [makeWorkItem(job, 1, 8)] })).toEqual({ moved: [job], late: [] })
      expect((await from.call('work.waiting', {})).items).toMatchObject([{ job, fence: 3, sealed: resealed }])
    })

    it('is moved even with a lapsed claim, if no other station has taken the keys', async () => {
      const { database } = here()
      const { to, supervisor, move } = await stage()
      await letClaimsAge(database, '10 days')
      await supervisor.call('work.rescue', move)
      await to.call('work.accept', { jobs: [job] })
      expect(await to.call('claims.confirm', { job, fence: 2 })).toMatchObject({ result: 'held' })
    })

    it('can be moved only by a supervisor, and only to a station in the fleet', async () => {
      const { to, supervisor, move } = await stage()
      expect(await to.codeOf('work.rescue', move)).toBe('not-allowed')
      await supervisor.call('stations.revoke', { station: to.id })
      expect(await supervisor.codeOf('work.rescue', move)).toBe('not-found')
      expect(await supervisor.codeOf('work.rescue', { ...move, to: move.from })).toBe('bad-request')
    })

    it('can be moved from a removed station', async () => {
      const { from, to, supervisor, move } = await stage()
      await supervisor.call('stations.revoke', { station: from.id })
      await supervisor.call('work.rescue', move)
      expect((await to.call('work.waiting', {})).items).toHaveLength(1)
    })

    it('is replaced by the station that has taken over the released job', async () => {
      const { from, to, supervisor } = await stage()
      await from.call('claims.finish', { jobs: [{ job, fence: 1, outcome: 'released', version: nextVersion() }] })
      const [taken] = (await to.call('claims.take', { jobs: [{ job, keys: [box], version: nextVersion() }] })).jobs
      expect(taken).toMatchObject({ result: 'held', fence: 2 })
      const other = makeWorkItem(makeJobId('B'), 0, 1)
      expect(await to.call('work.put', { items: [makeWorkItem(job, 2, 1), other] })).toEqual({ moved: [], late: [] })
      expect(await list(supervisor, from)).toEqual([])
      expect(await list(supervisor, to)).toMatchObject([{ job }, { job: other.job }])
    })

    it('takes over a released job, but not one that was moved since', async () => {
      const { from, to, supervisor, move } = await stage()
      const keyless = makeJobId('B')
      await from.call('work.put', { items: [makeWorkItem(keyless, 0, 1)] })
      await from.call('claims.finish', { jobs: [{ job, fence: 1, outcome: 'released', version: nextVersion() }] })
      // While another station has the job without keys, nobody takes it over.
      const items = [makeWorkItem(keyless, 0, 2), makeWorkItem(job, 0, 2)]
      expect(await to.call('work.put', { items })).toEqual({ moved: [keyless], late: [] })
      expect(await list(supervisor, to)).toMatchObject([{ job, fence: 2 }])
      expect(await from.call('work.put', { items: [makeWorkItem(job, 1, 9)] })).toEqual({ moved: [job], late: [] })
      expect(await to.call('work.put', { items: [makeWorkItem(job, 0, 3)] })).toEqual({ moved: [], late: [] })
      const [taken] = (await to.call('claims.take', { jobs: [{ job, keys: [box], version: nextVersion() }] })).jobs
      expect(taken).toMatchObject({ result: 'held', fence: 2 })

      await from.call('stations.leave', { jobs: [{ job: keyless, outcome: 'released' }] })
      expect(await to.call('work.put', { items: [makeWorkItem(keyless, 0, 2)] })).toEqual({ moved: [], late: [] })

      const { fleet } = here()
      const [third, fourth] = [await fleet.enrol('Van 9'), await fleet.enrol('Van 10')]
      const onwards = [{ ...move.items[0], job, fence: 2, version: 3, sealed: resealed }]
      await supervisor.call('work.rescue', { from: to.id, to: third.id, items: onwards })
      await third.call('claims.confirm', { job, fence: 3 })
      await third.call('claims.finish', { jobs: [{ job, fence: 3, outcome: 'released', version: nextVersion() }] })
      expect(await fourth.call('work.put', { items: [makeWorkItem(job, 2, 9)] })).toEqual({ moved: [job], late: [] })
    })

    it('is refused above the limit of copies for its station', async () => {
      const { database } = here()
      const { from, supervisor } = await stage()
      await database.as('setdesk_owner', 'update setdesk.fleet set work_at_most = 2')
      const items = [makeWorkItem(makeJobId('D'), 0, 1), makeWorkItem(makeJobId('E'), 0, 1)]
      expect(await from.codeOf('work.put', { items })).toBe('too-large')
      expect(await list(supervisor, from)).toHaveLength(1)
      await database.as('setdesk_owner', 'update setdesk.fleet set work_at_most = default')
    })
  })
}
