import { describe, expect, test } from 'vitest'
import { planSteps } from '../../../../src/main/jobs/plans.ts'
import { countJobs, createJobViews } from '../../../../src/main/jobs/ledger/views.ts'
import type { Intent } from '../../../../src/shared/domain/activation.ts'
import { jobStates, type JobState } from '../../../../src/shared/domain/job.ts'
import { existingCustomer, hostnameOnly, makeConnection, newCustomer, payloadOf, serialBox } from './make-job.ts'
import { openLedger } from './open-ledger.ts'

const connection = makeConnection()
const key = new Uint8Array([7])

/** A ledger with its views, and one saved job. */
function openShown(intent: Intent = newCustomer({ hostname: 'tv.north.example' }), productName?: string) {
  const open = openLedger()
  const payload = payloadOf(intent, productName === undefined ? {} : { productName })
  const saved = open.save({ id: 'one', payload, steps: planSteps(payload, connection), customerKey: key })
  const views = createJobViews(open.database, open.sealing, open.clock)
  const [first, second, third] = saved.steps
  const row = () => views.list({ connectionId: 'north', limit: 9 }).find(({ id }) => id === 'one')
  const detail = () => views.detail('one')
  return { ...open, ...saved, views, first, second, third, row, detail }
}

const step = <T>(one: T | undefined): T => {
  if (one === undefined) throw new Error('a step')
  return one
}

describe('the row of a job in the list', () => {
  const common = { id: 'one', sequence: 1, connectionId: 'north', state: 'saved', technician: 'Sam' }
  const box = { kind: 'mac', value: '001A79AB12CD' }
  test.each<[string, Intent, string | undefined, Readonly<Record<string, unknown>>]>([
    [
      'a new customer',
      newCustomer({ hostname: 'tv.north.example' }),
      'Basic TV',
      {
        box,
        customerName: 'Amélie Okonkwo',
        userid: '4820913775',
        hostname: 'tv.north.example',
        productName: 'Basic TV',
      },
    ],
    [
      'a new customer whose user ID is not known',
      newCustomer({ logIn: {} }),
      undefined,
      { box, customerName: 'Amélie Okonkwo' },
    ],
    [
      'an existing customer',
      existingCustomer(),
      undefined,
      { box: serialBox.identifier, model: 'MAG 540', userid: 'rosa.marin' },
    ],
    [
      'an existing customer who was looked up',
      existingCustomer({ customerName: 'Rosa Marín' }),
      undefined,
      { box: serialBox.identifier, model: 'MAG 540', customerName: 'Rosa Marín', userid: 'rosa.marin' },
    ],
    ['a hostname', hostnameOnly(), undefined, { box, hostname: 'tv.north.example' }],
    ['a customer who is disabled', { kind: 'disable', userid: 'rosa' }, undefined, { userid: 'rosa' }],
  ])('about %s shows what is known and nothing else', (_, intent, productName, told) => {
    const { row, clock } = openShown(intent, productName)
    const times = { createdAt: clock.now(), updatedAt: clock.now() }
    expect(row()).toStrictEqual({ ...common, kind: intent.kind, ...times, ...told })
  })

  test('shows the reason of the state only while the job has one', () => {
    const { ledger, job, row } = openShown()
    ledger.standJob(job, { state: 'waiting', why: 'network' })
    expect(row()).toMatchObject({ why: { code: 'network' } })
    expect(row()).not.toHaveProperty('waitsUntil')
    ledger.standJob(job, { state: 'saved' })
    expect(row()).not.toHaveProperty('why')
  })

  test('shows how the job ended even if it was purged', () => {
    const { database, row, views } = openShown()
    expect(views.isPurged('one')).toBe(false)
    database.exec("UPDATE job SET sealed = x'', purged_at = 1, state = 'done'")
    expect(row()).toMatchObject({ state: 'done', isPurged: true })
    expect([views.isPurged('one'), views.isPurged('none')]).toEqual([true, false])
  })

  test("can be read by the job's id, and does not exist for an unknown job", () => {
    const { views, row } = openShown()
    expect(views.summary('one')).toEqual(row())
    expect(views.summary('none')).toBeUndefined()
  })

  test('shows where the job came from', () => {
    const { database, ledger, row, detail } = openShown()
    ledger.atOnce(() => database.exec("UPDATE job SET origin = 'restored'"))
    expect(row()).toMatchObject({ origin: 'restored' })
    expect(detail()?.summary).toMatchObject({ origin: 'restored' })
  })
})

describe('the details of a job', () => {
  test('have the request and the possible actions, and no status of the customer before a reading', () => {
    const { detail, row } = openShown()
    expect(detail()).toEqual({
      summary: row(),
      intent: newCustomer({ hostname: 'tv.north.example' }),
      customermappingid: 'AB23CD-01JZZZZZZZZZZZZZZZZZZZZZZZ',
      revision: 1,
      steps: [expect.anything(), expect.anything(), expect.anything()] as unknown,
      customerBinding: 'not-yet',
      hostnameBinding: 'not-yet',
      actions: ['drop'],
    })
  })

  test('have no mapping id if none was made', () => {
    expect(openShown(existingCustomer()).detail()).not.toHaveProperty('customermappingid')
  })

  test.each([
    [{ status: 'Active' }, { customerStatus: 'Active' }],
    [{ endDate: '2028-01-15' }, { endDate: '2028-01-15' }],
  ])('show what was last read of the customer: %j', (seen, told) => {
    const { ledger, job, first, detail } = openShown()
    ledger.addReading(job, step(first), 'getCustomer', 'present', 200, { status: 'Pending', endDate: '2027-01-01' })
    ledger.addReading(job, step(first), 'getCustomer', 'present', 200, seen)
    ledger.addReading(job, step(first), 'getCustomer', 'unreached', undefined, {})
    const { customerStatus, endDate } = detail() ?? {}
    expect(JSON.parse(JSON.stringify({ customerStatus, endDate }))).toEqual(told)
  })

  test.each(['somebody-else', 'several', 'absent', 'unclear'] as const)(
    'show no status and no end date of a customer with the finding "%s"',
    (finding) => {
      const { ledger, job, first, detail } = openShown()
      const other = { status: 'Active', endDate: '2027-10-20' }
      ledger.addReading(job, step(first), 'getCustomer', finding, 200, other)
      ledger.beginAttempt(job, step(first), key, other)
      ledger.endAttempt(job, step(first), 'refused', 406, {})
      expect(detail()).not.toHaveProperty('customerStatus')
      expect(detail()).not.toHaveProperty('endDate')
    },
  )

  test("still show the status of the job's own customer after a read of another customer", () => {
    const { ledger, job, first, detail } = openShown()
    ledger.addReading(job, step(first), 'getCustomer', 'present', 200, { status: 'Pending', endDate: '2028-01-15' })
    ledger.addReading(job, step(first), 'getCustomer', 'somebody-else', 200, {
      status: 'Active',
      endDate: '2027-10-20',
    })
    expect(detail()).toMatchObject({ customerStatus: 'Pending', endDate: '2028-01-15' })
  })

  test('show which attempt is only assumed, and no status for an attempt without an answer', () => {
    const { ledger, job, first, detail, database } = openShown()
    ledger.beginAttempt(job, step(first), key, {})
    ledger.endAttempt(job, step(first), 'unknown', undefined, {})
    ledger.atOnce(() =>
      database.exec(`INSERT INTO entry (step_id, revision, type, at, lived, operation)
        SELECT step_id, revision, 'attempt', at, lived, operation FROM entry WHERE sequence = 1`),
    )
    const [attempt, assumed] = detail()?.steps[0]?.attempts ?? []
    expect([attempt, assumed].map((one) => [one?.isAssumed, one && 'status' in one])).toEqual([
      [undefined, false],
      [true, false],
    ])
  })
})

/** The explanation that a job in this state shows after these events. */
const explain = (
  state: JobState,
  why: 'platform-refused' | 'reply-lost-absent',
  happened: readonly (readonly [what: string, message?: string])[],
) => {
  const { ledger, job, first, detail } = openShown()
  const one = step(first)
  ledger.beginAttempt(job, one, key, {})
  for (const [what, message] of happened) {
    const seen = message === undefined ? {} : { message }
    if (what === 'refused' || what === 'unknown') ledger.endAttempt(job, one, what, 400, seen)
    else ledger.addReading(job, one, 'getCustomer', 'absent', 404, seen)
  }
  ledger.standJob(job, { state, why })
  return detail()?.summary.why
}

describe("the platform's words beside the reason of a job", () => {
  test('are those of the refusal if the job was refused, whatever was read afterwards', () => {
    const said = explain('refused', 'platform-refused', [
      ['reading', 'Customer not found.'],
      ['refused', 'No such product.'],
      ['reading', 'Customer not found.'],
    ])
    expect(said).toEqual({ code: 'platform-refused', detail: 'No such product.' })
  })
  test('are absent if the refusal had no words, even if other answers had some', () => {
    const said = explain('refused', 'platform-refused', [
      ['unknown', 'Gateway timeout'],
      ['refused'],
      ['reading', 'Customer not found.'],
    ])
    expect(said).toEqual({ code: 'platform-refused' })
  })
  test('are those of the last changing call if the job was not refused', () => {
    const said = explain('needs-you', 'reply-lost-absent', [
      ['refused', 'No such product.'],
      ['reading', 'Come back later.'],
      ['reading', 'Customer not found.'],
      ['reading'],
    ])
    expect(said).toEqual({ code: 'reply-lost-absent', detail: 'No such product.' })
  })
  test('are absent if the platform said nothing', () => {
    expect(explain('needs-you', 'reply-lost-absent', [])).toStrictEqual({ code: 'reply-lost-absent' })
  })
  test('never come from the stored attempt itself', () => {
    const { ledger, job, first, detail } = openShown()
    ledger.beginAttempt(job, step(first), key, { message: 'not the platform' })
    ledger.standJob(job, { state: 'waiting', why: 'network' })
    expect(detail()?.summary.why).toEqual({ code: 'network' })
  })
})

describe('the two binding statuses of a job', () => {
  test('are "not asked for" once a correction has skipped their step', () => {
    const { ledger, job, detail } = openShown()
    const payload = payloadOf(newCustomer())
    ledger.revise(job, payload, planSteps(payload, connection), { customerKey: undefined, boxKey: undefined })
    expect(detail()).toMatchObject({ customerBinding: 'not-yet', hostnameBinding: 'not-asked-for' })
  })
  test('depend on the last reading, not on a later choice of a technician', () => {
    const { ledger, job, second, detail } = openShown()
    ledger.addReading(job, step(second), 'devices', 'absent', 200, {})
    ledger.addChoice(job, step(second), 'check-again', 'A. Moreau')
    expect(detail()?.customerBinding).toBe('off')
  })
})

describe('on a connection,', () => {
  test.each(jobStates)('a job with the state "%s" is counted in that state and in no other', (state) => {
    const { ledger, job, database } = openShown()
    ledger.standJob(job, { state })
    const counts = countJobs(database, 'north')
    const own = state === 'needs-you' ? 'needsYou' : state
    expect(counts[own]).toBe(1)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1)
  })

  test('the unsent jobs are counted, and the time of the oldest is given', async () => {
    const { ledger, job, save, clock, views } = openShown()
    const oldest = clock.now()
    await clock.pass(1000)
    save({ id: 'two' })
    save({ id: 'elsewhere', connectionId: 'south' })
    expect(views.unsent('north')).toEqual({ count: 2, oldest })
    ledger.standJob(job, { state: 'done' })
    expect(views.unsent('north')).toEqual({ count: 1, oldest: oldest + 1000 })
    expect(views.unsent('west')).toEqual({ count: 0, oldest: undefined })
  })

  test('the jobs about a customer are listed newest first, whatever their state', () => {
    const { save, ledger, views } = openShown()
    ledger.standJob(save({ id: 'two', customerKey: key }).job, { state: 'refused' })
    save({ id: 'elsewhere', customerKey: key, connectionId: 'south' })
    save({ id: 'another' })
    expect(views.about('north', key).map(({ id }) => id)).toEqual(['two', 'one'])
  })

  test('the jobs about a customer with many jobs include the one that created the customer', () => {
    const { save, ledger, views } = openShown()
    const payload = payloadOf(existingCustomer())
    const more = Array.from({ length: 25 }, (_, index) => `more-${String(index)}`)
    ledger.standJob(save({ id: 'refused', customerKey: key }).job, { state: 'refused' })
    for (const id of more) save({ id, payload, steps: planSteps(payload, connection), customerKey: key })
    const shown = views.about('north', key).map(({ id }) => id)
    expect(shown).toEqual([...more.toReversed().slice(0, 20), 'one'])
  })
})
