import { test } from 'vitest'
import { fleet } from '../../faults/targets/fleet.ts'
import { findPostgres } from '../../postgres/find-postgres.ts'
import { holdTarget } from './hold-target.ts'

const found = findPostgres('pg_basebackup')

test.skipIf(!found.ok)(
  `a small fleet neither doubles nor loses anything while laptops, hubs and databases fail${found.ok ? '' : `, skipped: ${found.error}`}`,
  () => holdTarget(fleet, 4),
  300_000,
)
