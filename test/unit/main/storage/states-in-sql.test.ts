import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { statesInSql } from '../../../../src/main/storage/states-in-sql.ts'
import { makeFolder } from '../../../fakes/folder.ts'

test('a set of states is a list of SQL', () => {
  expect(statesInSql('purgeable')).toBe("('done', 'unconfirmed', 'dropped')")
  expect(statesInSql('expiring')).toBe("('needs-you', 'refused')")
})

test('jobs that run are found by an index of theirs, so that a start does not read every job', () => {
  const opened = openDatabase(join(makeFolder(), 'setdesk.db'))
  if (!opened.ok) throw new Error('The ledger was not opened')
  const plan = opened.database
    .prepare(`EXPLAIN QUERY PLAN UPDATE job SET why = 'network' WHERE state IN ${statesInSql('running')}`)
    .all()
  opened.database.close()
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/INDEX job_(?:to_run|unsent_by_age)/)])
})
