import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../src/hub/operator-commands.ts'
import { succeed } from '../../../src/shared/result.ts'
import { openTestPostgres } from '../../fakes/hub/test-database.ts'
import { findPostgres } from '../../postgres/find-postgres.ts'
import { startPostgres, type OwnServer } from '../../postgres/start-postgres.ts'

const found = findPostgres('pg_basebackup')
const run = promisify(execFile)

/** Which server the work of the owner reaches. */
const reach = (addresses: readonly string[]) =>
  asOwner(addresses, async (connection) => {
    const [row] = await connection.query<{ port: number }>('select inet_server_port() as port')
    return succeed(row?.port)
  })

describe.skipIf(!found.ok)(`the commands of the database owner${found.ok ? '' : `, skipped: ${found.error}`}`, () => {
  let [primary, standby]: (OwnServer | undefined)[] = []
  let asAdministrator: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  const ask = async (text: string) => (await asAdministrator(text))[0]?.['value']
  const servers = () => {
    if (primary === undefined || standby === undefined) throw new Error('Both are there')
    return [primary, standby] as const
  }
  const urls = () => servers().map((server) => server.urlFor('setdesk_owner'))

  beforeAll(async () => {
    if (!found.ok) throw new Error(found.error)
    primary = await startPostgres(found.value)
    const prepared = await openTestPostgres(primary, 1)
    asAdministrator = (text) => prepared.as('postgres', text)
    await prepared.close()
    standby = await startPostgres(found.value, { primary })
  }, 120_000)
  afterAll(async () => {
    await standby?.stop()
    await primary?.stop()
  })

  it.each(['nonsense', '5e0f5a1c-8f6b-4a55-9a43-1c1f6f0a2b77'])(
    'report that %s is not the id of a station, and say where the ids are',
    async (station) => {
      const [url = ''] = urls()
      const failed = await run(process.execPath, ['src/hub/cli.ts', '--revoke', station, '--database', url]).catch(
        (error: unknown) => error,
      )
      expect(failed).toMatchObject({
        code: 1,
        stderr: `No station has the id ${station}. As setdesk_owner, "select id, name from setdesk.station" lists the ids of all stations.\n`,
      })
    },
  )

  it('say before a first code is used how many computers its use removes', async () => {
    const [url = ''] = urls()
    const makeCode = async () =>
      (await run(process.execPath, ['src/hub/cli.ts', '--first-code', '--database', url])).stdout
    expect(await makeCode()).not.toContain('removes')
    await asOwner([url], async (connection) => {
      await connection.query(
        "insert into setdesk.station (name, role, identity_key, seal_key) values ('Van 7', 'station', $1, $1)",
        [Buffer.alloc(32)],
      )
      return succeed(undefined)
    })
    expect(await makeCode()).toContain(
      'The fleet still has 1 computer, and no supervisor. The use of the code removes it',
    )
  })

  it('delete a document that a stolen token has put with the highest serial', async () => {
    const [url = ''] = urls()
    const deleted = await asOwner([url], async (connection) => {
      await connection.query("select set_config('setdesk.acting', 'supervisor', false)")
      await connection.query(
        "insert into setdesk.document (kind, name, serial, text, key, signature, put_by) select 'policy', 'all', 9007199254740991, 'x', $1, $1, id from setdesk.station limit 1",
        [Buffer.alloc(32)],
      )
      await connection.query("select set_config('setdesk.acting', '', false)")
      return succeed(await connection.query("delete from setdesk.document where name = 'all' returning serial"))
    })
    expect(deleted).toMatchObject({ ok: true, value: [{}] })
  })

  it('leave a database in which the deletion of old jobs does not search all claims for each job', async () => {
    const scans = async () => {
      await ask('select pg_stat_force_next_flush()')
      return Number(await ask("select seq_scan as value from pg_stat_user_tables where relname = 'claim'"))
    }
    await ask(`insert into setdesk.job (id, station, state, fence, since, until, work_at)
      select lpad(n::text, 26, '0'), (select id from setdesk.station limit 1), 'done', 1, now() - interval '200 days', now() - interval '200 days', now() - interval '200 days'
      from generate_series(1, 200) n`)
    const before = await scans()
    await ask('select hub.upkeep()')
    expect(await ask('select count(*)::integer as value from setdesk.job')).toBe(0)
    expect((await scans()) - before).toBeLessThan(20)
  })

  it('reach the primary wherever it is in the list of servers, even if it is listed under two names', async () => {
    const [one, two] = urls()
    const port = servers()[0].port
    expect(await reach([two ?? '', one ?? ''])).toEqual(succeed(port))
    expect(await reach([one ?? '', (one ?? '').replace('127.0.0.1', 'localhost')])).toEqual(succeed(port))
    expect(await reach([two ?? ''])).toEqual({ ok: false, error: 'The servers that answer are standbys.' })
  })

  it('are refused while two servers say that they are the primary', async () => {
    const [one, two] = servers()
    await two.promote()
    const refused = await reach(urls())
    expect(refused).toMatchObject({
      ok: false,
      error: expect.stringContaining('2 servers say that they are the primary'),
    })
    expect(refused).toMatchObject({ error: expect.stringContaining(`127.0.0.1:${two.port}, timeline 2`) })
    expect(JSON.stringify(refused)).not.toContain(one.password)
    // The former primary is stopped, as the message demands.
    await one.kill()
    expect(await reach(urls())).toEqual(succeed(two.port))
  })
})
