import { expect, test } from 'vitest'
import { prepareStanding } from '../../../../../src/main/jobs/ledger/fleet-rows.ts'
import { openLedger } from '../open-ledger.ts'

test('a job is found by its id and by its sequence, and an unknown one is not', () => {
  const { database, save } = openLedger()
  const { job } = save({ id: 'one' })
  const standingOf = prepareStanding(database)
  const standing = { sequence: job.sequence, id: 'one', connectionId: 'north', state: 'saved' }
  expect(standingOf('one')).toEqual(standing)
  expect(standingOf(job.sequence)).toEqual(standing)
  expect(standingOf('other')).toBeUndefined()
})

test('a state of a later version is no state', () => {
  const { database, save } = openLedger()
  const { job } = save()
  database.prepare("UPDATE job SET state = 'parked'").run()
  expect(prepareStanding(database)(job.id)).toMatchObject({ sequence: job.sequence, state: undefined })
})
