import { expect, test } from 'vitest'
import { findPostgres } from '../../postgres/find-postgres.ts'
import { startCluster } from '../../postgres/start-cluster.ts'

const place = findPostgres('pg_basebackup')

test.skipIf(!place.ok)(
  `committed rows survive killed and frozen primaries, and a former primary commits nothing${place.ok ? '' : ` (${place.error})`}`,
  { timeout: 120_000 },
  async () => {
    if (!place.ok) return
    const cluster = await startCluster({ place: place.value })
    const insert = (number: number) => cluster.primary().sql(`insert into kept values (${number})`)
    try {
      await cluster.primary().sql('create table kept (number integer)')
      await insert(1)
      await cluster.primary().kill()
      expect(cluster.primary().isRunning()).toBe(false)
      await cluster.primary().start()
      await insert(2)

      cluster.primary().freeze()
      const { former } = await cluster.failOver()
      former.thaw()
      const late = expect(former.sql('insert into kept values (-1)')).rejects.toThrow(/terminated|ECONNRESET/)
      await insert(3)
      await former.kill()
      await late
      await cluster.rebuild()
      await insert(4)

      await cluster.primary().kill()
      await cluster.failOver()
      const kept = "select string_agg(number::text, ',' order by number) from kept"
      expect(await cluster.primary().sql(kept)).toBe('1,2,3,4')
      expect(await cluster.primary().sql('select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)')).toBe('00000003')
    } finally {
      await cluster.close()
    }
  },
)
