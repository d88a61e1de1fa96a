import { describe, expect, test } from 'vitest'
import { countJobs, createJobViews } from '../../../../../src/main/jobs/ledger/views.ts'
import { planSteps } from '../../../../../src/main/jobs/plans.ts'
import type { JobState } from '../../../../../src/shared/domain/job.ts'
import { existingCustomer, hostnameOnly, makeConnection, newCustomer, payloadOf } from '../make-job.ts'
import { openLedger } from '../open-ledger.ts'

const print = new Uint8Array(32)

/** A ledger with its views, and one new customer with a hostname. */
function openViews() {
  const open = openLedger()
  const payload = payloadOf(newCustomer({ hostname: 'tv.north.example' }), { productName: 'Basic TV' })
  const saved = open.save({ id: 'first', payload, steps: planSteps(payload, makeConnection()) })
  const [creation, binding, hostname] = saved.steps
  if (!creation || !binding || !hostname) throw new Error('three steps')
  return {
    ...open,
    ...saved,
    creation,
    binding,
    hostname,
    views: createJobViews(open.database, open.sealing, open.clock),
  }
}

test('the row of a job shows the technician, the customer, the box and the connection, but no password', () => {
  const { views } = openViews()
  const [row] = views.list({ connectionId: 'north', limit: 5 })
  expect(row).toMatchObject({
    id: 'first',
    kind: 'new-customer',
    state: 'saved',
    box: { kind: 'mac', value: '001A79AB12CD' },
    customerName: 'Amélie Okonkwo',
    userid: '4820913775',
    hostname: 'tv.north.example',
    productName: 'Basic TV',
    technician: 'Sam',
  })
  expect(JSON.stringify(row)).not.toContain('kv7tm2xwpa')
})

test('the rows of one connection come newest first, a page at a time, in the states that are asked for', () => {
  const { views, save, ledger } = openViews()
  for (const id of ['b', 'c', 'd']) save({ id, payload: payloadOf(hostnameOnly()) })
  save({ id: 'elsewhere', connectionId: 'south' })
  ledger.standJob(save({ id: 'e', payload: payloadOf(existingCustomer()) }).job, { state: 'refused' })
  const ids = (query: Partial<Parameters<typeof views.list>[0]>) =>
    views.list({ connectionId: 'north', limit: 9, ...query }).map(({ id }) => id)
  expect(ids({})).toEqual(['e', 'd', 'c', 'b', 'first'])
  expect(ids({ limit: 2 })).toEqual(['e', 'd'])
  expect(ids({ before: views.list({ connectionId: 'north', limit: 2 })[1]?.sequence })).toEqual(['c', 'b', 'first'])
  expect(ids({ states: ['refused'] })).toEqual(['e'])
  expect(ids({ states: ['refused', 'done'], before: 1 })).toEqual([])
})

const bindings = ({ views }: ReturnType<typeof openViews>) => {
  const { customerBinding, hostnameBinding } = views.detail('first') ?? {}
  return [customerBinding, hostnameBinding]
}

describe('the two binding statuses of a job', () => {
  test('are "not yet" before anything was read', () => {
    expect(bindings(openViews())).toEqual(['not-yet', 'not-yet'])
  })
  test(`are "on" once the platform's own lists show the box`, () => {
    const open = openViews()
    open.ledger.settleStep(open.job, open.binding, 'done', { state: 'checking' })
    expect(bindings(open)).toEqual(['on', 'not-yet'])
    open.ledger.settleStep(open.job, open.hostname, 'done', { state: 'checking' })
    expect(bindings(open)).toEqual(['on', 'on'])
  })
  test('are "off" if the list does not have the box, and "unread" if the list was not understood', () => {
    const open = openViews()
    open.ledger.addReading(open.job, open.binding, 'devices', 'absent', 200, {})
    open.ledger.addReading(open.job, open.hostname, 'GetMacAddressesUnderHostname', 'unclear', 200, {})
    expect(bindings(open)).toEqual(['off', 'unread'])
  })
  test.each(['unreached', 'credentials'] as const)(
    'are "unread" if a call was sent and the list was not read afterwards (%s), and "not yet" if no call was sent',
    (result) => {
      const open = openViews()
      open.ledger.addReading(open.job, open.binding, 'devices', result, 401, {})
      expect(bindings(open)).toEqual(['not-yet', 'not-yet'])
      open.ledger.beginAttempt(open.job, open.binding, print, {})
      open.ledger.endAttempt(open.job, open.binding, 'unknown', undefined, {})
      open.ledger.addReading(open.job, open.binding, 'devices', result, 401, {})
      expect(bindings(open)).toEqual(['unread', 'not-yet'])
    },
  )
  test('are "unread" if the technician must decide and no list was read', () => {
    const open = openViews()
    open.ledger.settleStep(open.job, open.binding, 'undecided', { state: 'needs-you', why: 'password-asked' })
    expect(bindings(open)).toEqual(['unread', 'not-yet'])
  })
  test('do not become "on" just because the platform accepted the call', () => {
    const open = openViews()
    open.ledger.endAttempt(open.job, open.binding, 'accepted', 200, {})
    open.ledger.settleStep(open.job, open.hostname, 'unconfirmed', { state: 'unconfirmed' })
    expect(bindings(open)).toEqual(['not-yet', 'unread'])
  })
  test('are "not asked for" if the job does not ask for them', () => {
    const { save, views } = openViews()
    const payload = payloadOf(hostnameOnly())
    save({ id: 'h', payload, steps: planSteps(payload, makeConnection()) })
    expect(views.detail('h')).toMatchObject({ customerBinding: 'not-asked-for', hostnameBinding: 'not-yet' })
  })
})

test("the details of a job show its attempts and readings with the platform's answers", () => {
  const { ledger, job, creation, views, clock } = openViews()
  ledger.addReading(job, creation, 'getCustomer', 'absent', 404, { message: 'Customer not found.' })
  ledger.beginAttempt(job, creation, print, { before: 'absent' })
  ledger.endAttempt(job, creation, 'unknown', undefined, { failure: 'connection-reset' })
  ledger.beginAttempt(job, creation, print, {})
  ledger.endAttempt(job, creation, 'token-refused', 401, { message: 'Invalid company token.' })
  ledger.addReading(job, creation, 'getCustomer', 'credentials', 401, { raw: '{"x":1}' })
  ledger.addReading(job, creation, 'getCustomer', 'present', 200, { status: 'Pending', endDate: '2028-01-15' })
  const detail = views.detail('first')
  expect(detail?.steps[0]).toMatchObject({
    attempts: [
      { number: 1, startedAt: clock.now(), endedAt: clock.now(), outcome: 'unknown' },
      { number: 2, outcome: 'refused', status: 401, message: 'Invalid company token.' },
    ],
    readings: [
      { finding: 'absent', status: 404, message: 'Customer not found.' },
      { finding: 'unclear', raw: '{"x":1}' },
      { finding: 'present', status: 200 },
    ],
  })
  expect(detail).toMatchObject({ customerStatus: 'Pending', endDate: '2028-01-15', revision: 1 })
  expect(detail?.intent).toMatchObject({ logIn: { userid: '4820913775', password: 'kv7tm2xwpa' } })
})

test.each<[JobState, string | undefined]>([
  ['refused', 'No such product.'],
  ['needs-you', 'No such product.'],
  ['done', undefined],
])(`the platform's words beside the reason of a job that is "%s" are: %s`, (state, detail) => {
  const { ledger, job, creation, views } = openViews()
  ledger.endAttempt(job, creation, 'refused', 400, { message: 'No such product.' })
  ledger.standJob(job, { state, why: 'platform-refused' })
  expect(views.detail('first')?.summary.why?.detail).toBe(detail)
})

test("the details of a job show a technician's decision with the name and the reason", () => {
  const { ledger, job, creation, views } = openViews()
  ledger.addChoice(job, creation, 'check-again', 'A. Moreau')
  ledger.drop(job, [creation], 'the customer left', 'K. Adeyemi')
  expect(views.detail('first')?.steps[0]?.choices).toMatchObject([
    { action: 'check-again', by: 'A. Moreau' },
    { action: 'drop', by: 'K. Adeyemi', reason: 'the customer left' },
  ])
})

test('a job that waits for a time shows that time by the clock of the computer', async () => {
  const { ledger, job, views, clock } = openViews()
  await clock.pass(7000)
  ledger.standJob(job, { state: 'waiting', why: 'platform-busy', waitsUntil: clock.elapsed() + 5000 })
  clock.set(Date.UTC(2031, 0, 1))
  const due = Date.UTC(2031, 0, 1) + 5000
  expect(views.list({ connectionId: 'north', limit: 1 })[0]?.waitsUntil).toBe(due)
  expect(views.detail('first')?.summary.waitsUntil).toBe(due)
})

test('the jobs for a box or customer are found by key, without those that were refused or dropped', () => {
  const { views, save, ledger } = openViews()
  const boxKey = new Uint8Array([1])
  const customerKey = new Uint8Array([2])
  save({ id: 'kept', boxKey, customerKey })
  ledger.standJob(save({ id: 'refused', boxKey }).job, { state: 'refused' })
  const dropped = save({ id: 'dropped', boxKey })
  ledger.drop(dropped.job, dropped.steps, 'no', 'A. Moreau')
  save({ id: 'elsewhere', boxKey, connectionId: 'south' })
  expect(views.holding('north', { boxKey }).map(({ id }) => id)).toEqual(['kept'])
  expect(views.holding('north', { customerKey }).map(({ id }) => id)).toEqual(['kept'])
})

test('the job that creates a customer is found however many jobs of the customer are newer', () => {
  const { views, save } = openViews()
  const customerKey = new Uint8Array([2])
  save({ id: 'creation', customerKey })
  const payload = payloadOf(existingCustomer())
  for (let count = 0; count < 11; count += 1) save({ id: `later-${String(count)}`, payload, customerKey })
  save({ id: 'elsewhere', customerKey, connectionId: 'south' })
  expect(views.creating('north', customerKey).map(({ id }) => id)).toEqual(['creation'])
})

test('a row that cannot be opened shows its unsealed values, and does not hide other rows', () => {
  const { views, save, database } = openViews()
  save({ id: 'second' })
  database.exec("UPDATE job SET sealed = zeroblob(60) WHERE id = 'first'")
  const rows = views.list({ connectionId: 'north', limit: 5 })
  expect(rows.map(({ id }) => id)).toEqual(['second', 'first'])
  expect(rows[1]).toMatchObject({ why: { code: 'unreadable-record' }, technician: '' })
})

test('jobs are counted by state without opening one', () => {
  const { database, save, ledger } = openViews()
  ledger.standJob(save().job, { state: 'needs-you' })
  save({ connectionId: 'south' })
  database.exec('UPDATE job SET sealed = zeroblob(1)')
  expect(countJobs(database, 'north')).toMatchObject({ saved: 1, needsYou: 1, done: 0 })
})

test('an unknown job has no details', () => {
  expect(openViews().views.detail('none')).toBeUndefined()
})

const said = ({ views }: ReturnType<typeof openViews>) => views.detail('first')?.summary.why?.detail

describe("the platform's words beside the reason of a job", () => {
  const refusal = 'The package is sold out.'

  test('are those of the answer to the call, not those of a later reading', () => {
    const open = openViews()
    open.ledger.beginAttempt(open.job, open.creation, print, {})
    open.ledger.endAttempt(open.job, open.creation, 'unknown', 200, { message: 'Queued for approval.' })
    open.ledger.addReading(open.job, open.creation, 'getCustomer', 'absent', 404, { message: 'Customer not found.' })
    open.ledger.standJob(open.job, { state: 'needs-you', why: 'reply-lost-absent' })
    expect(said(open)).toBe('Queued for approval.')
    open.ledger.standJob(open.job, { state: 'waiting', why: 'processing-time' })
    expect(said(open)).toBe('Queued for approval.')
  })

  test('are absent if no call has been answered', () => {
    const open = openViews()
    open.ledger.addReading(open.job, open.creation, 'getCustomer', 'absent', 404, { message: 'Customer not found.' })
    open.ledger.standJob(open.job, { state: 'waiting', why: 'network' })
    expect(said(open)).toBeUndefined()
  })

  test('are those of the failing reading if the readings fail', () => {
    const open = openViews()
    open.ledger.addReading(open.job, open.creation, 'getCustomer', 'unreached', 500, { message: 'Object reference.' })
    open.ledger.standJob(open.job, { state: 'needs-you', why: 'keeps-failing' })
    expect(said(open)).toBe('Object reference.')
  })

  test('are those of the refused step, not those of a step that succeeded before it', () => {
    const open = openViews()
    open.ledger.beginAttempt(open.job, open.creation, print, {})
    open.ledger.endAttempt(open.job, open.creation, 'accepted', 200, { message: 'Customer added.' })
    open.ledger.beginAttempt(open.job, open.binding, print, {})
    open.ledger.endAttempt(open.job, open.binding, 'refused', 400, { message: refusal })
    open.ledger.standJob(open.job, { state: 'refused', why: 'platform-refused' })
    expect(said(open)).toBe(refusal)
  })
})

test('a job that waits behind another job says whether that other job needs the technician', () => {
  const { save, ledger, views, sealing } = openViews()
  const keys = { customerKey: sealing.keyedHash('rosa'), boxKey: sealing.keyedHash('box') }
  const blocking = save({ id: 'blocking', ...keys }).job
  save({ id: 'same customer', ...keys, boxKey: sealing.keyedHash('other box') })
  save({ id: 'same box', ...keys, customerKey: sealing.keyedHash('other') })
  save({ id: 'elsewhere', ...keys, connectionId: 'south' })
  const waiting = () => ['same customer', 'same box', 'elsewhere', 'first'].map((id) => views.summary(id)?.why?.code)
  expect(waiting()).toEqual(['sending-order', 'sending-order', undefined, undefined])
  ledger.standJob(blocking, { state: 'needs-you', why: 'cannot-tell' })
  expect(waiting()).toEqual(['behind-needs-you', 'behind-needs-you', undefined, undefined])
  expect(ledger.idsBehind(blocking)).toEqual(['same customer', 'same box'])
  ledger.standJob(blocking, { state: 'dropped' })
  expect(waiting()).toEqual([undefined, undefined, undefined, undefined])
})
