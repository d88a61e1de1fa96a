import { describe, expect, test, vi } from 'vitest'
import { createJobViews } from '../../../../src/main/jobs/ledger/views.ts'
import {
  blob,
  type EntryPayload,
  entryPayloadSchema,
  type Job,
  sealedAs,
} from '../../../../src/main/jobs/ledger/rows.ts'
import { onCommit } from '../../../../src/main/storage/database.ts'
import type { Intent } from '../../../../src/shared/domain/activation.ts'
import type { StepView } from '../../../../src/shared/domain/job.ts'
import { madePassword } from '../../../faults/inside/direct-platform.ts'
import { readCommitted } from './read-committed.ts'
import { existingCustomer, hostnameOnly, macBox, newCustomer } from './make-job.ts'
import { newCustomerAlone } from './open-ledger.ts'
import { answers, noAnswer, notSent, openRunner, replyLost, type OpenRunner } from './open-runner.ts'

/** What was written down with the first verdict of a job. */
const readVerdict = ({ database, sealing, load }: OpenRunner, { id }: Job): EntryPayload | undefined => {
  const row = database.prepare("SELECT at, step_id, sealed FROM entry WHERE type = 'verdict' ORDER BY sequence").get()
  const step = load(id).steps.find((one) => one.id === row?.['step_id'])
  if (step === undefined) return undefined
  const as = sealedAs.entry(step.id, Number(row?.['at']), 'verdict')
  return entryPayloadSchema.parse(JSON.parse(sealing.open(as, blob(row?.['sealed']))))
}

const creation = 'addCustomerWithDevice'
const noSuchProduct = { Message: 'No such product.' }
const renewal: Intent = { kind: 'renewal', userid: 'rosa.marin', months: 3, days: 0, from: 'end-date' }

/** A job’s first step as a screen shows it. */
const shownStep = ({ database, sealing, clock }: OpenRunner, { id }: Job, index = 0): StepView => {
  const step = createJobViews(database, sealing, clock).detail(id)?.steps[index]
  if (step === undefined) throw new Error('a step')
  return step
}

describe('what a job keeps of an answer', () => {
  test('is the words, the status and the whole text of a refusal', async () => {
    const open = openRunner()
    open.next(creation, answers(400, noSuchProduct))
    const { job } = open.begin(newCustomer())
    await open.run(job)
    expect(shownStep(open, job).attempts).toMatchObject([
      { outcome: 'refused', status: 400, message: 'No such product.', raw: JSON.stringify(noSuchProduct) },
    ])
  })

  test('is only the outcome if the call was accepted', async () => {
    const open = openRunner()
    const { job } = open.begin(newCustomer())
    await open.run(job)
    const [attempt] = shownStep(open, job).attempts
    expect(attempt).toMatchObject({ outcome: 'accepted', status: 200 })
    expect(attempt).not.toHaveProperty('raw')
  })

  test('is the whole text if an operation of the console was accepted, because an engineer reads it', async () => {
    const open = openRunner()
    const box = '00:1a:79:ab:12:cd'
    const values = { macAddress: box, hostname: open.connection.hostnames[0] ?? '' }
    const { job } = open.begin({ kind: 'console', operation: 'AddMacAddressToHostname', values })
    await open.run(job)
    expect(shownStep(open, job).attempts[0]?.raw).toBeTruthy()
  })

  test('is the whole text of a list only if the list was not understood', async () => {
    const open = openRunner()
    open.next('GetMacAddressesUnderHostname', answers(200, { what: 'ever' }))
    const { job } = open.begin(hostnameOnly())
    await open.run(job)
    const [unclear, present] = shownStep(open, job).readings
    expect(unclear).toMatchObject({ finding: 'unclear', status: 200, raw: '{"what":"ever"}' })
    expect(present).toMatchObject({ finding: 'present', status: 200 })
    expect(present).not.toHaveProperty('raw')
  })

  test('is only the beginning of a long text that was not understood', async () => {
    const open = openRunner()
    open.next('GetMacAddressesUnderHostname', answers(200, { what: 'x'.repeat(9000) }))
    const { job } = open.begin(hostnameOnly())
    await open.run(job)
    expect(shownStep(open, job).readings[0]?.raw).toHaveLength(4000)
  })

  test("is the platform's message if the customer does not exist", async () => {
    const open = openRunner()
    open.next('getCustomer', answers(404, { Message: 'Customer not found.' }))
    const { job } = open.begin(newCustomer())
    await open.run(job)
    expect(shownStep(open, job).readings[0]).toMatchObject({ finding: 'absent', message: 'Customer not found.' })
  })

  test('is the cause of the failure if no answer came', async () => {
    const open = openRunner()
    open.next('getCustomer', notSent)
    const { job, steps } = open.begin(newCustomer())
    await open.run(job)
    expect(steps[0] && open.ledger.lastSeen(steps[0], 1, 'reading')).toEqual({ failure: 'connection-refused' })
  })

  test('is nothing if the answer was empty', async () => {
    const open = openRunner()
    open.next(creation, { reach: 'answered', status: 400, headers: {}, text: '' })
    const { job } = open.begin(newCustomer())
    await open.runToRest(job)
    expect(shownStep(open, job).attempts[0]).not.toHaveProperty('raw')
  })
})

describe('what a job keeps of the customer', () => {
  test('is the subscription before and after a renewal, and the finding before the renewal', async () => {
    const open = openRunner()
    open.makeCustomer('rosa.marin')
    const { job, steps } = open.begin(renewal)
    await open.run(job)
    const { attempts, readings } = shownStep(open, job)
    const [before, after] = readings
    expect(attempts[0]?.before).toEqual(before?.subscription)
    expect(before?.subscription).toMatchObject({ endDate: '2028-01-15' })
    expect(before?.subscription?.product).toBeTruthy()
    expect(after?.subscription).toMatchObject({ endDate: '2028-04-15' })
    expect(steps[0] && open.ledger.lastSeen(steps[0], 1, 'attempt')).toMatchObject({ before: 'absent' })
  })

  test('is the status if the reading shows a status', async () => {
    const open = openRunner()
    open.makeCustomer('rosa.marin')
    const { job } = open.begin({ kind: 'disable', userid: 'rosa.marin', password: madePassword })
    await open.run(job)
    expect(shownStep(open, job).readings.map(({ subscription }) => subscription?.status)).toEqual([
      'Pending',
      'Disabled',
    ])
  })

  test('is the last finding before the attempt, not the first', async () => {
    const open = openRunner()
    open.next('getCustomer', answers(200, { what: 'ever' }))
    open.next(creation, notSent)
    const { job, steps } = open.begin(newCustomer())
    await open.run(job)
    expect(steps[0] && open.ledger.lastSeen(steps[0], 1, 'attempt')?.before).toBe('unclear')
    await open.run(job)
    expect(steps[0] && open.ledger.lastSeen(steps[0], 1, 'attempt')?.before).toBe('absent')
  })
})

/** A platform that creates the customer under this user ID, and shows it. */
function issue(open: OpenRunner, userid: string): void {
  let shown: Readonly<Record<string, string>> | undefined
  const get = () => (shown === undefined ? answers(404, '') : answers(200, shown))
  open.always('getCustomer', get)
  open.always('getCustomers', () => answers(200, { customers: shown === undefined ? [] : [shown], has_next: false }))
  open.always('devices', () => answers(200, [{ macAddress: macBox.identifier.value }]))
  for (const operation of ['addCustomer', creation] as const)
    open.always(operation, ({ url: { searchParams } }) => {
      shown = { ...Object.fromEntries(searchParams), userid }
      return answers(200, { loginid: userid, password: 'x1y2z3' })
    })
}

describe('platform-issued credentials', () => {
  const unnamed = newCustomer({ logIn: {} })
  const made = async (open: OpenRunner) => {
    const { job } = open.begin(unnamed)
    const end = await open.runToRest(job)
    const { intent } = open.load(job.id).job.payload
    return { end, job: open.load(job.id).job, logIn: 'made' in intent ? intent.made : undefined }
  }

  test('are taken from the reply, and the box is bound with them', async () => {
    const open = openRunner()
    const { job, logIn } = await made(open)
    expect(job.state).toBe('done')
    expect(logIn?.userid).toBe(open.effects()[0]?.userid)
    expect(open.effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
    expect(open.changed).toContain(job.id)
    expect(open.asked.slice(1, 3)).toEqual(['addCustomerWithDevice', 'getCustomer'])
    expect(open.requests[2]?.url.searchParams.get('userid')).toBe(logIn?.userid)
    expect(readVerdict(open, job)?.logIn).toEqual(logIn)
  })

  test('are used if the user ID has a blank', async () => {
    const open = openRunner()
    issue(open, 'AB 1234')
    const { job, logIn } = await made(open)
    expect(logIn).toEqual({ userid: 'AB 1234', password: 'x1y2z3' })
    expect(job).toMatchObject({ state: 'done', why: 'seen-on-platform' })
    expect(open.requests.at(-1)?.url.searchParams.get('userid')).toBe('AB 1234')
  })

  test.each([unnamed, { ...newCustomerAlone(), logIn: {} }])(
    'stay unknown if the user ID cannot be used, and the technician decides: %#',
    async (intent) => {
      const open = openRunner()
      issue(open, 'x'.repeat(65))
      const { job } = open.begin(intent)
      await open.runToRest(job)
      expect(open.load(job.id).job).toMatchObject({ state: 'needs-you', why: 'log-in-unknown' })
      expect(open.asked.filter((id) => id.startsWith('addCustomer'))).toHaveLength(1)
    },
  )

  test('are not taken from a refusal, because they may belong to another customer', async () => {
    const open = openRunner()
    open.next(creation, answers(400, { Message: 'Exists already.', loginid: 'rosa.marin', password: 'hers' }))
    const { job, logIn } = await made(open)
    expect([job.state, logIn]).toEqual(['needs-you', undefined])
  })

  test('are announced to the screens even if the app stops right after they were read', async () => {
    const open = openRunner()
    open.next(creation, replyLost)
    open.next('getCustomer', (_, carryOut) => carryOut(), notSent)
    const { job } = open.begin(unnamed)
    await open.run(job)
    const told = open.changed.length
    const stopping = new AbortController()
    open.always('getCustomers', (_, carryOut) => {
      stopping.abort()
      return carryOut()
    })
    await open.clock.pass(120_000)
    expect(await open.run(job, stopping.signal)).toEqual({ end: 'stopped' })
    expect(open.load(job.id).job.payload.intent).toHaveProperty('made')
    expect(open.changed.length).toBeGreaterThan(told + 1)
  })

  test('are found by our own mapping id if the reply was lost, and the customer is not created twice', async () => {
    const open = openRunner()
    open.next(creation, replyLost)
    const { job, logIn } = await made(open)
    expect(logIn?.userid).toBe(open.effects()[0]?.userid)
    expect(open.effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
    expect(job.state).toBe('done')
  })

  test('are stored in the ledger entry of the reading that showed them', async () => {
    const open = openRunner()
    open.next(creation, replyLost)
    const { job, logIn } = await made(open)
    const [first] = open.load(job.id).steps
    expect(first && open.ledger.lastSeen(first, 1, 'reading')?.logIn).toEqual(logIn)
  })

  test('are needed for the binding, so the technician is asked if they never come', async () => {
    const open = openRunner()
    open.next(creation, noAnswer)
    const { job, logIn } = await made(open)
    expect([job.state, logIn]).toEqual(['needs-you', undefined])
    expect(open.effects()).toEqual([])
  })

  test.each([
    ['is answered', undefined],
    ['is answered with other credentials', answers(200, { loginid: 'rosa.marin', password: 'hers' })],
    ['loses its reply', replyLost],
  ])('are neither looked for nor stored if the job has its own credentials and its call %s', async (_, fate) => {
    const open = openRunner({ unknownMappingId: '0' })
    if (fate !== undefined) open.next(creation, fate)
    const intent = newCustomer()
    const { job } = open.begin(intent)
    await open.runToRest(job)
    const asked = open.requests.filter((_request, index) => open.asked[index] === 'getCustomer')
    expect(asked.length).toBeGreaterThan(1)
    for (const { url } of asked) {
      expect(url.searchParams.get('userid')).toBe(intent.logIn.userid)
      // With its mapping id, the platform could show a customer with another user ID.
      expect(url.searchParams.get('customermappingid')).toBe('0')
    }
    const { job: kept, steps } = open.load(job.id)
    expect(kept.payload.intent).toEqual(intent)
    expect(steps.map((step) => open.ledger.lastSeen(step, 1, 'reading')?.logIn)).toEqual([undefined, undefined])
    expect(readVerdict(open, job)?.logIn).toBeUndefined()
  })

  test('are never guessed, so a step without them throws an error and sends nothing', async () => {
    const open = openRunner()
    const { job, steps } = open.begin(unnamed)
    const [first] = steps
    if (first === undefined) throw new Error('a step')
    open.ledger.settleStep(job, first, 'done', { state: 'waiting' })
    await expect(open.run(job)).rejects.toThrow('not known')
    expect(open.asked).toEqual([])
  })
})

const way = (open: OpenRunner, read: 'devices' | 'getCustomer', how: string): boolean =>
  open.knowledge.hasShown('north', read, how)

describe('the proof that a read works', () => {
  test('does not hold for reads without a password if it comes from a read with one', async () => {
    const open = openRunner()
    const { job } = open.begin(newCustomer())
    await open.run(job)
    expect([way(open, 'devices', 'query'), way(open, 'devices', 'query without password')]).toEqual([true, false])
    expect(way(open, 'getCustomer', 'query')).toBe(true)
  })

  test('holds for reads with a password even if it comes from a read without one', async () => {
    const open = openRunner()
    open.makeCustomer('rosa.marin')
    await open.run(open.begin(existingCustomer()).job)
    expect([way(open, 'devices', 'query'), way(open, 'devices', 'query without password')]).toEqual([false, true])
    open.next('AddMacAddressForUser', noAnswer)
    const box = { identifier: { kind: 'serial', value: 'SN-7777' }, raw: 'SN-7777', model: '' } as const
    await open.runToRest(open.begin(existingCustomer({ box, password: 'kv7tm2xwpa' })).job)
    expect(open.asked).not.toContain('getCustomers')
  })

  test('does not come from an empty list', async () => {
    const open = openRunner()
    open.makeCustomer('rosa.marin')
    open.next('AddMacAddressForUser', notSent)
    await open.run(open.begin(existingCustomer()).job)
    expect(way(open, 'devices', 'query without password')).toBe(false)
  })
})

test.each([
  ['after an acceptance', undefined, 'done'],
  ['after no answer', noAnswer, 'needs-you'],
])(
  'a record with only the user ID counts as the created customer only if the platform accepted the call (%s: %s)',
  async (_, fate, state) => {
    const open = openRunner()
    const alone = answers(200, { userid: '4820913775' })
    open.next('getCustomer', answers(404, { Message: 'Customer not found.' }))
    open.always('getCustomer', alone)
    if (fate !== undefined) open.next(creation, fate)
    const { job } = open.begin(newCustomer())
    await open.runToRest(job)
    expect(open.load(job.id).job.state).toBe(state)
  },
)

describe('a step', () => {
  test('that is refused ends the run of its job before the next step is read', async () => {
    const open = openRunner()
    open.next(creation, answers(400, noSuchProduct))
    const { job } = open.begin(newCustomer({ hostname: 'tv.north.example' }))
    await open.run(job)
    expect(open.asked).not.toContain('devices')
    expect(open.load(job.id).steps.map(({ state }) => state)).toEqual(['refused', 'open', 'open'])
  })

  test('that is unconfirmed makes the whole job unconfirmed, even if the last step is done', async () => {
    const open = openRunner()
    const { job } = open.begin(existingCustomer({ hostname: open.connection.hostnames[0] ?? '' }))
    open.makeCustomer('rosa.marin')
    open.next('devices', answers(200, []), answers(200, { what: 'ever' }))
    await open.run(job)
    expect(open.load(job.id).steps.map(({ state }) => state)).toEqual(['unconfirmed', 'done'])
    expect(open.load(job.id).job).toMatchObject({ state: 'unconfirmed', why: 'list-unreadable' })
  })

  test('is announced to the screens when its call is sent, when the call is answered and when the job is at rest', async () => {
    const open = openRunner()
    const { job } = open.begin(hostnameOnly())
    await open.run(job)
    // A reading alone is not announced, because no screen shows it.
    expect(open.changed).toEqual([job.id, job.id, job.id])
  })

  test('is committed with its new entries before the next call is sent', async () => {
    const open = openRunner()
    const { job, steps: planned } = open.begin(hostnameOnly())
    const commits: string[] = []
    onCommit(open.database, () => {
      const { job: kept, steps } = open.load(job.id)
      const happened = steps.flatMap((step) => open.ledger.history(step, 1).map(({ type }) => type))
      const line = `${kept.state} ${steps.map(({ state }) => state).join()} ${happened.join()}`
      if (commits.at(-1) !== line) commits.push(line)
    })
    open.always(planned[0]?.operation ?? 'addCustomer', (_, carryOut) => {
      commits.push('asked')
      return carryOut()
    })
    await open.run(job)
    expect(commits).toEqual([
      'saved open ',
      'sending in-flight reading,attempt',
      'asked',
      'checking accepted reading,attempt,verdict',
      'done done reading,attempt,verdict,reading',
    ])
  })
})

describe('a job that was left waiting', () => {
  test('shows the state "checking" once it is read back again', async () => {
    const open = openRunner()
    open.next(creation, noAnswer)
    const { job } = open.begin(newCustomer())
    await open.run(job)
    expect(open.load(job.id).job.state).toBe('waiting')
    await open.clock.pass(60_000)
    const told = open.changed.length
    const seen: [state: string, told: number][] = []
    open.next('getCustomer', (_, carryOut) => {
      seen.push([open.load(job.id).job.state, open.changed.length - told])
      return carryOut()
    })
    await open.run(job)
    expect(seen).toEqual([['checking', 1]])
  })

  test('is judged by the day on which its renewal was sent, not by the day of the reading', async () => {
    const open = openRunner()
    open.makeCustomer('rosa.marin')
    const { job } = open.begin({ ...renewal, from: 'today' })
    open.next('renewCustomerV2', replyLost)
    open.next('renewCustomer', replyLost)
    open.next('getCustomer_V2', (_, carryOut) => carryOut(), notSent)
    await open.run(job)
    open.clock.set(open.clock.now() + 9 * 24 * 3_600_000)
    await open.runToRest(job)
    expect(open.load(job.id).job.state).toBe('done')
  })
})

test('each ledger entry has the HTTP status of its answer, or none if no answer came', async () => {
  const open = openRunner()
  open.next(creation, noAnswer)
  const { job } = open.begin(newCustomer())
  await open.run(job)
  expect(readCommitted(open.path).map(({ type, status }) => [type, status])).toEqual([
    ['reading', 404],
    ['attempt', null],
    ['verdict', null],
    ['reading', 404],
  ])
})

/** A renewal whose reading hangs, and a new customer that was read just before it. */
const beginWaiting = async () => {
  const open = openRunner({ concurrency: 1 })
  open.makeCustomer('rosa.marin')
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  open.next('getCustomer_V2', async (_, carryOut) => {
    await answered
    return carryOut()
  })
  const stopping = new AbortController()
  const { job } = open.begin(newCustomer())
  const run = open.run(job, stopping.signal)
  const other = open.run(open.begin({ ...renewal, from: 'today' }).job)
  await vi.waitFor(() => expect(open.load(job.id).job.state).toBe('sending'))
  return { ...open, job, run, other, stopping, answer }
}
const entriesOf = ({ path }: Pick<OpenRunner, 'path'>): readonly string[] =>
  readCommitted(path).map(({ type, result }) => (result === null ? type : `${type} ${result}`))

describe('a changing call that waits because the only allowed request is still unanswered', () => {
  test('is given up after a second, and is later sent once after another reading', async () => {
    const open = await beginWaiting()
    expect(open.asked).not.toContain(creation)
    await open.clock.pass(1000)
    expect(entriesOf(open)).toEqual(['reading absent', 'attempt', 'verdict not-sent'])
    open.answer()
    expect(await open.run).toEqual({ end: 'rests' })
    expect(open.asked.filter((asked) => asked === creation)).toHaveLength(1)
    expect(entriesOf(open).slice(0, 5)).toEqual([
      'reading absent',
      'attempt',
      'verdict not-sent',
      'reading absent',
      'attempt',
    ])
    await open.other
  })

  test('is not sent if its job is stopped meanwhile', async () => {
    const open = await beginWaiting()
    open.stopping.abort()
    expect(await open.run).toEqual({ end: 'stopped' })
    expect(open.asked).not.toContain(creation)
    expect(entriesOf(open)).toEqual(['reading absent', 'attempt', 'verdict not-sent'])
    open.answer()
    await open.other
  })
})
