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

describe('a row of the list', () => {
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
      'a new customer whose log-in is not known',
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
  ])('about %s tells what is known, and nothing else', (_, intent, productName, told) => {
    const { row, clock } = openShown(intent, productName)
    const times = { createdAt: clock.now(), updatedAt: clock.now() }
    expect(row()).toStrictEqual({ ...common, kind: intent.kind, ...times, ...told })
  })

  test('gives its reason, and until when it waits, while it has them', () => {
    const { ledger, job, row } = openShown()
    ledger.standJob(job, { state: 'waiting', why: 'network' })
    expect(row()).toMatchObject({ why: { code: 'network' } })
    expect(row()).not.toHaveProperty('waitsUntil')
    ledger.standJob(job, { state: 'saved' })
    expect(row()).not.toHaveProperty('why')
  })

  test('of a purged job tells how it ended', () => {
    const { database, row, views } = openShown()
    expect(views.isPurged('one')).toBe(false)
    database.exec("UPDATE job SET sealed = x'', purged_at = 1, state = 'done'")
    expect(row()).toMatchObject({ state: 'done', isPurged: true })
    expect([views.isPurged('one'), views.isPurged('none')]).toEqual([true, false])
  })

  test('is given alone by its id, and there is none of a job that is not there', () => {
    const { views, row } = openShown()
    expect(views.summary('one')).toEqual(row())
    expect(views.summary('none')).toBeUndefined()
  })

  test('tells where a job came from', () => {
    const { database, ledger, row, detail } = openShown()
    ledger.atOnce(() => database.exec("UPDATE job SET origin = 'restored'"))
    expect(row()).toMatchObject({ origin: 'restored' })
    expect(detail()?.summary).toMatchObject({ origin: 'restored' })
  })
})

describe('all of a job', () => {
  test('has what was asked for, what can be done, and no more than was told', () => {
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

  test('has no mapping id where none was made', () => {
    expect(openShown(existingCustomer()).detail()).not.toHaveProperty('customermappingid')
  })

  test.each([
    [{ status: 'Active' }, { customerStatus: 'Active' }],
    [{ endDate: '2028-01-15' }, { endDate: '2028-01-15' }],
  ])('has of the customer what was told last: %j', (seen, told) => {
    const { ledger, job, first, detail } = openShown()
    ledger.addReading(job, step(first), 'getCustomer', 'present', 200, { status: 'Pending', endDate: '2027-01-01' })
    ledger.addReading(job, step(first), 'getCustomer', 'present', 200, seen)
    ledger.addReading(job, step(first), 'getCustomer', 'unreached', undefined, {})
    const { customerStatus, endDate } = detail() ?? {}
    expect(JSON.parse(JSON.stringify({ customerStatus, endDate }))).toEqual(told)
  })

  test.each(['somebody-else', 'several', 'absent', 'unclear'] as const)(
    'has no status and no end date of a customer who was not found to be its own: %s',
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

  test('keeps what its own customer was shown with when another one is read later', () => {
    const { ledger, job, first, detail } = openShown()
    ledger.addReading(job, step(first), 'getCustomer', 'present', 200, { status: 'Pending', endDate: '2028-01-15' })
    ledger.addReading(job, step(first), 'getCustomer', 'somebody-else', 200, {
      status: 'Active',
      endDate: '2027-10-20',
    })
    expect(detail()).toMatchObject({ customerStatus: 'Pending', endDate: '2028-01-15' })
  })

  test('has the status of each entry that came with one, and says which attempt is only assumed', () => {
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

/** The explanation after these, of a job in this state. */
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

describe('the words that explain a job', () => {
  test('of a refusal are its own, whatever was read afterwards', () => {
    const said = explain('refused', 'platform-refused', [
      ['reading', 'Customer not found.'],
      ['refused', 'No such product.'],
      ['reading', 'Customer not found.'],
    ])
    expect(said).toEqual({ code: 'platform-refused', detail: 'No such product.' })
  })
  test('of a refusal without words are none, whatever was said before and after', () => {
    const said = explain('refused', 'platform-refused', [
      ['unknown', 'Gateway timeout'],
      ['refused'],
      ['reading', 'Customer not found.'],
    ])
    expect(said).toEqual({ code: 'platform-refused' })
  })
  test('of anything else are those of the last call', () => {
    const said = explain('needs-you', 'reply-lost-absent', [
      ['refused', 'No such product.'],
      ['reading', 'Come back later.'],
      ['reading', 'Customer not found.'],
      ['reading'],
    ])
    expect(said).toEqual({ code: 'reply-lost-absent', detail: 'No such product.' })
  })
  test('are none where none were said', () => {
    expect(explain('needs-you', 'reply-lost-absent', [])).toStrictEqual({ code: 'reply-lost-absent' })
  })
  test('are the platform’s, and not what stood with an attempt', () => {
    const { ledger, job, first, detail } = openShown()
    ledger.beginAttempt(job, step(first), key, { message: 'not the platform' })
    ledger.standJob(job, { state: 'waiting', why: 'network' })
    expect(detail()?.summary.why).toEqual({ code: 'network' })
  })
})

describe('the lights', () => {
  test('are not asked for once a correction skipped their step', () => {
    const { ledger, job, detail } = openShown()
    const payload = payloadOf(newCustomer())
    ledger.revise(job, payload, planSteps(payload, connection), { customerKey: undefined, boxKey: undefined })
    expect(detail()).toMatchObject({ customerBinding: 'not-yet', hostnameBinding: 'not-asked-for' })
  })
  test('go by what was read, not by what a person chose since', () => {
    const { ledger, job, second, detail } = openShown()
    ledger.addReading(job, step(second), 'devices', 'absent', 200, {})
    ledger.addChoice(job, step(second), 'check-again', 'A. Moreau')
    expect(detail()?.customerBinding).toBe('off')
  })
})

describe('of a connection', () => {
  test.each(jobStates)('a job that is %s is counted as that, and as nothing else', (state) => {
    const { ledger, job, database } = openShown()
    ledger.standJob(job, { state })
    const counts = countJobs(database, 'north')
    const own = state === 'needs-you' ? 'needsYou' : state
    expect(counts[own]).toBe(1)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1)
  })

  test('what is not sent is counted, and the oldest of it named', async () => {
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

  test('the jobs about a customer are told, newest first, whatever became of them', () => {
    const { save, ledger, views } = openShown()
    ledger.standJob(save({ id: 'two', customerKey: key }).job, { state: 'refused' })
    save({ id: 'elsewhere', customerKey: key, connectionId: 'south' })
    save({ id: 'another' })
    expect(views.about('north', key).map(({ id }) => id)).toEqual(['two', 'one'])
  })
})
