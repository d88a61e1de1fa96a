import { describe, expect, test } from 'vitest'
import { sealedAs, type Row } from '../../../../../src/main/jobs/ledger/rows.ts'
import { createSealing } from '../../../../../src/main/vault/sealing.ts'
import type { Intent } from '../../../../../src/shared/domain/activation.ts'
import type { ActivityFilter, ActivityRow } from '../../../../../src/shared/domain/activity/activity.ts'
import { existingCustomer, hostnameOnly, macBox, newCustomer, payloadOf, serialBox } from '../make-job.ts'
import { openLedger } from '../open-ledger.ts'
import { entryRow, fitsActivity, jobPartOf, savedRow } from '../../../../../src/main/jobs/ledger/activity-log.ts'

/** A saved job’s row as it lies in the file. */
function openJob(intent: Intent = newCustomer()) {
  const open = openLedger()
  open.save({ id: 'one', payload: payloadOf(intent), steps: [] })
  return { ...open, row: open.database.prepare('SELECT * FROM job').get() ?? {} }
}
const box = macBox.identifier
const saved = { id: 'one', state: 'saved' }

describe('the job in an activity', () => {
  test.each<[Intent, Readonly<Record<string, unknown>>]>([
    [newCustomer(), { box, customerName: 'Amélie Okonkwo', userid: '4820913775' }],
    [newCustomer({ logIn: {} }), { box, customerName: 'Amélie Okonkwo' }],
    [existingCustomer(), { box: serialBox.identifier, model: 'MAG 540', userid: 'rosa.marin' }],
    [hostnameOnly(), { box, hostname: 'tv.north.example' }],
    [{ kind: 'enable', userid: 'rosa' }, { userid: 'rosa' }],
    [
      { kind: 'enable', userid: 'rosa', customerName: 'Rosa Marín' },
      { customerName: 'Rosa Marín', userid: 'rosa' },
    ],
    [
      { kind: 'console', operation: 'AddMacAddressToHostname', values: { macAddress: macBox.raw, hostname: 'tv' } },
      { box, hostname: 'tv' },
    ],
  ])('shows the technician, the customer and the box, and nothing else: %j', (intent, told) => {
    const { row, sealing } = openJob(intent)
    expect(jobPartOf(row, sealing)).toStrictEqual({ job: { ...saved, kind: intent.kind }, by: 'Sam', ...told })
  })

  test('shows only its unsealed values if it was purged or cannot be opened', () => {
    const { row, sealing } = openJob()
    const job = { ...saved, kind: 'new-customer' }
    expect(jobPartOf({ ...row, purged_at: 1 }, sealing)).toStrictEqual({ job, by: '', isPurged: true })
    expect(jobPartOf({ ...row, sealed: new Uint8Array(60) }, sealing)).toStrictEqual({ job, by: '' })
  })

  test('is shown as a job that needs a technician if even its unsealed values are damaged', () => {
    const { row, sealing } = openJob()
    expect(jobPartOf({ ...row, kind: 'somersault', state: 'upside-down' }, sealing).job).toEqual({
      id: 'one',
      kind: 'new-customer',
      state: 'needs-you',
    })
  })

  test('is listed with the activity "saved"', () => {
    const { row, clock } = openJob()
    expect(savedRow(row, { by: 'Sam' })).toEqual({ by: 'Sam', key: 'job-1', at: clock.now(), action: 'saved' })
  })
})

const sealing = createSealing(new Uint8Array(32))
const seal = (type: string, seen: unknown) =>
  new Uint8Array(sealing.seal(sealedAs.entry(3, 5, type), JSON.stringify(seen)))
/** An entry’s row as the log reads it. */
const entry = (type: string, changed: Row = {}): Row => ({
  sequence: 8,
  step_id: 3,
  at: 5,
  type,
  operation: 'renewCustomer',
  step_kind: 'renew',
  result: null,
  status: null,
  assumed: 0,
  sealed: null,
  ...changed,
})
const action = { key: 'entry-8', at: 5, operation: 'renewCustomer', step: 'renew', by: 'Sam' }
const read = (row: Row) => entryRow(row, { by: 'Sam' }, sealing)

describe('an attempt in an activity', () => {
  test('shows how it ended, with the status and the words of the platform', () => {
    const sealed = seal('verdict', { message: 'No.' })
    expect(read(entry('verdict', { result: 'not-sent', status: 400, sealed }))).toStrictEqual({
      ...action,
      action: 'sent',
      outcome: 'not-sent',
      status: 400,
      words: 'No.',
    })
  })
  test('whose token was refused counts as refused, and an assumed attempt is marked as assumed', () => {
    const row = entry('verdict', { result: 'token-refused', assumed: 1 })
    expect(read(row)).toStrictEqual({ ...action, action: 'sent', outcome: 'refused', isAssumed: true })
  })
  test('is shown without its step if the step has an unknown name', () => {
    expect(read(entry('verdict', { result: 'accepted', step_kind: 'somersault' }))).not.toHaveProperty('step')
  })
  test('is shown without its words if its sealed part is gone or damaged', () => {
    for (const sealed of [null, new Uint8Array(60)])
      expect(read(entry('verdict', { result: 'accepted', sealed }))).not.toHaveProperty('words')
  })
})

describe('a decision in an activity', () => {
  test('shows the technician who took it, and the reason', () => {
    const sealed = seal('choice', { by: 'A. Moreau', message: 'moved away' })
    const row = entry('choice', { result: 'drop', assumed: 1, sealed })
    expect(read(row)).toStrictEqual({ ...action, action: 'drop', by: 'A. Moreau', words: 'moved away' })
  })
  test('without a recorded technician is not attributed to the technician who saved the job', () => {
    expect(read(entry('choice', { result: 'check-again' })).by).toBe('')
  })
})

describe('the filter for activities', () => {
  const shown: ActivityRow = {
    key: 'job-1',
    at: 1,
    action: 'sent',
    by: 'Léa Brun',
    box,
    model: 'MAG 540',
    customerName: 'Amélie Okonkwo',
    userid: '4820913775',
    hostname: 'tv.north.example',
    operation: 'renewCustomer',
    words: 'No such product.',
    other: 'kept.db',
  }
  test.each<[string, ActivityFilter, boolean]>([
    ['finds everything if it is empty', {}, true],
    ['finds a technician whose name is typed without the accents', { technician: 'lea' }, true],
    ['finds a technician whose name is typed in capitals', { technician: 'LÉA B' }, true],
    ['does not find another technician', { technician: 'Sam' }, false],
    ['finds a box that is typed as it is stored', { text: '001a79ab' }, true],
    ['finds a box that is typed with colons', { text: '00:1A:79:AB:12:CD' }, true],
    ['finds a box that is typed with hyphens', { text: '00-1a-79-ab-12-cd' }, true],
    ['finds a box that is typed with dots', { text: '001a.79ab.12cd' }, true],
    ['finds a model', { text: 'mag' }, true],
    ['finds a name whose words are typed in another order', { text: 'okonkwo amelie' }, true],
    ['finds a user ID', { text: '48209' }, true],
    ['finds a hostname', { text: 'tv.north' }, true],
    ['finds an operation', { text: 'renewcustomer' }, true],
    ['finds words of the platform', { text: 'such product' }, true],
    ['finds a technician by the text filter, too', { text: 'brun' }, true],
    ['finds the name of a file', { text: 'kept.db' }, true],
    ['does not find a row that has only one of two words', { text: 'okonkwo rosa' }, false],
    ['does not find text that spans two fields', { text: '540amelie' }, false],
    ['finds words that are typed with many spaces between them', { text: 'okonkwo   mag' }, true],
  ])('%s: %j', (_, filter, isFound) => {
    expect(fitsActivity(shown, filter)).toBe(isFound)
  })
  test('does not find the word "undefined" in a missing value', () => {
    const bare: ActivityRow = { key: 'note', at: 1, action: 'copied', by: '' }
    expect([fitsActivity(bare, {}), fitsActivity(bare, { text: 'undefined' })]).toEqual([true, false])
  })
})
