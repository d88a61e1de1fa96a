import { expect, test } from 'vitest'
import { jobHandlers } from '../../../../../src/main/handlers/queue/job-handlers.ts'
import type { Session } from '../../../../../src/main/handlers/session/session.ts'
import { actionsNow } from '../../../../../src/main/jobs/ledger/job-view.ts'
import type { Job } from '../../../../../src/main/jobs/ledger/rows.ts'
import { existingCustomer, macBox, newCustomer } from '../../jobs/make-job.ts'
import { answers, openRunner, type OpenRunner } from '../../jobs/open-runner.ts'

const notUnderstood = answers(200, { what: 'ever' })

/** The technician's choice about a job, as the screen makes it. */
function choose({ ledger, connection }: OpenRunner, choice: 'job.send-again' | 'job.check-again', { id }: Job) {
  const queue = { ledger, wake: () => undefined }
  const settings = { preferences: () => ({ technician: 'Sam' }), connections: () => [connection] }
  const session = { queue, settings, jobChanged: () => undefined } as unknown as Session
  return jobHandlers[choice](session, { id })
}

const statesOf = ({ load }: OpenRunner, { id }: Job) => load(id).steps.map(({ kind, state }) => `${kind}: ${state}`)
const actionsOf = ({ ledger, load }: OpenRunner, { id }: Job) => actionsNow(ledger, load(id).job, load(id).steps)
const creations = ({ asked }: OpenRunner) => asked.filter((one) => one.startsWith('addCustomer'))

/** Runs a job that fails because of a bug, and sets it aside as the lane does. */
async function setAside(open: OpenRunner, job: Job): Promise<void> {
  await expect(open.runToRest(job)).rejects.toThrow('a bug')
  open.ledger.setAside(job.sequence)
}
const fail = (): never => {
  throw new Error('a bug')
}

/** A customer for whom the platform makes the credentials, and returns them. */
function beginIssued(open: OpenRunner): Job {
  open.always('addCustomerWithDevice', answers(200, { loginid: 'u4711', password: 'kv7tm2xwpa' }))
  return open.begin(newCustomer({ logIn: {} })).job
}

test('a job that was set aside behind an unconfirmed creation does not create the customer again', async () => {
  const open = openRunner()
  const job = beginIssued(open)
  for (const read of ['getCustomer', 'getCustomers'] as const) open.always(read, notUnderstood)
  open.next('devices', fail)
  await setAside(open, job)
  expect(statesOf(open, job)).toEqual(['create-customer: unconfirmed', 'bind-user: open'])

  expect((await choose(open, 'job.send-again', job)).ok).toBe(true)
  await open.runToRest(job)
  expect(creations(open)).toHaveLength(1)
})

test('a job that was set aside after the platform had returned the credentials cannot be sent again', async () => {
  const open = openRunner()
  const job = beginIssued(open)
  open.next('getCustomer', answers(404, ''), fail)
  await setAside(open, job)
  expect(statesOf(open, job)[0]).toBe('create-customer: accepted')
  expect(actionsOf(open, job)).toEqual(['check-again', 'it-is-there', 'drop'])
})

test('a check of a refused job reads the refused step even if another step is unconfirmed', async () => {
  const open = openRunner()
  const [hostname = ''] = open.connection.hostnames
  open.makeCustomer('rosa.marin')
  open.always('devices', notUnderstood)
  open.always('AddMacAddressToHostname', answers(400, { Message: 'Hostname is not allowed.' }))
  const { job } = open.begin(existingCustomer({ box: macBox, hostname }))
  await open.runToRest(job)
  expect(statesOf(open, job)).toEqual(['bind-user: unconfirmed', 'bind-hostname: refused'])

  open.always('GetMacAddressesUnderHostname', answers(200, ['00:1A:79:AB:12:CD']))
  expect((await choose(open, 'job.check-again', job)).ok).toBe(true)
  await open.runToRest(job)
  expect(statesOf(open, job)[1]).toBe('bind-hostname: done')
})

test('a job that SQLite cannot read for a moment is not given up', async () => {
  const open = openRunner()
  const { job } = open.begin(newCustomer())
  const locked = Object.assign(new Error('database is locked'), { errcode: 5 })
  const load = (): never => {
    throw locked
  }
  const queue = { ledger: { ...open.ledger, load }, wake: () => undefined }
  const settings = { preferences: () => ({ technician: 'Sam' }), connections: () => [open.connection] }
  const session = { queue, settings, jobChanged: () => undefined } as unknown as Session
  expect(() => jobHandlers['job.drop'](session, { id: job.id, reason: 'twice' })).toThrow(locked)
  expect(open.load(job.id).job.state).toBe('saved')
})
