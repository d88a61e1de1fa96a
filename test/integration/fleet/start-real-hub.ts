import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { readSqlFiles } from '../../../src/hub/database/migrate.ts'
import { startTestHub } from '../../fakes/hub/start-test-hub.ts'
import { borrowTestPglite, openTestPostgres, type TestDatabase } from '../../fakes/hub/test-database.ts'
import { takeLines } from '../../faults/json-lines.ts'
import type { PostgresPlace } from '../../postgres/find-postgres.ts'
import { startPostgres } from '../../postgres/start-postgres.ts'
import type { Hub } from './open-fleet.ts'
import { keptCode } from '../../kept-code.ts'

const run = promisify(execFile)

const program = fileURLToPath(new URL('../../../src/hub/cli.ts', import.meta.url))

/**
 * The real hub on a database in memory, within this process: its program takes long to start. `as`: runs SQL in that database. Unless
 * `holdsBack` is true, the hub gives moved work to the other computer at once, so that no test waits 13 minutes.
 */
export async function startRealHub({ holdsBack = false } = {}): Promise<Hub & Pick<TestDatabase, 'as'>> {
  const { database, firstCode, as } = await borrowTestPglite()
  await as('setdesk_owner', `update setdesk.fleet set holds_back = ${holdsBack ? 'default' : "'0'"}`)
  const hub = await startTestHub(database, { code: readSqlFiles().code })
  onTestFinished(() => hub.close())
  return { url: hub.url, firstCode, as }
}

/** The hub's own program on a database in memory. */
export async function startHubProgram(): Promise<Hub> {
  const { url, code = '' } = await startProgram('--try')
  return { url, firstCode: () => Promise.resolve(code) }
}

/** The hub's own program on a PostgreSQL server of its own. The owner's command makes the first code. */
export async function startHubOnPostgres(place: PostgresPlace): Promise<Hub> {
  const server = await startPostgres(place)
  onTestFinished(server.stop)
  const prepared = await openTestPostgres(server)
  await prepared.close()
  const { url } = await startProgram('--database', server.urlFor('setdesk_hub'))
  const owner = ['--first-code', '--database', server.urlFor('setdesk_owner'), '--json']
  return {
    url,
    async firstCode() {
      const { stdout } = await run(process.execPath, [program, ...owner], { env: { ...process.env, ...keptCode } })
      return (JSON.parse(stdout) as { readonly code: string }).code
    },
  }
}

async function startProgram(...args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args, '--port', '0', '--json'], {
    env: { ...process.env, ...keptCode },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return new Promise<{ readonly url: string; readonly code?: string }>((resolve, reject) => {
    takeLines(child.stdout, (line) => resolve(line as { readonly url: string; readonly code?: string }))
    void ended.then(() => reject(new Error('The hub did not start')))
  })
}
