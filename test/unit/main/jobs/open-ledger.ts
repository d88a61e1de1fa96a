import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { createLedger, type Ledger } from '../../../../src/main/jobs/ledger/ledger.ts'
import type { NewJob } from '../../../../src/main/jobs/ledger/records.ts'
import { planSteps } from '../../../../src/main/jobs/plans.ts'
import { type Job, type Payload, sealedAs, sealStep, type Step } from '../../../../src/main/jobs/ledger/rows.ts'
import type { IntentOf } from '../../../../src/shared/domain/activation.ts'
import { inTransaction, openDatabase } from '../../../../src/main/storage/database.ts'
import { createSealing, type Sealing } from '../../../../src/main/vault/sealing.ts'
import { createFakeClock, type FakeClock } from '../../../fakes/clock.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { makeConnection, newCustomer, payloadOf } from './make-job.ts'

export interface OpenLedger {
  readonly ledger: Ledger
  readonly database: DatabaseSync
  readonly sealing: Sealing
  readonly clock: FakeClock
  readonly path: string
  /** Saves a job; a new customer unless it is told otherwise. */
  readonly save: (changed?: Partial<NewJob>) => { readonly job: Job; readonly steps: readonly Step[] }
  readonly load: (id: string | number) => { readonly job: Job; readonly steps: readonly Step[] }
}

/** A ledger on a real file. */
export function openLedger(): OpenLedger {
  const path = join(makeFolder(), 'setdesk.db')
  const opened = openDatabase(path)
  if (!opened.ok) throw new Error(opened.problem)
  const { database } = opened
  onTestFinished(() => database.close())
  const sealing = createSealing(randomBytes(32))
  const clock = createFakeClock()
  const ledger = createLedger(database, sealing, clock)
  const load: OpenLedger['load'] = (id) => {
    const loaded = ledger.load(id)
    if (loaded === undefined) throw new Error('no such job')
    return loaded
  }
  return {
    ledger,
    database,
    sealing,
    clock,
    path,
    load,
    save(changed = {}) {
      const id = changed.id ?? randomBytes(8).toString('hex')
      ledger.enqueue(makeNewJob(sealing, { ...changed, id }))
      return load(id)
    },
  }
}

/**
 * Makes a saved job into what an earlier release wrote: a new customer without a box was a kind of its own then. The record is
 * written in a transaction, so it counts as Setdesk's own.
 */
export function writeFormerKind({ database, sealing, load }: OpenLedger, id: string): void {
  const { job, steps } = load(id)
  const former = { ...job.payload, intent: { ...job.payload.intent, kind: 'customer-alone' } }
  const setStep = database.prepare('UPDATE step SET sealed = ? WHERE id = ?')
  inTransaction(database, () => {
    for (const step of steps) setStep.run(sealStep(sealing, id, step.position, step.payload), step.id)
    database
      .prepare('UPDATE job SET kind = ?, sealed = ? WHERE id = ?')
      .run('customer-alone', sealing.seal(sealedAs.job(id), JSON.stringify(former)), id)
  })
}

/** A new customer who gets no box. */
export function newCustomerAlone(): IntentOf<'new-customer'> {
  const { box: _, ...alone } = newCustomer()
  return alone
}

/** A job as the app would save it, alone on its customer and box. */
export function makeNewJob(sealing: Sealing, changed: Partial<NewJob> = {}): NewJob {
  const payload: Payload = changed.payload ?? payloadOf(newCustomer())
  return {
    id: randomBytes(8).toString('hex'),
    draftId: randomBytes(8).toString('hex'),
    connectionId: 'north',
    payload,
    steps: planSteps(payload, makeConnection()),
    customerKey: sealing.keyedHash(`customer ${randomBytes(8).toString('hex')}`),
    boxKey: sealing.keyedHash(`box ${randomBytes(8).toString('hex')}`),
    ...changed,
  }
}
