import { describe, expect, test } from 'vitest'
import { planSteps } from '../../../../src/main/jobs/plans.ts'
import { existingCustomer, hostnameOnly, newCustomer, payloadOf } from './make-job.ts'
import { answers, noAnswer, notSent, openRunner, replyLost, type Fate, type OpenRunner } from './open-runner.ts'

const creation = 'addCustomerWithDevice'
const binding = 'AddMacAddressForUser'
const absent = answers(404, { Message: 'Customer not found.' })
/** Answers with a customer who has only the user ID that was asked for. */
const blank: Fate = ({ url }) =>
  answers(200, { userid: url.searchParams.get('userid'), firstname: null, lastname: null, mobile: '', status: '' })

const stands = ({ load }: OpenRunner, { id }: { readonly id: string }) => load(id).job

describe('a box that was sent with the creation of the customer', () => {
  test('is given the processing time from the creation on, however long the app has been running', async () => {
    const open = openRunner()
    await open.clock.pass(500_000)
    open.always('devices', answers(200, []))
    const { job } = open.begin(newCustomer())
    await open.run(job)
    await open.clock.pass(60_000)
    expect(await open.run(job)).toEqual({ end: 'waits' })
    expect(stands(open, job)).toMatchObject({ state: 'waiting', why: 'processing-time' })
    expect(open.asked).not.toContain('getCustomers')
  })

  test('is also given the processing time if the customer was already there', async () => {
    const open = openRunner()
    const { job, steps } = open.begin(newCustomer())
    const { userid = '', customermappingid = '' } = steps[0]?.payload.send ?? {}
    open.next('getCustomer', answers(200, { userid, customermappingid }))
    open.next('devices', answers(200, []))
    expect(await open.run(job)).toEqual({ end: 'waits' })
    expect(open.load(job.id).steps.map(({ state }) => state)).toEqual(['done', 'open'])
    expect(open.asked).not.toContain(binding)
  })
})

test("a creation whose reply was lost needs the technician's decision if its user ID belongs to another customer", async () => {
  const open = openRunner()
  const { job, steps } = open.begin(newCustomer())
  const { userid = '' } = steps[0]?.payload.send ?? {}
  open.next(creation, noAnswer)
  open.next('getCustomer', absent, answers(200, { userid, firstname: 'Rosa', lastname: 'Marin' }))
  expect(await open.run(job)).toEqual({ end: 'rests' })
  expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'somebody-else' })
})

test('the pause of a job grows only with runs that met a busy platform', async () => {
  const open = openRunner()
  open.next(creation, noAnswer)
  const { job } = open.begin(newCustomer())
  expect(await open.run(job)).toEqual({ end: 'waits' })
  await open.clock.pass(60_000)
  open.next('getCustomer', answers(503, { Message: 'Error' }))
  expect(await open.run(job)).toMatchObject({ end: 'busy' })
  expect(stands(open, job)).toMatchObject({ why: 'platform-busy', waitsUntil: open.clock.elapsed() + 2000 })
})

test('a job that stops because the network fails is announced to the screens', async () => {
  const open = openRunner()
  open.next('GetMacAddressesUnderHostname', notSent)
  const { job } = open.begin(hostnameOnly())
  await open.run(job)
  expect(open.changed).toEqual([job.id])
})

test('a corrected job that has no step left to send ends as done without another call', async () => {
  const open = openRunner()
  open.next('AddMacAddressToHostname', answers(400, { Message: 'No such hostname.' }))
  const { job } = open.begin(newCustomer({ hostname: 'tv.north.example' }))
  await open.run(job)
  expect(stands(open, job)).toMatchObject({ state: 'refused', why: 'platform-refused' })
  const { length } = open.asked
  const payload = payloadOf(newCustomer())
  const keys = { customerKey: undefined, boxKey: undefined }
  open.ledger.revise(stands(open, job), payload, planSteps(payload, open.connection), keys)
  expect(await open.run(job)).toEqual({ end: 'rests' })
  expect(stands(open, job)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
  expect(open.asked).toHaveLength(length)
})

test("a creation is sent again on the technician's demand even if no later reading was understood", async () => {
  const open = openRunner()
  open.next(creation, noAnswer)
  open.next('getCustomer', absent)
  open.always('getCustomer', answers(200, { what: 'ever' }))
  const { job, steps } = open.begin(newCustomer())
  await open.runToRest(job)
  expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'reply-lost-unreadable' })
  const [step] = steps
  if (step === undefined) throw new Error('a step')
  open.ledger.addChoice(stands(open, job), step, 'send-again', 'A. Moreau')
  open.next(creation, (_, carryOut) => {
    open.always('getCustomer', (_, read) => read())
    return carryOut()
  })
  expect(await open.run(job)).toEqual({ end: 'rests' })
  expect(stands(open, job).state).toBe('done')
  expect(open.effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
})

test('a new customer is not done if the platform says that it created none, and shows somebody with only the user ID', async () => {
  const open = openRunner()
  const userid = '4820913775'
  open.next('getCustomer', absent)
  open.always('getCustomer', answers(200, { userid }))
  open.next(creation, answers(200, { userid, created: false }))
  const { job } = open.begin(newCustomer())
  await open.runToRest(job)
  expect(open.load(job.id).steps[0]).toMatchObject({ kind: 'create-customer', state: 'undecided' })
})

test('a call whose reply was lost is not sent again if only the first page of the list was read', async () => {
  const open = openRunner()
  const { job } = open.begin(hostnameOnly())
  open.next('AddMacAddressToHostname', replyLost)
  open.next('GetMacAddressesUnderHostname', answers(200, []))
  open.always('GetMacAddressesUnderHostname', answers(200, ['00:1A:79:00:00:01'], { link: '</2>; rel="next"' }))
  await open.runToRest(job)
  expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'reply-lost-unreadable' })
  expect(open.effects()).toHaveLength(1)
})

describe('a customer of whom the platform shows only the user ID and empty fields', () => {
  test('is created, because no such customer may exist', async () => {
    const open = openRunner()
    const { job } = open.begin(newCustomer())
    open.next('getCustomer', blank)
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
  })

  test('is neither there nor absent after a lost reply', async () => {
    const open = openRunner()
    const { job } = open.begin(newCustomer())
    open.always('getCustomer', blank)
    open.next(creation, noAnswer)
    await open.runToRest(job)
    expect(stands(open, job)).toMatchObject({ state: 'needs-you', why: 'reply-lost-unreadable' })
    expect(open.asked.filter((operation) => operation === creation)).toHaveLength(1)
  })
})

test('a creation whose reply was lost is sent again after the platform said NOT_FOUND with the status 200', async () => {
  const open = openRunner()
  const { job } = open.begin(newCustomer())
  let isThere = false
  open.always('getCustomer', ({ url }, read) =>
    isThere || url.searchParams.get('userid') !== '4820913775'
      ? read()
      : answers(200, { Status: 'NOT_FOUND', Description: 'Customer not found' }),
  )
  open.makeCustomer('rosa.marin')
  open.next(creation, noAnswer, (_, carryOut) => {
    isThere = true
    return carryOut()
  })
  await open.runToRest(job)
  expect(stands(open, job)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
})

test.each([
  { owner: '9990001112' },
  { action: 'removed' },
  { event: 'unassign' },
  { state: 'available' },
  { bind_status: 0 },
  { bindStatus: '已解绑' },
])('a box whose record says %j does not count as bound: the binding is sent, once', async (said) => {
  const open = openRunner()
  open.makeCustomer('rosa.marin')
  const { job, steps } = open.begin(existingCustomer())
  open.next('devices', answers(200, [{ uuid: steps[0]?.payload.send['macAddress'], ...said }]))
  await open.runToRest(job)
  expect(stands(open, job)).toMatchObject({ state: 'done', why: 'seen-on-platform' })
  expect(open.asked.filter((operation) => operation === binding)).toHaveLength(1)
})
