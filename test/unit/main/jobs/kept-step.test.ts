import { expect, test } from 'vitest'
import { actionsNow } from '../../../../src/main/jobs/ledger/job-view.ts'
import { createElsewhere } from '../../../../src/main/jobs/ledger/ledger.ts'
import { carryTries } from '../../../../src/main/jobs/look.ts'
import { planSteps } from '../../../../src/main/jobs/plans.ts'
import { readTransferredJobs } from '../../../../src/main/maintenance/export-work.ts'
import { inTransaction } from '../../../../src/main/storage/database.ts'
import { newCustomer } from './make-job.ts'
import { answers, openRunner } from './open-runner.ts'

const creations = (asked: readonly string[]): number => asked.filter((one) => one.startsWith('addCustomer')).length

/** A job whose customer was created but could not be read. Its hostname was refused and then corrected. */
async function openCorrected() {
  const open = openRunner()
  const { begin, load, ledger, connection, runToRest, next, always, asked } = open
  const [hostname = ''] = connection.hostnames
  const { job } = begin(newCustomer({ hostname: 'wrong.example' }))
  always('getCustomer', answers(200, { what: 'ever' }))
  next('getCustomer', answers(404, ''))
  next('AddMacAddressToHostname', answers(400, { Message: 'Unknown hostname.' }))
  await runToRest(job)
  const refused = load(job.id)
  expect(refused.steps.map(({ state }) => state)).toEqual(['unconfirmed', 'done', 'refused'])
  expect(actionsNow(ledger, refused.job, refused.steps)).toContain('correct')
  const payload = { ...refused.job.payload, intent: newCustomer({ hostname }) }
  const planned = carryTries(ledger, refused.job, refused.steps, planSteps(payload, connection))
  ledger.revise(refused.job, payload, planned, { customerKey: undefined, boxKey: undefined })
  await runToRest(job)
  const ended = load(job.id)
  expect(ended.job).toMatchObject({ state: 'unconfirmed', revision: 2 })
  expect(actionsNow(ledger, ended.job, ended.steps)).toEqual(['check-again'])
  expect(creations(asked)).toBe(1)
  return { ...open, job }
}

async function openChecked() {
  const open = await openCorrected()
  const { job, steps } = open.load(open.job.id)
  if (steps[0] === undefined) throw new Error('a step')
  open.ledger.addChoice(job, steps[0], 'check-again', 'Sam')
  return open
}

test('a check of a creation that a correction kept does not create the customer again', async () => {
  const { job, load, runToRest, always, asked } = await openChecked()
  always('getCustomer', answers(404, ''))
  always('getCustomers', answers(200, []))
  await runToRest(job)
  expect(creations(asked)).toBe(1)
  expect(load(job.id).job).toMatchObject({ state: 'needs-you', why: 'accepted-but-absent' })
})

test('a check of a creation that a correction kept does not call the job’s own customer somebody else’s', async () => {
  const { job, load, runToRest, always } = await openChecked()
  const { userid, mobile } = { userid: '4820913775', mobile: '+33612345678' }
  always('getCustomer', answers(200, [{ userid, mobile, firstname: 'Amélie', lastname: 'Okonkwo', status: 'Active' }]))
  await runToRest(job)
  expect(load(job.id).job).toMatchObject({ state: 'done', why: 'seen-on-platform' })
})

test('a creation that a correction kept is not created again after a restore', async () => {
  const { job, database, sealing, clock, knowledge, runToRest, always, asked } = await openChecked()
  knowledge.noteShown('north', 'getCustomer', 'query without password')
  inTransaction(database, () => createElsewhere(database, sealing, clock).readBackFirst('restored'))
  always('getCustomer', answers(404, ''))
  always('getCustomers', answers(200, []))
  await runToRest(job)
  expect(creations(asked)).toBe(1)
})

test.each([
  ['before', openCorrected, []],
  ['during', openChecked, [{ type: 'choice' }]],
])('another computer gets the calls of a step that a correction kept, %s a check', async (_, openJob, more) => {
  const { job, database, sealing, clock } = await openJob()
  const [transferred] = readTransferredJobs(database, sealing, clock, [job.sequence])
  const { entries = [] } = transferred?.steps[0] ?? {}
  const calls = [{ type: 'reading' }, { type: 'attempt' }, { type: 'verdict', result: 'accepted' }, { type: 'reading' }]
  expect(entries).toMatchObject([...calls, ...more])
})
