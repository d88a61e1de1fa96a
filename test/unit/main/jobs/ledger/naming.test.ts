import { describe, expect, test } from 'vitest'
import { customerKey, unnamedKey } from '../../../../../src/main/jobs/ledger/job-keys.ts'
import { createNamer } from '../../../../../src/main/jobs/ledger/ledger.ts'
import { nameJob } from '../../../../../src/main/jobs/steps/platform-credentials.ts'
import { planSteps } from '../../../../../src/main/jobs/plans.ts'
import { createSealing } from '../../../../../src/main/vault/sealing.ts'
import { existingCustomer, makeConnection, newCustomer, payloadOf } from '../make-job.ts'
import { openLedger } from '../open-ledger.ts'

const connection = makeConnection()
const made = { userid: '7000000001', password: 'kv7tm2xwpa' }

/** A saved job for a customer whose log-in the platform makes. */
function openUnnamed() {
  const open = openLedger()
  const payload = payloadOf(newCustomer({ logIn: {} }))
  return { ...open, ...open.save({ id: 'one', payload, steps: planSteps(payload, connection) }) }
}

describe('platform-issued credentials', () => {
  test('are filled into the job and into the steps that wait for them', () => {
    const { job, steps } = openUnnamed()
    const naming = nameJob(job, steps, made, connection)
    expect(naming?.logIn).toEqual(made)
    expect(naming?.payload).toEqual({ ...job.payload, intent: { ...job.payload.intent, made } })
    expect(naming?.steps.map(({ payload }) => payload.read['userid'])).toEqual([made.userid, made.userid])
    expect(naming?.steps[1]?.payload.send).toMatchObject(made)
    expect(naming?.steps[1]?.payload).not.toHaveProperty('awaitsLogIn')
  })

  test('are taken once, and are never replaced by later ones', () => {
    const { job, steps } = openUnnamed()
    const payload = nameJob(job, steps, made, connection)?.payload ?? job.payload
    expect(nameJob({ payload }, steps, { userid: '8' }, connection)).toBeUndefined()
  })

  test('are not taken by a job for an existing customer', () => {
    expect(nameJob({ payload: payloadOf(existingCustomer()) }, [], made, connection)).toBeUndefined()
  })

  test('are saved in the job and its steps, and the job gets the key of that customer', () => {
    const { job, steps, database, sealing, load, ledger } = openUnnamed()
    const naming = nameJob(job, steps, made, connection)
    ledger.atOnce(() => createNamer(database, sealing)(job, naming))
    expect(load('one').job.payload).toEqual(naming?.payload)
    expect(load('one').steps.map(({ payload }) => payload)).toEqual(naming?.steps.map(({ payload }) => payload))
    const key = database.prepare('SELECT customer_key FROM job').get()?.['customer_key']
    expect(key).toEqual(new Uint8Array(customerKey(sealing, { id: 'north' }, made.userid)))
  })

  test('leave the job unchanged while they are unknown', () => {
    const { job, database, sealing, load } = openUnnamed()
    const before = load('one')
    createNamer(database, sealing)(job, undefined)
    expect(load('one')).toEqual(before)
  })
})

const sealing = createSealing(new Uint8Array(32))
const hex = (key: Uint8Array): string => Buffer.from(key).toString('hex')

const keyOf = (id: string, userid: string): string => hex(customerKey(sealing, { id }, userid))
const unnamed = (id: string): string => hex(unnamedKey(sealing, { id }))

describe('the key that puts the jobs of one customer in order', () => {
  test('does not depend on the case of the user ID, and differs between connections', () => {
    expect(keyOf('north', 'Rosa')).toBe(keyOf('north', 'rosa'))
    expect(keyOf('north', 'rosa')).not.toBe(keyOf('south', 'rosa'))
    expect(keyOf('north', 'rosa')).not.toBe(keyOf('north', 'nell'))
  })
  test('differs between connections even for customers without a known user ID', () => {
    expect(unnamed('north')).not.toBe(unnamed('south'))
    expect(unnamed('north')).not.toBe(keyOf('north', ''))
  })
})
