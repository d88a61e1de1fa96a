import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { resealCallTags } from '../../../../../src/main/jobs/ledger/entries.ts'
import { createLedger } from '../../../../../src/main/jobs/ledger/ledger.ts'
import { createSealing } from '../../../../../src/main/vault/sealing.ts'
import { openLedger } from '../open-ledger.ts'

const hashOf = (call: string): Uint8Array => createHash('sha256').update(call).digest()
const call = hashOf('addCustomerWithDevice 00:1A:79:00:00:01')

/** A job whose first step was sent once. */
function openSent() {
  const open = openLedger()
  const { job, steps } = open.save()
  const [step] = steps
  if (step === undefined) throw new Error('no step')
  open.ledger.beginAttempt(job, step, call, {})
  open.ledger.endAttempt(job, step, 'unknown', undefined, {})
  const stored = () =>
    open.database.prepare("SELECT fingerprint FROM entry WHERE type = 'attempt'").get()?.['fingerprint']
  return { ...open, step, stored }
}

test('the tag of a call is not its plain hash, because a plain hash could confirm a guessed call', () => {
  const { ledger, step, stored } = openSent()
  expect(stored()).toHaveLength(32)
  expect(stored()).not.toEqual(new Uint8Array(call))
  expect([ledger.timesSent(step, call), ledger.timesSent(step, hashOf('another call'))]).toEqual([1, 0])
})

test('equal calls still have equal tags after the data key was changed', () => {
  const { database, sealing, clock, step, stored } = openSent()
  const before = stored()
  const to = createSealing(new Uint8Array(32).fill(9))
  resealCallTags(database, sealing, to)
  expect(stored()).toEqual(before)
  expect(createLedger(database, to, clock).timesSent(step, call)).toBe(1)
})

test('plain hashes of an earlier release are recognized, and become tags when the data key is changed', () => {
  const { database, sealing, clock, step, stored } = openSent()
  const outside = ['DROP TRIGGER entry_is_never_changed', "DELETE FROM fact WHERE name = 'call-key'"]
  for (const sql of outside) database.exec(sql)
  database.prepare("UPDATE entry SET fingerprint = ? WHERE type = 'attempt'").run(call)
  expect(createLedger(database, sealing, clock).timesSent(step, call)).toBe(1)
  const to = createSealing(new Uint8Array(32).fill(9))
  resealCallTags(database, sealing, to)
  expect(stored()).not.toEqual(new Uint8Array(call))
  expect(createLedger(database, to, clock).timesSent(step, call)).toBe(1)
})

test('every attempt counts as equal to a new call if the key of the tags is lost', () => {
  const { database, sealing, clock, step } = openSent()
  database.exec("UPDATE fact SET value = 'AAAA' WHERE name = 'call-key'")
  expect(createLedger(database, sealing, clock).timesSent(step, hashOf('another call'))).toBe(1)
})
