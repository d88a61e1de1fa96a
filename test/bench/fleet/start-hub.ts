import { findPostgres } from '../../postgres/find-postgres.ts'
import { startPostgres } from '../../postgres/start-postgres.ts'
import { startHubProcess } from '../../fakes/hub/hub-process.ts'
import { openTestPostgres } from '../../fakes/hub/test-database.ts'

/** A hub that a station can join with `code`: on PostgreSQL where there is one, else on the database that the hub brings along. */
export interface JoinableHub {
  readonly url: string
  readonly code: string
  readonly close: () => Promise<void>
}

export async function startJoinableHub(): Promise<JoinableHub> {
  const found = findPostgres()
  if (!found.ok) {
    const hub = await startHubProcess(['--try', '--port', '0'])
    return { url: hub.printed.url, code: hub.printed.code ?? '', close: () => hub.kill() }
  }
  const server = await startPostgres(found.value)
  const prepared = await openTestPostgres(server, 1)
  await prepared.close()
  const owner = await startHubProcess(['--first-code', '--database', server.urlFor('setdesk_owner')])
  await owner.ended
  const hub = await startHubProcess(['--database', server.urlFor('setdesk_hub'), '--port', '0'])
  return {
    url: hub.printed.url,
    code: owner.printed.code ?? '',
    async close() {
      await hub.kill()
      await server.stop()
    },
  }
}
