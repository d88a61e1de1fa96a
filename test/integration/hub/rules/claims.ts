import { describe, expect, it } from 'vitest'
import { defined } from '../../../../src/shared/defined.ts'
import { letClaimsAge } from '../../../fakes/hub/test-database.ts'
import { makeClaimKey, makeJobId, makeWorkItem, nextVersion, type TestStation } from '../../../fakes/hub/test-fleet.ts'
import type { Scene } from './scene.ts'

const [job, otherJob] = [makeJobId(), makeJobId()]
const [box, user, other] = [makeClaimKey(), makeClaimKey(), makeClaimKey()]

const take = async (station: TestStation, id: string, keys: string[], version = nextVersion(), fence?: number) =>
  (await station.call('claims.take', { jobs: [{ job: id, keys, version, ...defined({ fence }) }] })).jobs[0]
const ask = (id: string, key: string) => ({ jobs: [{ job: id, keys: [key], version: nextVersion() }] })
const finish = (
  station: TestStation,
  id: string,
  fence: number,
  outcome: 'done' | 'released',
  version = nextVersion(),
) => station.call('claims.finish', { jobs: [{ job: id, fence, outcome, version }] })

export function describeClaims(here: () => Scene): void {
  const two = async () => {
    const { fleet } = here()
    return [await fleet.enrol('Van 7'), await fleet.enrol('Counter')] as const
  }

  describe('a claim at the hub', () => {
    it('goes to the first station, and the second is told which station has the key and since when', async () => {
      const [first, second] = await two()
      expect(await take(first, job, [box, user])).toMatchObject({ job, result: 'held', fence: 1 })
      expect(await take(second, otherJob, [user, other])).toEqual({
        job: otherJob,
        result: 'conflict',
        conflicts: [
          {
            key: user,
            station: { id: first.id, name: 'Van 7' },
            since: expect.any(String),
            until: expect.any(String),
            state: 'held',
          },
        ],
      })
    })

    it('covers all keys of a job or none', async () => {
      const [first, second] = await two()
      await take(first, job, [box])
      expect(await take(second, otherJob, [user, box, other])).toMatchObject({ result: 'conflict' })
      expect(await take(first, makeJobId(), [user, other])).toMatchObject({ result: 'held' })
    })

    it('is refused to a second job with the same key, even of the same station and in the same call', async () => {
      const [first] = await two()
      const jobs = [
        { job, keys: [box], version: nextVersion() },
        { job: otherJob, keys: [box, user], version: nextVersion() },
      ]
      const answer = await first.call('claims.take', { jobs })
      expect(answer.jobs).toMatchObject([
        { job, result: 'held' },
        { job: otherJob, result: 'conflict' },
      ])
    })

    it('is renewed with the same fence and start if its station takes it again', async () => {
      const { database } = here()
      const [first, second] = await two()
      await take(first, job, [box])
      await letClaimsAge(database, '60 hours')
      expect(await take(first, job, [box])).toMatchObject({ result: 'held', fence: 1 })
      await letClaimsAge(database, '60 hours')
      const refused = await take(second, otherJob, [box])
      const since = refused?.result === 'conflict' ? Date.parse(refused.conflicts[0]?.since ?? '') : Number.NaN
      expect(Date.now() - since).toBeGreaterThan(119 * 3_600_000)
    })

    it('lapses by the clock of the database, and then goes to the next station that asks', async () => {
      const { database } = here()
      const [first, second] = await two()
      await take(first, job, [box, user])
      await letClaimsAge(database, '73 hours')
      expect(await take(second, otherJob, [box])).toMatchObject({ result: 'held' })
      expect(await first.call('claims.confirm', { job, fence: 1 })).toEqual({ result: 'lapsed' })
      expect(await take(first, job, [box, user])).toMatchObject({ result: 'conflict' })
    })

    it('that has lapsed is valid again if it is confirmed before another station asks', async () => {
      const { database } = here()
      const [first, second] = await two()
      await take(first, job, [box])
      await letClaimsAge(database, '73 hours')
      expect(await first.call('claims.confirm', { job, fence: 1 })).toMatchObject({ result: 'held' })
      expect(await take(second, otherJob, [box])).toMatchObject({ result: 'conflict' })
    })

    it('stays valid for 90 days after it was confirmed, because a call may have taken effect', async () => {
      const { database } = here()
      const [first, second] = await two()
      await take(first, job, [box])
      await first.call('claims.confirm', { job, fence: 1 })
      await letClaimsAge(database, '80 days')
      const refused = await take(second, otherJob, [box])
      expect(refused).toMatchObject({ result: 'conflict', conflicts: [{ state: 'held' }] })
      expect(refused?.result === 'conflict' && refused.conflicts[0]).not.toHaveProperty('until')
      await letClaimsAge(database, '11 days')
      expect(await take(second, otherJob, [box])).toMatchObject({ result: 'held' })
    })

    it('stays taken for 90 days after the job was done', async () => {
      const { database } = here()
      const [first, second] = await two()
      await take(first, job, [box])
      await finish(first, job, 1, 'done')
      await letClaimsAge(database, '89 days')
      expect(await take(second, otherJob, [box])).toMatchObject({ conflicts: [{ state: 'done' }] })
      await letClaimsAge(database, '2 days')
      expect(await take(second, otherJob, [box])).toMatchObject({ result: 'held' })
    })

    it('is free at once when it is released, and gets a new fence when it is taken again', async () => {
      const [first, second] = await two()
      await take(first, job, [box])
      await first.call('claims.confirm', { job, fence: 1 })
      await finish(first, job, 1, 'released')
      expect(await take(second, otherJob, [box])).toMatchObject({ result: 'held' })
      await finish(second, otherJob, 1, 'released')
      expect(await take(first, job, [box])).toMatchObject({ result: 'held', fence: 2 })
      // A late copy of the earlier release.
      await finish(first, job, 1, 'released')
      expect(await first.call('claims.confirm', { job, fence: 2 })).toMatchObject({ result: 'held' })
      expect(await first.call('claims.confirm', { job, fence: 1 })).toEqual({ result: 'lapsed' })
    })

    it('covers the new keys of a job after its correction', async () => {
      const [first, second] = await two()
      await take(first, job, [box, user])
      expect(await take(first, job, [user, other])).toMatchObject({ result: 'held', fence: 1 })
      expect(await take(second, otherJob, [box])).toMatchObject({ result: 'held' })
      expect(await take(second, makeJobId(), [other])).toMatchObject({ result: 'conflict' })
    })

    it('on the job of another station cannot be taken, confirmed or finished', async () => {
      const { database } = here()
      const [first, second] = await two()
      await take(first, job, [box])
      const moved = { result: 'moved', to: { id: first.id, name: 'Van 7' } }
      expect(await take(second, job, [box])).toMatchObject(moved)
      expect(await second.call('claims.confirm', { job, fence: 1 })).toEqual({ ...moved, fence: 1 })
      await finish(second, job, 1, 'released')
      expect(await first.call('claims.confirm', { job, fence: 1 })).toMatchObject({ result: 'held' })
      // The job still belongs to the first computer after its claim has lapsed. Only the claimed keys are free then.
      await letClaimsAge(database, '200 days')
      expect(await take(second, job, [box])).toMatchObject(moved)
    })

    it('can be taken for the same job by another computer after a release', async () => {
      const [first, second] = await two()
      await take(first, job, [box])
      await finish(first, job, 1, 'released')
      expect(await take(second, job, [box])).toMatchObject({ result: 'held', fence: 2 })
      expect(await first.call('claims.confirm', { job, fence: 1 })).toMatchObject({ result: 'moved' })
    })

    it('counts as lapsed if it was never taken', async () => {
      const [first] = await two()
      expect(await first.call('claims.confirm', { job, fence: 1 })).toEqual({ result: 'lapsed' })
    })

    it('is found by its keys', async () => {
      const [first, second] = await two()
      await take(first, job, [box, user])
      const { found } = await second.call('claims.find', { keys: [user, other] })
      expect(found).toMatchObject([{ key: user, station: { name: 'Van 7' }, state: 'held' }])
    })

    it('does not show the id of its job to another station, which could take up the job with it after a release', async () => {
      const { fleet } = here()
      const [first, second] = await two()
      await take(first, job, [box])
      const jobFor = async (asks: typeof first) => (await asks.call('claims.find', { keys: [box] })).found[0]?.job
      expect([await jobFor(first), await jobFor(second)]).toEqual([job, undefined])
      expect(await jobFor(await fleet.supervisor())).toBe(job)
    })

    it('is refused for a job that is named twice in one call', async () => {
      const [first] = await two()
      const jobs = [
        { job, keys: [box], version: nextVersion() },
        { job, keys: [user], version: nextVersion() },
      ]
      expect(await first.codeOf('claims.take', { jobs })).toBe('bad-request')
    })

    it('is deleted by the upkeep only after it has lapsed', async () => {
      const { database } = here()
      const [first] = await two()
      await take(first, job, [box])
      await letClaimsAge(database, '100 hours')
      await take(first, otherJob, [user])
      await database.database.call('upkeep')
      const rows = await database.as('postgres', `select encode(key, 'hex') as key from setdesk.claim`)
      expect(rows).toEqual([{ key: user }])
      expect(await take(first, job, [box])).toMatchObject({ result: 'held', fence: 1 })
    })

    it('leaves no job behind half a year after it has lapsed or was lost to another job, unless there is a copy', async () => {
      const { database } = here()
      const [first, second] = await two()
      const [cared, removed] = [makeJobId('A'), makeJobId('B')]
      await take(first, job, [box])
      await take(second, otherJob, [box])
      await first.call('work.put', { items: [makeWorkItem(cared, 0, 1), makeWorkItem(removed, 0, 1)] })
      await letClaimsAge(database, '170 days')
      await first.call('work.remove', { jobs: [{ job: removed, version: 2 }] })
      const ids = async () => {
        await database.database.call('upkeep')
        return (await database.as('postgres', 'select id from setdesk.job order by id')).map(({ id }) => id)
      }
      expect(await ids()).toHaveLength(4)
      await letClaimsAge(database, '20 days')
      expect(await ids()).toEqual([cared, removed])
      await letClaimsAge(database, '170 days')
      expect(await ids()).toEqual([cared])
    })

    it('is refused for a new job above the limit of open jobs of its station, but renewed and ended', async () => {
      const { database } = here()
      const [first, second] = await two()
      await database.as('setdesk_owner', 'update setdesk.fleet set open_jobs_at_most = 2')
      const [more, third] = [makeJobId('A'), makeJobId('B')]
      await take(first, job, [box])
      await take(first, more, [user])
      expect(await first.codeOf('claims.take', ask(third, other))).toBe('too-large')
      expect(await first.codeOf('work.put', { items: [makeWorkItem(third, 0, 1)] })).toBe('too-large')
      expect(await take(second, third, [other])).toMatchObject({ result: 'held' })
      await finish(second, third, 1, 'released')
      // A released job would be one more open job.
      expect(await first.codeOf('claims.take', ask(third, other))).toBe('too-large')
      expect(await take(first, job, [box])).toMatchObject({ result: 'held' })
      await finish(first, job, 1, 'done')
      expect(await take(first, third, [other])).toMatchObject({ result: 'held' })
      await database.as('setdesk_owner', 'update setdesk.fleet set open_jobs_at_most = default')
    })

    it('is refused for a new job above the limit of jobs that its station begins within a day, finished ones included', async () => {
      const { database } = here()
      const [first, second] = await two()
      await database.as('setdesk_owner', 'update setdesk.fleet set jobs_a_day_at_most = 2')
      const [more, third] = [makeJobId('A'), makeJobId('B')]
      await take(first, job, [box])
      await finish(first, job, 1, 'done')
      await take(first, more, [user])
      expect(await first.codeOf('claims.take', ask(third, other))).toBe('too-large')
      expect(await take(first, more, [user])).toMatchObject({ result: 'held' })
      await finish(first, more, 1, 'released')
      expect(await first.codeOf('claims.take', ask(third, other))).toBe('too-large')
      expect(await take(second, third, [other])).toMatchObject({ result: 'held' })
      await finish(second, third, 1, 'released')
      await letClaimsAge(database, '25 hours')
      expect(await take(first, third, [other])).toMatchObject({ result: 'held' })
      await database.as('setdesk_owner', 'update setdesk.fleet set jobs_a_day_at_most = default')
    })
  })
  describe('a late request about a claim', () => {
    it('does not take back a box that was released in the meantime', async () => {
      const [first, second] = await two()
      await take(first, job, [box], 10)
      await finish(first, job, 1, 'released', 11)
      expect(await take(first, job, [box], 10)).toEqual({ job, result: 'late', version: 11 })
      expect(await take(second, otherJob, [box])).toMatchObject({ result: 'held' })
    })

    it('does not take back the box that the job had before its correction', async () => {
      const [first, second] = await two()
      await take(first, job, [box], 10)
      await take(first, job, [other], 11)
      expect(await take(first, job, [box], 10)).toEqual({ job, result: 'late', version: 11 })
      expect(await take(second, otherJob, [box])).toMatchObject({ result: 'held' })
      expect(await take(second, makeJobId(), [other])).toMatchObject({ result: 'conflict' })
    })

    it('does not reopen a claim that ended with its job', async () => {
      const [first] = await two()
      await take(first, job, [box], 10)
      await finish(first, job, 1, 'done', 11)
      expect(await take(first, job, [box], 10)).toEqual({ job, result: 'late', version: 11 })
      expect(await first.call('claims.find', { keys: [box] })).toMatchObject({ found: [{ state: 'done' }] })
    })

    it('does not end a claim that was taken again in the meantime', async () => {
      const [first, second] = await two()
      await take(first, job, [box], 10)
      await finish(first, job, 1, 'done', 11)
      // The job was corrected, and goes on under its fence.
      expect(await take(first, job, [box], 12)).toMatchObject({ result: 'held', fence: 1 })
      for (const outcome of ['done', 'released'] as const)
        expect(await finish(first, job, 1, outcome, 11)).toEqual({ late: [{ job, version: 12 }] })
      expect(await first.call('claims.confirm', { job, fence: 1 })).toMatchObject({ result: 'held' })
      expect(await take(second, otherJob, [box])).toMatchObject({ conflicts: [{ state: 'held' }] })
    })

    it('takes no box if a newer request was refused because of a conflict', async () => {
      const [first, second] = await two()
      await take(second, otherJob, [box])
      expect(await take(first, job, [box], 11)).toMatchObject({ result: 'conflict' })
      await finish(second, otherJob, 1, 'released')
      expect(await take(first, job, [box], 10)).toEqual({ job, result: 'late', version: 11 })
      expect(await take(second, makeJobId(), [box])).toMatchObject({ result: 'held' })
    })

    it('takes no box if a newer request came after the job was over', async () => {
      const [first, second] = await two()
      await take(first, job, [box], 10)
      await finish(first, job, 1, 'released', 11)
      expect(await finish(first, job, 1, 'released', 13)).toEqual({ late: [] })
      expect(await take(first, job, [box], 12)).toEqual({ job, result: 'late', version: 13 })
      expect(await take(second, otherJob, [box])).toMatchObject({ result: 'held' })
    })

    it('that repeats the newest request gets the same answer, and changes nothing', async () => {
      const { database } = here()
      const [first, second] = await two()
      const held = await take(first, job, [box], 10)
      expect(await take(first, job, [box], 10)).toEqual(held)
      const refused = await take(second, otherJob, [box], 10)
      expect(await take(second, otherJob, [box], 10)).toEqual(refused)
      for (let time = 0; time < 2; time += 1) expect(await finish(first, job, 1, 'released', 11)).toEqual({ late: [] })
      // The reason for the refusal is gone. But this request is a copy of the refused one, so it takes nothing.
      expect(await take(second, otherJob, [box], 10)).toEqual({ job: otherJob, result: 'late', version: 10 })
      await take(first, job, [box], 12)
      await letClaimsAge(database, '73 hours')
      expect(await take(first, job, [box], 12)).toEqual({ job, result: 'late', version: 12 })
      expect(await take(first, job, [box], 13)).toMatchObject({ result: 'held', fence: 2 })
    })

    it('is answered with the newest version, so that the station can ask again with a higher one', async () => {
      const [first] = await two()
      // The clock was three days ahead.
      await take(first, job, [box], 300)
      expect(await finish(first, job, 1, 'done', 42)).toEqual({ late: [{ job, version: 300 }] })
      expect(await first.call('claims.find', { keys: [box] })).toMatchObject({ found: [{ state: 'held' }] })
      expect(await finish(first, job, 1, 'done', 301)).toEqual({ late: [] })
      expect(await first.call('claims.find', { keys: [box] })).toMatchObject({ found: [{ state: 'done' }] })
    })

    it('is compared with the requests of the new station after the job was moved', async () => {
      const { fleet } = here()
      const [first, second] = await two()
      const supervisor = await fleet.supervisor()
      await take(first, job, [box], 300)
      await first.call('work.put', { items: [makeWorkItem(job, 1, 1)] })
      await supervisor.call('work.rescue', {
        from: first.id,
        to: second.id,
        items: [{ job, fence: 1, version: 1, sealed: 'AAAA' }],
      })
      await second.call('work.accept', { jobs: [job] })
      expect(await take(second, job, [box], 5)).toMatchObject({ result: 'held', fence: 2 })
      expect(await take(first, job, [box], 301)).toMatchObject({ result: 'moved' })
      await finish(second, job, 2, 'released', 6)
      expect(await take(first, job, [box], 302, 1)).toMatchObject({ result: 'moved', to: { id: second.id }, fence: 2 })
      expect(await take(first, job, [box], 2)).toMatchObject({ result: 'held', fence: 3 })
      expect(await take(second, job, [box], 7)).toMatchObject({ result: 'moved' })
    })
  })
}
