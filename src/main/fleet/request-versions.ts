import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../ports.ts'
import { readFact, setFact } from '../storage/database.ts'

/** So far ahead the versions are noted on the disk, so that asking seldom writes. */
const reserve = 60_000

const fact = 'fleet-version'

export type RequestVersions = ReturnType<typeof createRequestVersions>

/**
 * The versions of this station's requests about claims. Each is above all earlier ones, also after a crash, and if the clock was set back. If the
 * folder was restored, the hub says how far they had come.
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
    /** The hub knows a later version. */
    raise(version: number): void {
      last = Math.max(last, version)
    },
  }
}
