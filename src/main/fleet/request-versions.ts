import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../ports.ts'
import { readFact, setFact } from '../storage/database.ts'

/** How far ahead versions are reserved on disk, so that most requests write nothing. */
const reserve = 60_000

const fact = 'fleet-version'

export type RequestVersions = ReturnType<typeof createRequestVersions>

/**
 * Versions for this station's requests about claims. Each version is higher than all earlier ones, even after a crash or if the clock was
 * set back. After a restore of the folder, the hub supplies the last version.
 */
export function createRequestVersions(database: DatabaseSync, clock: Pick<Clock, 'now'>) {
  let noted = Number(readFact(database, fact) ?? 0)
  let last = noted
  return {
    next(): number {
      last = Math.max(last + 1, clock.now())
      if (last > noted) {
        noted = last + reserve
        setFact(database, fact, String(noted))
      }
      return last
    },
    /** Makes the next version higher than `version`, because the hub already knows that version. */
    raise(version: number): void {
      last = Math.max(last, version)
    },
  }
}
