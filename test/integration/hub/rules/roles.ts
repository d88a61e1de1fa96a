import { describe, expect, it } from 'vitest'
import { hubCalls } from '../../../../src/shared/fleet/hub-calls.ts'
import { hashToken } from '../../../../src/hub/door/station-tokens.ts'
import { makeAuditEntries, makeClaimKey, makeJobId, makeWorkItem, nextVersion } from '../../../fakes/hub/test-fleet.ts'
import type { Scene } from './scene.ts'

/** The tables that are read before it is known who calls, that no call writes, or that a trigger guards. `docs/fleet.md` says why. */
const withoutRowSecurity = [
  'challenge',
  'code',
  'event',
  'event_inbox',
  'fleet',
  'functions_applied',
  'migration',
  'session',
  'station',
]

const actAs = (id: string): string =>
  `select set_config('setdesk.station', '${id}', true), set_config('setdesk.acting', 'station', true);`

export function describeRoles(here: () => Scene): void {
  /** A station with one of everything. */
  const stage = async () => {
    const { fleet } = here()
    const station = await fleet.enrol('Van 7')
    const job = makeJobId()
    await station.call('claims.take', { jobs: [{ job, keys: [makeClaimKey()], version: nextVersion() }] })
    await station.call('work.put', { items: [makeWorkItem(job, 1, 1)] })
    await station.call('audit.append', { entries: makeAuditEntries(2) })
    return { station, job }
  }

  const as = (role: 'postgres' | 'setdesk_owner' | 'setdesk_hub' | 'setdesk_reader', text: string) =>
    here().database.as(role, text)

  /** How many rows of a table the owner reaches while it acts for a station. */
  const count = async (table: string, id: string) => {
    const rows = await as('setdesk_owner', `${actAs(id)} select count(*)::integer as count from setdesk.${table}`)
    return rows[0]?.['count']
  }

  const allTables = () =>
    as(
      'postgres',
      `select relname as name, relrowsecurity and relforcerowsecurity as "isBound" from pg_class
       where relnamespace = 'setdesk'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )

  /** The months of the audit. */
  const partitions = async (): Promise<readonly string[]> => {
    const rows = await as(
      'postgres',
      `select relname as name from pg_inherits join pg_class on oid = inhrelid
       where inhparent = 'setdesk.audit_entry'::regclass order by 1`,
    )
    return rows.map(({ name }) => String(name))
  }

  const isPglite = async () => String((await as('postgres', 'select version()'))[0]?.['version']).includes('PGlite')

  describe('the roles of the database', () => {
    it('have a function for every call of the contract', async () => {
      const rows = await as('postgres', `select proname as name from pg_proc where pronamespace = 'hub'::regnamespace`)
      const names = new Set(rows.map(({ name }) => name))
      const wanted = Object.keys(hubCalls).filter((name) => name !== 'sign-in')
      expect(wanted.filter((name) => !names.has(name.replaceAll(/[.-]/g, '_')))).toEqual([])
    })

    it('are bound by row security in every table, except those that another rule guards', async () => {
      const free = (await allTables()).filter(({ isBound }) => isBound === false)
      expect(free.map(({ name }) => name)).toEqual(withoutRowSecurity)
    })

    it("do not let the hub's role read or write any table", async () => {
      await stage()
      for (const { name } of await allTables())
        for (const attempt of [`select * from`, `delete from`, `truncate`])
          await expect(as('setdesk_hub', `${attempt} setdesk.${String(name)}`)).rejects.toThrow('permission denied')
    })

    it("do not let the hub's role change audit entries, write claims, or call inner functions", async () => {
      await stage()
      const attempts = [
        `update setdesk.audit_entry set sealed = 'x'`,
        `insert into setdesk.claim (key) values (sha256('x'))`,
        `update setdesk.claim set job = null`,
        `select setdesk.make_first_code(sha256('x'), 1)`,
        `select setdesk.revoke_station(gen_random_uuid())`,
        `select setdesk.take_claim('x', '{}')`,
        `alter table setdesk.audit_entry disable trigger all`,
        `create table hub.x (y integer)`,
        `create or replace function hub.upkeep() returns jsonb language sql as 'select null::jsonb'`,
        `set role setdesk_owner; delete from setdesk.claim`,
      ]
      for (const attempt of attempts) {
        // A superuser's session may take any role, and PGlite has no other sessions.
        if (attempt.startsWith('set role') && (await isPglite())) continue
        await expect(as('setdesk_hub', attempt), attempt).rejects.toThrow(/permission denied|must be owner/)
      }
    })

    it("let the hub's role read how many commits wait, and try a commit", async () => {
      expect(await as('setdesk_hub', 'select hub.waiting_commits() as value')).toEqual([
        { value: { count: 0, seconds: 0 } },
      ])
      expect(await as('setdesk_hub', 'select hub.try_commit() as value')).toEqual([{ value: {} }])
    })

    it('limit a call to the station of its session, whatever station the hub names', async () => {
      const { station, job } = await stage()
      const other = await here().fleet.enrol('Counter')
      const token = hashToken(other.token).toString('hex')
      const rows = await as(
        'setdesk_hub',
        `select set_config('setdesk.station', '${station.id}', true), set_config('setdesk.acting', 'supervisor', true);
         select hub.claims_confirm('\\x${token}', '{"job":"${job}","fence":1}') as value`,
      )
      expect(rows).toMatchObject([{ value: { result: 'moved', to: { id: station.id } } }])
    })

    it('limit even the database owner to the rows of the station for which the owner acts', async () => {
      const { station } = await stage()
      const other = await here().fleet.enrol('Counter')
      for (const table of ['work', 'audit_entry']) {
        expect(await count(table, station.id), table).toBeGreaterThan(0)
        expect(await count(table, other.id), table).toBe(0)
      }
      // Of the stations, each has been seen, and sees itself alone.
      expect(await count('presence', station.id)).toBe(1)
      await here().database.database.call('upkeep')
      const [partition] = await partitions()
      expect(await count(partition ?? '', station.id)).toBe(0)
    })

    it('let a station read only the documents of its group, and add or change none', async () => {
      const { fleet } = here()
      const [north, south, supervisor] = [
        await fleet.enrol('Van 7', { group: 'North' }),
        await fleet.enrol('Van 8', { group: 'South' }),
        await fleet.supervisor(),
      ]
      const document = { kind: 'handout', name: 'main', serial: 1, text: 't', key: 'a2V5', signature: 'c2ln' } as const
      await supervisor.call('documents.put', { ...document, group: 'North' })
      expect([await count('document', north.id), await count('document', south.id)]).toEqual([1, 0])
      await expect(
        as(
          'setdesk_owner',
          `${actAs(north.id)}
           insert into setdesk.document (kind, name, serial, text, key, signature, put_by)
             values ('handout', 'own', 1, 't', 'k', 's', '${north.id}')`,
        ),
      ).rejects.toThrow('row-level security')
      const changed = await as(
        'setdesk_owner',
        `${actAs(north.id)} update setdesk.document set serial = 9 returning serial`,
      )
      expect(changed).toEqual([])
    })

    it('never let the keys or the role of a station change, and never let a removed station return', async () => {
      const { station } = await stage()
      for (const change of [`role = 'supervisor'`, `identity_key = sha256('x')`, `seal_key = sha256('x')`])
        await expect(as('setdesk_owner', `update setdesk.station set ${change}`), change).rejects.toThrow(
          'never change',
        )
      await (await here().fleet.supervisor()).call('stations.revoke', { station: station.id })
      await expect(
        as('setdesk_owner', `update setdesk.station set state = 'active' where id = '${station.id}'`),
      ).rejects.toThrow('never comes back')
    })

    it('do not let even an administrator change audit entries by mistake', async () => {
      await stage()
      for (const change of [
        `update setdesk.audit_entry set sealed = 'x'`,
        'delete from setdesk.audit_entry',
        'truncate setdesk.audit_entry',
      ])
        await expect(as('postgres', change)).rejects.toThrow('only added')
      await here().database.database.call('upkeep')
      // That of this month, and those of the next two.
      const names = await partitions()
      expect(names.length).toBeGreaterThanOrEqual(3)
      for (const role of ['postgres', 'setdesk_owner'] as const)
        for (const name of names)
          for (const change of [
            `update setdesk.${name} set sealed = 'x'`,
            `delete from setdesk.${name}`,
            `truncate setdesk.${name}`,
          ])
            await expect(as(role, change), change).rejects.toThrow('only added')
    })

    it('do not let even an administrator take a key from a job whose claim is valid', async () => {
      const { station } = await stage()
      const second = makeJobId()
      await station.call('claims.take', { jobs: [{ job: second, keys: [makeClaimKey()], version: nextVersion() }] })
      await expect(as('postgres', `update setdesk.claim set job = '${second}'`)).rejects.toThrow(
        'The claim on this key stands',
      )
      await expect(as('postgres', 'update setdesk.job set fence = 0')).rejects.toThrow('A fence only grows')
      const other = await here().fleet.enrol('Counter')
      await expect(
        as(
          'setdesk_owner',
          `${actAs(other.id)}
           update setdesk.claim set job = null where job = '${second}'`,
        ),
      ).rejects.toThrow('The claim on this key stands')
    })

    it('let the reading role see the state of the fleet, but no sealed data', async () => {
      await stage()
      expect(await as('setdesk_reader', 'select job, state from setdesk.work')).toHaveLength(1)
      expect(await as('setdesk_reader', 'select sequence from setdesk.audit_entry')).toHaveLength(2)
      for (const query of [
        'select sealed from setdesk.work',
        'select sealed from setdesk.audit_entry',
        'select * from setdesk.session',
        'select keys from setdesk.job',
        'select * from setdesk.claim',
      ])
        await expect(as('setdesk_reader', query), query).rejects.toThrow('permission denied')
      await expect(as('setdesk_reader', `update setdesk.status set unsent = 0`)).rejects.toThrow('permission denied')
    })
  })
}
