import { describe, expect, it } from 'vitest'
import type { HubEvent } from '../../../../src/shared/fleet/hub-calls.ts'
import { hashToken } from '../../../../src/hub/door/station-tokens.ts'
import { makeClaimKey, makeJobId, makeWorkItem, nextVersion, type TestStation } from '../../../fakes/hub/test-fleet.ts'
import type { Scene } from './scene.ts'

interface Opened {
  readonly position: number
  readonly events: readonly HubEvent[]
}

/** What events say about a station. */
const aboutOf = ({ events }: Opened, { id }: TestStation) =>
  events.filter(({ station }) => station === id).map(({ about }) => about)

export function describeEvents(here: () => Scene): void {
  const open = async ({ token }: TestStation, after?: number): Promise<Opened> => {
    const { database } = here().database
    await database.call('sequence_events')
    const request = after === undefined ? {} : { after }
    const opened = await database.call('open_stream', { token: hashToken(token), request })
    if (!opened.ok) throw new Error(opened.error.code)
    return opened.value as Opened
  }

  describe('the events of the hub', () => {
    it('inform a supervisor about every station, starting after a given position', async () => {
      const { fleet } = here()
      const [station, supervisor] = [await fleet.enrol(), await fleet.supervisor()]
      const { position } = await open(supervisor)
      expect((await open(supervisor, position)).events).toEqual([])
      await station.call('claims.take', {
        jobs: [{ job: makeJobId(), keys: [makeClaimKey()], version: nextVersion() }],
      })
      await station.call('work.put', { items: [makeWorkItem(makeJobId(), 0, 1)] })
      const opened = await open(supervisor, position)
      expect(aboutOf(opened, station).toSorted()).toEqual(['claims', 'work'])
      expect(opened.events.every((event) => event.position > position)).toBe(true)
      expect(await open(supervisor, opened.position)).toMatchObject({ events: [] })
    })

    it('contain each kind of change at a station once, even if it happened several times', async () => {
      const { fleet } = here()
      const [station, supervisor] = [await fleet.enrol(), await fleet.supervisor()]
      const { position } = await open(supervisor)
      for (const version of [1, 2, 3]) {
        await station.call('work.put', { items: [makeWorkItem(makeJobId(), 0, version)] })
        await here().database.database.call('sequence_events')
      }
      expect(aboutOf(await open(supervisor, position), station)).toEqual(['work'])
    })

    it('inform a station about what others did to it, but not about what it did itself', async () => {
      const { fleet } = here()
      const [from, to, supervisor] = [await fleet.enrol(), await fleet.enrol(), await fleet.supervisor()]
      const position = (await open(to)).position
      const job = makeJobId()
      await from.call('work.put', { items: [makeWorkItem(job, 0, 1)] })
      expect((await open(from, position)).events).toEqual([])
      await supervisor.call('work.rescue', {
        from: from.id,
        to: to.id,
        items: [{ job, fence: 0, version: 1, sealed: 'AAAA' }],
      })
      const document = { kind: 'policy', name: 'main', serial: 1, text: 't', key: 'a2V5', signature: 'c2ln' } as const
      await supervisor.call('documents.put', document)
      const opened = await open(to, position)
      expect(opened.events.every(({ station }) => station === to.id)).toBe(true)
      expect(aboutOf(opened, to).toSorted()).toEqual(['claims', 'documents', 'work'])
      expect(aboutOf(await open(from, position), from).toSorted()).toEqual(['claims', 'documents', 'work'])
    })

    it('leave out earlier changes if no position is given', async () => {
      const { fleet } = here()
      const [station, supervisor] = [await fleet.enrol(), await fleet.supervisor()]
      await station.call('work.put', { items: [makeWorkItem(makeJobId(), 0, 1)] })
      expect(await open(supervisor)).toMatchObject({ events: [] })
    })

    it('are all sent again to a stream whose position a restored database does not know', async () => {
      const { fleet } = here()
      const [station, supervisor] = [await fleet.enrol(), await fleet.supervisor()]
      const { position } = await open(supervisor)
      expect(aboutOf(await open(supervisor, position + 1000), station)).toEqual(['station'])
    })

    it('continue only on streams with a valid session, and mark the stations of these streams as seen', async () => {
      const { fleet, database } = here()
      const [station, other, supervisor] = [await fleet.enrol(), await fleet.enrol(), await fleet.supervisor()]
      await supervisor.call('stations.revoke', { station: other.id })
      await database.as('postgres', `update setdesk.presence set seen_at = now() - interval '5 minutes'`)
      const tokens = [station, other].map(({ token }) => hashToken(token).toString('hex'))
      const kept = await database.database.call('keep_streams', { request: { tokens } })
      expect(kept).toMatchObject({ ok: true, value: { tokens: [tokens[0]] } })
      const seen = await database.as(
        'postgres',
        `select station from setdesk.presence where seen_at > now() - interval '1 minute' and station <> '${supervisor.id}'`,
      )
      expect(seen).toEqual([{ station: station.id }])
    })
  })
}
