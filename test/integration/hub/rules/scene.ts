import type { TestDatabase } from '../../../fakes/hub/test-database.ts'
import type { createTestFleet } from '../../../fakes/hub/test-fleet.ts'

/** A fleet on an empty database, new for each test. */
export interface Scene {
  readonly database: TestDatabase
  readonly fleet: ReturnType<typeof createTestFleet>
}
