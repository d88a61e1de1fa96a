import type { DatabaseSync } from 'node:sqlite'
import { ledger } from './migrations/0001-ledger.ts'
import { keeping } from './migrations/0002-keeping.ts'
import { keptAnswers } from './migrations/0003-kept-answers.ts'
import { openTasks } from './migrations/0004-open-tasks.ts'
import { boxSightings } from './migrations/0005-box-sightings.ts'
import { piles } from './migrations/0006-piles.ts'
import { keptLists } from './migrations/0007-kept-lists.ts'
import { shortKeys } from './migrations/0008-short-keys.ts'
import { unsentByAge } from './migrations/0009-unsent-by-age.ts'
import { technicians } from './migrations/0010-technicians.ts'
import { recordMac } from './migrations/0011-record-mac.ts'
import { optionalBox } from './migrations/0012-optional-box.ts'
import { fleet } from './migrations/0013-fleet.ts'
import { fleetTotals } from './migrations/0014-fleet-totals.ts'
import { jobsToWake } from './migrations/0015-jobs-to-wake.ts'
import { stepsInJobs } from './migrations/0016-steps-in-jobs.ts'

/** One released schema per element. A schema's number is its position, from 1. Released elements are never edited. */
const migrations: readonly string[] = [
  ledger,
  keeping,
  keptAnswers,
  openTasks,
  boxSightings,
  piles,
  keptLists,
  shortKeys,
  unsentByAge,
  technicians,
  recordMac,
  optionalBox,
  fleet,
  fleetTotals,
  jobsToWake,
  stepsInJobs,
]

export const schemaVersion = migrations.length

export function migrate(database: DatabaseSync, to = schemaVersion): void {
  for (let version = readVersion(database); version < to; version += 1) {
    database.exec('BEGIN IMMEDIATE')
    try {
      database.exec(migrations[version] ?? '')
      database.exec(`PRAGMA user_version = ${version + 1}`)
      database.exec('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }
}

export const readVersion = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
