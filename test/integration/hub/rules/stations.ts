import { describe, expect, it } from 'vitest'
import {
  makeClaimKey,
  makeIdentity,
  makeJobId,
  makeWorkItem,
  nextVersion,
  signChallenge,
  signEnrolment,
} from '../../../fakes/hub/test-fleet.ts'
import { letSessionsAge } from '../../../fakes/hub/test-database.ts'
import type { Scene } from './scene.ts'

const lookup = 'ab'.repeat(32)
const invitation = { lookup, role: 'station', group: 'North', envelope: 'c2VhbGVk', hours: 2 } as const

const take = (job: string, key: string) => ({ jobs: [{ job, keys: [key], version: nextVersion() }] })

const endings = (...jobs: readonly string[]) => ({ jobs: jobs.map((job) => ({ job, outcome: 'released' as const })) })

const claim = (job: string) => ({ job, keys: [makeClaimKey()], version: nextVersion() })

export function describeStations(here: () => Scene): void {
  describe('the enrolment of a station', () => {
    it('returns the role, the group and the sealed envelope of the invitation', async () => {
      const { fleet } = here()
      const supervisor = await fleet.supervisor()
      await supervisor.call('stations.invite', invitation)
      const enrolled = await fleet.must('enrol', undefined, signEnrolment(lookup, makeIdentity()))
      expect(enrolled).toMatchObject({ role: 'station', group: 'North', envelope: 'c2VhbGVk' })
    })

    it('can be repeated by the same station, but the code works for no other station', async () => {
      const { fleet } = here()
      await (await fleet.supervisor()).call('stations.invite', invitation)
      const request = signEnrolment(lookup, makeIdentity())
      const first = await fleet.must('enrol', undefined, request)
      expect(await fleet.must('enrol', undefined, request)).toEqual(first)
      await expect(fleet.must('enrol', undefined, signEnrolment(lookup, makeIdentity()))).rejects.toThrow(
        'code-unknown',
      )
    })

    it('is refused for an expired code', async () => {
      const { fleet, database } = here()
      await (await fleet.supervisor()).call('stations.invite', invitation)
      await letSessionsAge(database, '2 hours')
      await expect(fleet.must('enrol', undefined, signEnrolment(lookup, makeIdentity()))).rejects.toThrow(
        'code-unknown',
      )
    })

    it('is refused if the signature was made for another key', async () => {
      const { fleet } = here()
      await (await fleet.supervisor()).call('stations.invite', invitation)
      const request = {
        ...signEnrolment(lookup, makeIdentity()),
        sealKey: signEnrolment(lookup, makeIdentity()).sealKey,
      }
      await expect(fleet.must('enrol', undefined, request)).rejects.toThrow('bad-request')
    })

    it('by a code of the database owner works only while there is no supervisor', async () => {
      const { fleet, database } = here()
      const make = `select setdesk.make_first_code('\\x${lookup}', 1)`
      await database.as('setdesk_owner', make)
      await fleet.supervisor()
      // The supervisor came by another first code, so this one is void, and no new one is made.
      await expect(fleet.must('enrol', undefined, signEnrolment(lookup, makeIdentity()))).rejects.toThrow(
        'code-unknown',
      )
      await expect(database.as('setdesk_owner', make)).rejects.toThrow('has a supervisor')
    })

    it('by a first code removes all stations that are left, once, and the former claims and copies of unfinished jobs', async () => {
      const { fleet, database } = here()
      const [supervisor, van] = [await fleet.supervisor(), await fleet.enrol('Van 7')]
      const [open, done] = [makeJobId('A'), makeJobId('B')]
      await van.call('claims.take', { jobs: [claim(open), claim(done)] })
      await van.call('work.put', { items: [makeWorkItem(open, 1, 1)] })
      await van.call('claims.finish', { jobs: [{ job: done, fence: 1, outcome: 'done', version: nextVersion() }] })
      await database.as('setdesk_owner', `select setdesk.revoke_station('${supervisor.id}')`)
      await database.as('setdesk_owner', `select setdesk.make_first_code('\\x${lookup}', 1)`)
      expect(await van.codeOf('work.waiting', {})).toBe('ok')
      const request = signEnrolment(lookup, makeIdentity())
      await fleet.must('enrol', undefined, request)
      expect(await van.codeOf('work.waiting', {})).toBe('revoked')
      expect(await database.as('postgres', 'select id, state from setdesk.job')).toEqual([{ id: done, state: 'done' }])
      expect(await database.as('postgres', 'select job from setdesk.claim')).toEqual([{ job: done }])
      expect(await database.as('postgres', 'select job from setdesk.work')).toEqual([])
      // The repeated request of the same supervisor removes nobody who has joined in between.
      const other = makeIdentity()
      const again = 'cd'.repeat(32)
      await database.as(
        'postgres',
        `insert into setdesk.code (lookup, role, made_by, lapses_at) select '\\x${again}', 'station', id, now() + interval '1 hour' from setdesk.station where state = 'active'`,
      )
      const { station } = await fleet.must('enrol', undefined, signEnrolment(again, other))
      await fleet.must('enrol', undefined, request)
      expect(await (await fleet.signIn(station, other.privateKey)).codeOf('work.waiting', {})).toBe('ok')
    })

    it('uses the first invitation of a code, and a different invitation for the same code is refused', async () => {
      const { fleet } = here()
      const supervisor = await fleet.supervisor()
      await supervisor.call('stations.invite', invitation)
      await supervisor.call('stations.invite', invitation)
      expect(await supervisor.codeOf('stations.invite', { ...invitation, envelope: 'b3RoZXI=' })).toBe('conflict')
    })
  })

  describe('a session of a station', () => {
    it('needs a challenge, which works only once', async () => {
      const { fleet } = here()
      const { id, identity } = await fleet.enrol()
      const { challenge } = await fleet.must('challenge', undefined, { station: id })
      const request = { station: id, challenge, signature: signChallenge(id, challenge, identity) }
      await fleet.must('sign-in', undefined, request)
      await expect(fleet.must('sign-in', undefined, request)).rejects.toThrow('not-signed-in')
    })

    it('is refused for a signature of another key, after which the challenge is used up', async () => {
      const { fleet } = here()
      const { id, identity } = await fleet.enrol()
      const { challenge } = await fleet.must('challenge', undefined, { station: id })
      const wrong = signChallenge(id, challenge, makeIdentity().privateKey)
      await expect(fleet.must('sign-in', undefined, { station: id, challenge, signature: wrong })).rejects.toThrow(
        'not-signed-in',
      )
      const right = signChallenge(id, challenge, identity)
      await expect(fleet.must('sign-in', undefined, { station: id, challenge, signature: right })).rejects.toThrow(
        'not-signed-in',
      )
    })

    it('is refused for a challenge of another station or an expired challenge', async () => {
      const { fleet, database } = here()
      const [mine, other] = [await fleet.enrol(), await fleet.enrol()]
      const { challenge } = await fleet.must('challenge', undefined, { station: other.id })
      const signature = signChallenge(mine.id, challenge, mine.identity)
      await expect(fleet.must('sign-in', undefined, { station: mine.id, challenge, signature })).rejects.toThrow(
        'not-signed-in',
      )
      const { challenge: old } = await fleet.must('challenge', undefined, { station: mine.id })
      await letSessionsAge(database, '3 minutes')
      const late = { station: mine.id, challenge: old, signature: signChallenge(mine.id, old, mine.identity) }
      await expect(fleet.must('sign-in', undefined, late)).rejects.toThrow('not-signed-in')
    })

    it('does not reveal which stations exist, because an unknown station gets a challenge, too', async () => {
      const { fleet } = here()
      const { challenge } = await fleet.must('challenge', undefined, { station: crypto.randomUUID() })
      expect(Buffer.from(challenge, 'base64')).toHaveLength(32)
    })

    it('ends after 12 hours by the clock of the database', async () => {
      const { fleet, database } = here()
      const station = await fleet.enrol()
      expect(await station.codeOf('work.waiting', {})).toBe('ok')
      await letSessionsAge(database, '12 hours')
      expect(await station.codeOf('work.waiting', {})).toBe('not-signed-in')
      expect(await (await fleet.signIn(station.id, station.identity)).codeOf('work.waiting', {})).toBe('ok')
    })

    it('is valid only while it is one of the five newest sessions of its station', async () => {
      const { fleet } = here()
      const first = await fleet.enrol()
      const others = []
      for (let count = 0; count < 5; count += 1) others.push(await fleet.signIn(first.id, first.identity))
      expect(await first.codeOf('work.waiting', {})).toBe('not-signed-in')
      expect(await others[0]?.codeOf('work.waiting', {})).toBe('ok')
    })
  })

  describe('the removal of a station', () => {
    it('ends the sessions of the station and prevents a new sign-in', async () => {
      const { fleet } = here()
      const station = await fleet.enrol()
      await (await fleet.supervisor()).call('stations.revoke', { station: station.id })
      expect(await station.codeOf('work.waiting', {})).toBe('revoked')
      await expect(fleet.signIn(station.id, station.identity)).rejects.toThrow('revoked')
    })

    it('makes the unused codes of a removed supervisor worthless, and no others', async () => {
      const { fleet } = here()
      const [first, second] = [await fleet.supervisor(), await fleet.enrol('Deputy', { role: 'supervisor' })]
      const other = 'cd'.repeat(32)
      await first.call('stations.invite', { ...invitation, role: 'supervisor' })
      await second.call('stations.invite', { ...invitation, lookup: other })
      await second.call('stations.revoke', { station: first.id })
      await expect(fleet.must('enrol', undefined, signEnrolment(lookup, makeIdentity()))).rejects.toThrow(
        'code-unknown',
      )
      expect(await fleet.must('enrol', undefined, signEnrolment(other, makeIdentity()))).toMatchObject({
        role: 'station',
      })
    })

    it('is allowed only to supervisors, and only for stations that exist', async () => {
      const { fleet } = here()
      const [one, other] = [await fleet.enrol(), await fleet.enrol()]
      expect(await one.codeOf('stations.revoke', { station: other.id })).toBe('not-allowed')
      expect(await other.codeOf('work.waiting', {})).toBe('ok')
      const supervisor = await fleet.supervisor()
      expect(await supervisor.codeOf('stations.revoke', { station: crypto.randomUUID() })).toBe('not-found')
    })

    it('lets the database owner make a first code again if the station was the last supervisor', async () => {
      const { fleet, database } = here()
      const supervisor = await fleet.supervisor()
      await database.as('setdesk_owner', `select setdesk.revoke_station('${supervisor.id}')`)
      await database.as('setdesk_owner', `select setdesk.make_first_code('\\x${lookup}', 1)`)
      const enrolled = await fleet.must('enrol', undefined, signEnrolment(lookup, makeIdentity()))
      expect(enrolled).toEqual({ station: expect.any(String), role: 'supervisor' })
    })
  })

  describe('a station that leaves', () => {
    const [kept, finished, other] = [makeJobId('A'), makeJobId('B'), makeJobId('C')]
    const [box, doneBox] = [makeClaimKey(), makeClaimKey()]

    /** A laptop with three copies. One of its two claims is of a finished job. */
    const stage = async () => {
      const { fleet } = here()
      const [van, counter, supervisor] = [
        await fleet.enrol('Van 7'),
        await fleet.enrol('Counter'),
        await fleet.supervisor(),
      ]
      await van.call('claims.take', take(kept, box))
      await van.call('claims.take', take(finished, doneBox))
      await van.call('claims.finish', { jobs: [{ job: finished, fence: 1, outcome: 'done', version: nextVersion() }] })
      await van.call('work.put', { items: [kept, finished, other].map((job) => makeWorkItem(job, 0, 1)) })
      const move = (job: string, fence: number) =>
        supervisor.call('work.rescue', {
          from: van.id,
          to: counter.id,
          items: [{ job, fence, version: 1, sealed: 'AAAA' }],
        })
      const listed = async () =>
        (await supervisor.call('work.list', { station: van.id })).items.map((item) => item.job).toSorted()
      return { van, counter, supervisor, move, listed }
    }

    it('is shown as removed, and its sessions end', async () => {
      const { van, supervisor } = await stage()
      expect(await van.call('stations.leave', endings(kept))).toEqual({ elsewhere: [] })
      expect(await van.codeOf('stations.leave', endings(kept))).toBe('revoked')
      await expect(here().fleet.signIn(van.id, van.identity)).rejects.toThrow('revoked')
      const { stations } = await supervisor.call('board.read', { stations: [van.id] })
      expect(stations).toMatchObject([{ state: 'revoked', inCare: 2 }])
    })

    it('takes the named jobs along, so another station may have their ids and their keys', async () => {
      const { van, counter, listed } = await stage()
      await van.call('stations.leave', endings(kept, finished, other))
      expect(await listed()).toEqual([])
      expect((await counter.call('claims.take', take(kept, box))).jobs).toMatchObject([{ result: 'held', fence: 2 }])
      expect(await counter.call('work.put', { items: [makeWorkItem(kept, 2, 1)] })).toEqual({ moved: [], late: [] })
    })

    it('keeps the keys of jobs that may have had an effect', async () => {
      const { van, counter } = await stage()
      await van.call('stations.leave', {
        jobs: [
          { job: kept, outcome: 'done' },
          { job: finished, outcome: 'released' },
        ],
      })
      for (const key of [box, doneBox]) {
        const { jobs } = await counter.call('claims.take', take(makeJobId('D'), key))
        expect(jobs).toMatchObject([{ result: 'conflict', conflicts: [{ station: { name: 'Van 7' }, state: 'done' }] }])
      }
    })

    it('leaves jobs behind that it does not name, and a supervisor can still move them', async () => {
      const { van, counter, move, listed } = await stage()
      await van.call('stations.leave', endings(finished, other))
      expect(await listed()).toEqual([kept])
      await move(kept, 1)
      await counter.call('work.accept', { jobs: [kept] })
      expect(await counter.call('claims.confirm', { job: kept, fence: 2 })).toMatchObject({ result: 'held' })
    })

    it('learns which of its jobs were moved, and changes nothing about them', async () => {
      const { van, counter, supervisor, move } = await stage()
      await move(kept, 1)
      expect(await van.call('stations.leave', endings(kept, other))).toEqual({
        elsewhere: [{ job: kept, to: { id: counter.id, name: 'Counter' } }],
      })
      expect((await counter.call('work.waiting', {})).items).toMatchObject([{ job: kept, fence: 2 }])
      const { found } = await supervisor.call('claims.find', { keys: [box] })
      expect(found).toMatchObject([{ station: { name: 'Counter' }, state: 'held' }])
    })

    it('leaves work behind that was moved to it and not taken over', async () => {
      const { van, counter, supervisor, move } = await stage()
      await move(kept, 1)
      expect(await counter.call('stations.leave', endings(kept))).toEqual({
        elsewhere: [{ job: kept, to: { id: counter.id, name: 'Counter' } }],
      })
      const back = { from: counter.id, to: van.id, items: [{ job: kept, fence: 2, version: 0, sealed: 'AAAA' }] }
      expect(await supervisor.codeOf('work.rescue', back)).toBe('ok')
    })
  })
}
