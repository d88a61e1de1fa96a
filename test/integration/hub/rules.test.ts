import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { createAnswer } from '../../../src/hub/door/door.ts'
import { findPostgres } from '../../postgres/find-postgres.ts'
import { startPostgres, type OwnServer } from '../../postgres/start-postgres.ts'
import {
  emptyTables,
  openTestPglite,
  openTestPostgres,
  silentLog,
  type TestDatabase,
} from '../../fakes/hub/test-database.ts'
import { createTestFleet } from '../../fakes/hub/test-fleet.ts'
import { randomBytes } from 'node:crypto'
import { describeAudit } from './rules/audit.ts'
import { describeBoard } from './rules/board.ts'
import { describeClaims } from './rules/claims.ts'
import { describeDocuments } from './rules/documents.ts'
import { describeEvents } from './rules/events.ts'
import { describeRoles } from './rules/roles.ts'
import { describeStations } from './rules/stations.ts'
import { describeWork } from './rules/work.ts'
import type { Scene } from './rules/scene.ts'

const found = findPostgres()
let server: OwnServer | undefined

async function openPostgres(): Promise<TestDatabase> {
  if (!found.ok) throw new Error(found.error)
  server = await startPostgres(found.value)
  return openTestPostgres(server)
}

describe.each([
  { name: 'on PGlite', open: () => openTestPglite(), skip: false },
  { name: found.ok ? 'on PostgreSQL' : `on PostgreSQL, skipped: ${found.error}`, open: openPostgres, skip: !found.ok },
])('the rules of the fleet $name', ({ open, skip }) => {
  describe.skipIf(skip)('in a separate database', () => {
    let scene: Scene
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    }, 120_000)
    afterAll(async () => {
      await database.close()
      await server?.stop()
      server = undefined
    })
    beforeEach(async () => {
      await emptyTables(database)
      const answer = createAnswer({ ...database, random: randomBytes, log: silentLog })
      scene = { database, fleet: createTestFleet(answer, database) }
    })
    const here = (): Scene => scene
    describeStations(here)
    describeClaims(here)
    describeWork(here)
    describeAudit(here)
    describeBoard(here)
    describeDocuments(here)
    describeEvents(here)
    describeRoles(here)
  })
})
