import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeAuditEntries, withoutTimes, type TestStation } from '../../../fakes/hub/test-fleet.ts'
import type { Scene } from './scene.ts'

/** What the board says of a station's chain. */
const auditOnBoard = async (supervisor: TestStation, station: TestStation) =>
  (await supervisor.call('board.read', { stations: [station.id] })).stations[0]?.audit

export function describeAudit(here: () => Scene): void {
  const stage = async () => {
    const { fleet } = here()
    return { station: await fleet.enrol('Van 7'), supervisor: await fleet.supervisor() }
  }

  describe('the audit chain of a station', () => {
    it('is stored in order and read back unchanged', async () => {
      const { station, supervisor } = await stage()
      const entries = makeAuditEntries(5)
      expect(await station.call('audit.append', { entries: entries.slice(0, 2) })).toEqual({ next: 3, had: 0 })
      expect(await station.call('audit.append', { entries: entries.slice(2) })).toEqual({ next: 6, had: 0 })
      const read = await supervisor.call('audit.read', { station: station.id, after: 1 })
      expect(read.hasMore).toBe(false)
      expect(withoutTimes(read.entries)).toEqual(entries.slice(1))
      expect(await auditOnBoard(supervisor, station)).toEqual({ entries: 5 })
    })

    it('is stored once if lines are sent again, and the board shows how many lines were repeated', async () => {
      const { station, supervisor } = await stage()
      const entries = makeAuditEntries(4)
      await station.call('audit.append', { entries: entries.slice(0, 3) })
      expect(await auditOnBoard(supervisor, station)).toEqual({ entries: 3 })
      expect(await station.call('audit.append', { entries })).toEqual({ next: 5, had: 3 })
      expect(await auditOnBoard(supervisor, station)).toEqual({ entries: 4, had: 3 })
      expect(await station.call('audit.append', { entries: entries.slice(2) })).toEqual({ next: 5, had: 2 })
      expect(await auditOnBoard(supervisor, station)).toEqual({ entries: 4, had: 5 })
    })

    it('does not count the last line in front of a call as repeated, because it only asks what the hub has', async () => {
      const { station, supervisor } = await stage()
      const entries = makeAuditEntries(3)
      await station.call('audit.append', { entries: entries.slice(0, 2) })
      expect(await station.call('audit.append', { entries: entries.slice(1, 2) })).toEqual({ next: 3, had: 1 })
      expect(await station.call('audit.append', { entries: entries.slice(1) })).toEqual({ next: 4, had: 1 })
      expect(await auditOnBoard(supervisor, station)).toEqual({ entries: 3 })
    })

    it('goes on without a fork after its old months were dropped', async () => {
      const { station, supervisor } = await stage()
      const entries = makeAuditEntries(4)
      await station.call('audit.append', { entries: entries.slice(0, 3) })
      await dropPartitions(here())
      expect(await station.call('audit.append', { entries: entries.slice(2, 3) })).toEqual({ next: 4, had: 1 })
      expect(await station.call('audit.append', { entries })).toEqual({ next: 5, had: 3 })
      expect(await auditOnBoard(supervisor, station)).toEqual({ entries: 4, had: 3 })
      const rewritten = makeAuditEntries(2, 4, entries[2]?.hash)
      expect(await station.call('audit.append', { entries: rewritten })).toEqual({ next: 5, had: 0, forkedAt: 4 })
    })

    it('causes an event if lines are repeated, and rewritten lines do not count as repeated', async () => {
      const { station, supervisor } = await stage()
      const entries = makeAuditEntries(2)
      await station.call('audit.append', { entries })
      await here().database.database.call('sequence_events')
      const { position } = await supervisor.call('board.read', {})
      await station.call('audit.append', { entries })
      await here().database.database.call('sequence_events')
      const told = await here().database.as(
        'postgres',
        `select about from setdesk.event where position > ${position} and station = '${station.id}'`,
      )
      expect(told).toEqual([{ about: 'audit' }])
      await station.call('audit.append', { entries: makeAuditEntries(1, 2, entries[0]?.hash) })
      expect(await auditOnBoard(supervisor, station)).toEqual({ entries: 2, had: 2, trouble: 'forked' })
    })

    it('is stored only up to a gap, which is reported, and continues once the missing entries arrive', async () => {
      const { station, supervisor } = await stage()
      const entries = makeAuditEntries(4)
      await station.call('audit.append', { entries: entries.slice(0, 1) })
      expect(await station.call('audit.append', { entries: entries.slice(2) })).toEqual({ next: 2, had: 0, gapAt: 2 })
      expect(await auditOnBoard(supervisor, station)).toEqual({ entries: 1, trouble: 'gap' })
      expect(await station.call('audit.append', { entries: entries.slice(1) })).toEqual({ next: 5, had: 0 })
      expect(await auditOnBoard(supervisor, station)).toEqual({ entries: 4 })
    })

    it('keeps the first version of a rewritten entry, reports it, and stores the other version as evidence', async () => {
      const { station, supervisor } = await stage()
      const entries = makeAuditEntries(3)
      await station.call('audit.append', { entries })
      const rewritten = makeAuditEntries(3, 2, entries[0]?.hash)
      expect(await station.call('audit.append', { entries: rewritten })).toEqual({ next: 4, had: 0, forkedAt: 2 })
      const read = await supervisor.call('audit.read', { station: station.id, after: 0 })
      expect(read.entries.map(({ hash }) => hash)).toEqual(entries.map(({ hash }) => hash))
      expect(await auditOnBoard(supervisor, station)).toEqual({ entries: 3, trouble: 'forked' })
      const forks = await here().database.as(
        'setdesk_reader',
        'select sequence::integer from setdesk.audit_fork order by 1',
      )
      expect(forks).toEqual([{ sequence: 2 }, { sequence: 3 }, { sequence: 4 }])
    })

    it('returns all contradicting lines as evidence, a hundred at a time', async () => {
      const { station, supervisor } = await stage()
      await station.call('audit.append', { entries: makeAuditEntries(1) })
      await station.call('audit.append', { entries: makeAuditEntries(100) })
      await station.call('audit.append', { entries: makeAuditEntries(100) })
      const hashes: string[] = []
      for (let skippedForks = 0; ;) {
        const read = await supervisor.call('audit.read', { station: station.id, after: 0, skippedForks })
        hashes.push(...(read.forks ?? []).map(({ hash }) => hash))
        if (read.hasMoreForks !== true) break
        expect(read.forks).toHaveLength(100)
        skippedForks = hashes.length
      }
      expect(new Set(hashes).size).toBe(200)
      expect(hashes).toHaveLength(200)
    })

    it('counts the bytes of rewritten entries, too, because nobody can delete these either', async () => {
      const { station } = await stage()
      const [first] = makeAuditEntries(1)
      if (first === undefined) throw new Error('There is no entry')
      await station.call('audit.append', { entries: [first] })
      const bytes = async () => {
        const [row] = await here().database.as(
          'setdesk_reader',
          `select day_bytes::integer as bytes from setdesk.audit_head where station = '${station.id}'`,
        )
        return Number(row?.['bytes'])
      }
      const once = await bytes()
      const rewritten = makeAuditEntries(1, 1)
      await station.call('audit.append', { entries: rewritten })
      expect(await bytes()).toBe(2 * once)
      await station.call('audit.append', { entries: rewritten })
      expect(await bytes()).toBe(2 * once)
      await station.call('audit.append', { entries: makeAuditEntries(1, 1) })
      expect(await bytes()).toBe(3 * once)
    })

    it('counts what each entry takes on the disk beside its text, and refuses an entry without text', async () => {
      const { station } = await stage()
      const entries = makeAuditEntries(3)
      await station.call('audit.append', { entries })
      const [row] = await here().database.as(
        'setdesk_reader',
        `select day_bytes::integer as bytes from setdesk.audit_head where station = '${station.id}'`,
      )
      const texts = entries.map(({ sealed }) => Buffer.from(sealed, 'base64').length + 200)
      expect(row).toEqual({ bytes: texts.reduce((sum, one) => sum + one, 0) })
      const previous = entries.at(-1)?.hash ?? ''
      const hash = createHash('sha256').update(Buffer.from(previous, 'hex')).digest('hex')
      expect(await station.codeOf('audit.append', { entries: [{ sequence: 4, previous, hash, sealed: '' }] })).toBe(
        'bad-request',
      )
    })

    it('does not accept a new entry that does not follow the last one', async () => {
      const { station } = await stage()
      await station.call('audit.append', { entries: makeAuditEntries(2) })
      expect(await station.call('audit.append', { entries: makeAuditEntries(1, 3) })).toEqual({
        next: 3,
        had: 0,
        forkedAt: 3,
      })
    })

    it('refuses an entry whose hash does not match its content', async () => {
      const { station } = await stage()
      const [first, second] = makeAuditEntries(2)
      if (first === undefined || second === undefined) throw new Error('There are two')
      const other = { ...second, sealed: makeAuditEntries(1)[0]?.sealed ?? '' }
      expect(await station.codeOf('audit.append', { entries: [first, other] })).toBe('bad-request')
      expect(await station.call('audit.append', { entries: [first] })).toEqual({ next: 2, had: 0 })
    })

    it('has a partition for each month, which is created in advance or when needed', async () => {
      const { database } = here()
      const { station } = await stage()
      const months = () =>
        database.as(
          'postgres',
          `select count(*)::integer as count from pg_inherits where inhparent = 'setdesk.audit_entry'::regclass`,
        )
      await dropPartitions(here())
      expect(await months()).toEqual([{ count: 0 }])
      await station.call('audit.append', { entries: makeAuditEntries(1) })
      expect(await months()).toEqual([{ count: 1 }])
      await database.database.call('upkeep')
      expect(await months()).toEqual([{ count: 3 }])
    })
  })
}

const dropPartitions = ({ database }: Scene) =>
  database.as(
    'postgres',
    `do $$ declare name text; begin
       for name in select inhrelid::regclass::text from pg_inherits where inhparent = 'setdesk.audit_entry'::regclass loop
         execute 'drop table ' || name;
       end loop;
     end $$`,
  )
