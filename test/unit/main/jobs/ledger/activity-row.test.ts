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

describe('the job of an act', () => {
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
  ])('tells who and what it was about, and nothing else: %j', (intent, told) => {
    const { row, sealing } = openJob(intent)
    expect(jobPartOf(row, sealing)).toStrictEqual({ job: { ...saved, kind: intent.kind }, by: 'Sam', ...told })
  })

  test('that was purged, or cannot be opened, tells what is not sealed', () => {
    const { row, sealing } = openJob()
    const job = { ...saved, kind: 'new-customer' }
    expect(jobPartOf({ ...row, purged_at: 1 }, sealing)).toStrictEqual({ job, by: '', isPurged: true })
    expect(jobPartOf({ ...row, sealed: new Uint8Array(60) }, sealing)).toStrictEqual({ job, by: '' })
  })

  test('that is damaged here, too, is one for a person to look at', () => {
    const { row, sealing } = openJob()
    expect(jobPartOf({ ...row, kind: 'somersault', state: 'upside-down' }, sealing).job).toEqual({
      id: 'one',
      kind: 'new-customer',
      state: 'needs-you',
    })
  })

  test('stands with its being saved', () => {
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

describe('a try', () => {
  test('tells how it ended, with the status and the words of the platform', () => {
    const sealed = seal('verdict', { message: 'No.' })
    expect(read(entry('verdict', { result: 'not-sent', status: 400, sealed }))).toStrictEqual({
      ...action,
      action: 'sent',
      outcome: 'not-sent',
      status: 400,
      words: 'No.',
    })
  })
  test('that met a refused token was refused, and one of which nothing is known says so', () => {
    const row = entry('verdict', { result: 'token-refused', assumed: 1 })
    expect(read(row)).toStrictEqual({ ...action, action: 'sent', outcome: 'refused', isAssumed: true })
  })
  test('of a step that cannot be named is told without it', () => {
    expect(read(entry('verdict', { result: 'accepted', step_kind: 'somersault' }))).not.toHaveProperty('step')
  })
  test('whose sealed part is gone or damaged is told without its words', () => {
    for (const sealed of [null, new Uint8Array(60)])
      expect(read(entry('verdict', { result: 'accepted', sealed }))).not.toHaveProperty('words')
  })
})

describe('a decision', () => {
  test('tells whose it was, and why', () => {
    const sealed = seal('choice', { by: 'A. Moreau', message: 'moved away' })
    const row = entry('choice', { result: 'drop', assumed: 1, sealed })
    expect(read(row)).toStrictEqual({ ...action, action: 'drop', by: 'A. Moreau', words: 'moved away' })
  })
  test('of nobody in particular is not the work of who saved the job', () => {
    expect(read(entry('choice', { result: 'check-again' })).by).toBe('')
  })
})

describe('an act is found', () => {
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
    ['by nothing', {}, true],
    ['by a technician without the accents', { technician: 'lea' }, true],
    ['by a technician in capitals', { technician: 'LÉA B' }, true],
    ['not by another technician', { technician: 'Sam' }, false],
    ['by a box as it is kept', { text: '001a79ab' }, true],
    ['by a box with colons', { text: '00:1A:79:AB:12:CD' }, true],
    ['by a box with hyphens', { text: '00-1a-79-ab-12-cd' }, true],
    ['by a box with dots', { text: '001a.79ab.12cd' }, true],
    ['by the model', { text: 'mag' }, true],
    ['by the name, in any order', { text: 'okonkwo amelie' }, true],
    ['by the log-in', { text: '48209' }, true],
    ['by the hostname', { text: 'tv.north' }, true],
    ['by the operation', { text: 'renewcustomer' }, true],
    ['by words of the platform', { text: 'such product' }, true],
    ['by who did it', { text: 'brun' }, true],
    ['by the file', { text: 'kept.db' }, true],
    ['not by one word of two', { text: 'okonkwo rosa' }, false],
    ['not across two fields', { text: '540amelie' }, false],
    ['by words with much space between', { text: 'okonkwo   mag' }, true],
  ])('%s: %j', (_, filter, isFound) => {
    expect(fitsActivity(shown, filter)).toBe(isFound)
  })
  test('by nothing that is not told of it', () => {
    const bare: ActivityRow = { key: 'note', at: 1, action: 'copied', by: '' }
    expect([fitsActivity(bare, {}), fitsActivity(bare, { text: 'undefined' })]).toEqual([true, false])
  })
})
