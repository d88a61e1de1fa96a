import { describe, expect, test } from 'vitest'
import { operation } from '../../../src/platform/catalogue/catalogue.ts'
import type { PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import type { LedgerEntry } from '../../../src/sandbox/platform-ledger.ts'
import type { CommittedAttempt, CommittedEntry, LedgerReader, RefusedStep } from '../../faults/inside/read-committed.ts'
import { createWatch, type Watch } from '../../faults/model/watch.ts'

type JobRow = ReturnType<LedgerReader['jobs']>[number]

const renewal = { userid: 'rosa', months: '1', days: '0' }
const binding = { userid: 'rosa', macAddress: '00:1A:79:00:00:01' }
const creation = { userid: 'rosa', uuid: '00:1A:79:00:00:01' }

/** A file in which one attempt has just been committed, and all else is as it is given. */
function fileWith({
  attempt = {},
  jobs = [],
  refused = [],
}: {
  readonly attempt?: Partial<CommittedAttempt>
  readonly jobs?: readonly JobRow[]
  readonly refused?: readonly RefusedStep[]
} = {}): LedgerReader & { readonly fingerprints: Uint8Array[] } {
  const fingerprints: Uint8Array[] = []
  return {
    fingerprints,
    tag: (fingerprint) => fingerprint,
    attempt(fingerprint) {
      fingerprints.push(fingerprint)
      return { ...firstAttempt, ...attempt }
    },
    jobs: () => jobs,
    refused: () => refused,
    close: () => undefined,
  }
}

const happening = (sequence: number, type: CommittedEntry['type'], result: string | null = null): CommittedEntry => ({
  sequence,
  revision: 1,
  type,
  result,
  at: 0,
  sealed: null,
})
const firstAttempt: CommittedAttempt = {
  jobId: 'job',
  jobState: 'sending',
  stepId: 1,
  position: 0,
  operation: 'renewCustomer',
  entries: [happening(1, 'attempt')],
  earlier: [],
}
const job = (state: string, more: Partial<JobRow> = {}): JobRow => ({
  id: 'job',
  sequence: 1,
  kind: 'renewal',
  state,
  why: null,
  revision: 1,
  ...more,
})
const took = (effect: LedgerEntry['effect'], more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  seq: 1,
  at: 0,
  request: 1,
  operation: 'renewCustomer',
  effect,
  userid: 'rosa',
  box: null,
  hostname: null,
  customer: 1,
  fingerprint: '',
  parameters: {},
  before: null,
  after: null,
  ...more,
})
const request = {} as PlatformRequest

/** A watch on a platform that understands every request as this call. */
const watchOver = (
  id: 'renewCustomer' | 'AddMacAddressForUser' | 'addCustomerWithDevice',
  parameters: Readonly<Record<string, string>>,
): Watch => createWatch({ understand: () => ({ operation: operation(id), parameters }) })

const watch = (): Watch => watchOver('renewCustomer', renewal)
const isSent = (attempt: Partial<CommittedAttempt>) => () => watch().arrive(request, fileWith({ attempt }), [])
const see = (held: Watch, ...states: readonly string[]): void => {
  for (const state of states) held.look(fileWith({ jobs: [job(state, { why: 'network' })] }))
}

describe('the watch over a call that is about to be sent', () => {
  const unknown = [happening(1, 'attempt'), happening(2, 'verdict', 'unknown')]

  test('allows the first call, and another one after a refusal', () => {
    expect(isSent({})).not.toThrow()
    const entries = [happening(1, 'attempt'), happening(2, 'verdict', 'refused'), happening(3, 'attempt')]
    expect(isSent({ entries })).not.toThrow()
  })
  test('throws if the call is not committed as an attempt of a job that is sending', () => {
    expect(() => watch().arrive(request, { ...fileWith(), attempt: () => undefined }, [])).toThrow(
      'without a committed attempt',
    )
    expect(isSent({ entries: unknown })).toThrow('its last happening is verdict')
    expect(isSent({ jobState: 'needs-you' })).toThrow('for a job that is needs-you')
  })
  test('throws if an earlier step is open, or if the last attempt has no verdict', () => {
    expect(isSent({ earlier: ['done', 'unconfirmed'] })).not.toThrow()
    expect(isSent({ earlier: ['done', 'read-back'] })).toThrow('while a step before it is read-back')
    expect(isSent({ entries: [happening(1, 'attempt'), happening(2, 'attempt')] })).toThrow('has no verdict')
  })
  test('throws after an unknown verdict, unless absence was read twice or a technician chose to send again', () => {
    const again = (...between: CommittedEntry[]) =>
      isSent({ entries: [...unknown, ...between, happening(9, 'attempt')] })
    expect(again(happening(3, 'reading', 'absent'))).toThrow('with 1 absences read')
    expect(again(happening(3, 'reading', 'absent'), happening(4, 'reading', 'absent'))).not.toThrow()
    expect(again(happening(3, 'choice', 'send-again'))).not.toThrow()
    expect(again(happening(3, 'choice', 'check-again'))).toThrow('with 0 absences read')
  })
  test('throws if another call is under way for the same customer', () => {
    const held = watch()
    const first = held.arrive(request, fileWith(), [])
    expect(() => held.arrive(request, fileWith(), [first])).toThrow('set out beside renewCustomer')
  })
})

describe('the watch over a call that costs money', () => {
  test('throws if one step sends the same call a third time', () => {
    const held = watch()
    held.arrive(request, fileWith(), [])
    held.arrive(request, fileWith(), [])
    expect(() => held.arrive(request, fileWith(), [])).toThrow('renewCustomer went out 3 times for one step')
  })
  test('does not count calls that were never sent, or calls of another step', () => {
    const held = watch()
    for (let times = 0; times < 4; times += 1) held.noteNotSent(held.arrive(request, fileWith(), []))
    for (const stepId of [1, 2, 1, 2]) held.arrive(request, fileWith({ attempt: { stepId } }), [])
    expect(() => held.arrive(request, fileWith(), [])).toThrow('went out 3 times')
  })
  test('does not count calls that cost nothing', () => {
    const held = watchOver('AddMacAddressForUser', binding)
    for (let times = 0; times < 4; times += 1) expect(() => held.arrive(request, fileWith(), [])).not.toThrow()
  })
})

describe('the watch over effects', () => {
  test('allows one effect per job, and one more each time a technician sends again', () => {
    const held = watch()
    const flight = held.arrive(request, fileWith(), [])
    held.noteEffects(flight, [took('renew')])
    held.noteAction('job', false)
    expect(() => held.noteEffects(flight, [took('renew')])).toThrow('renew took effect 2 times for one job')
    held.noteAction('job', true)
    held.noteAction('job', true)
    expect(() => held.noteEffects(flight, [took('renew')])).not.toThrow()
  })
  test('throws if a step is refused although its call took effect', () => {
    const held = watch()
    const file = fileWith()
    const flight = held.arrive(request, file, [])
    const refused = [
      { jobId: 'job', stepId: 1, kind: 'renew', operation: 'renewCustomer', fingerprints: file.fingerprints },
    ]
    expect(() => held.look(fileWith({ jobs: [job('refused')], refused }))).not.toThrow()
    held.noteEffects(flight, [took('renew')])
    expect(() => held.look(fileWith({ jobs: [job('refused')], refused }))).toThrow(
      'renewCustomer is refused, and took effect: renew',
    )
  })
  test('throws if a binding is refused although the creation already bound the box', () => {
    let isCreation = true
    const held = createWatch({
      understand: () =>
        isCreation
          ? { operation: operation('addCustomerWithDevice'), parameters: creation }
          : { operation: operation('AddMacAddressForUser'), parameters: binding },
    })
    const created = held.arrive(request, fileWith(), [])
    held.noteEffects(created, [took('create'), took('bind-user', { box: binding.macAddress })])
    isCreation = false
    const file = fileWith({ attempt: { stepId: 2 } })
    held.arrive(request, file, [])
    const refused = [
      {
        jobId: 'job',
        stepId: 2,
        kind: 'bind-user',
        operation: 'AddMacAddressForUser',
        fingerprints: file.fingerprints,
      },
    ]
    expect(() => held.look(fileWith({ jobs: [job('refused')], refused }))).toThrow('bind-user with the creation')
  })
  test('throws if a job is done without its effect', () => {
    const held = watch()
    expect(() => held.conclude(fileWith({ jobs: [job('done')] }))).toThrow('A renewal is done without renew')
    held.noteEffects(held.arrive(request, fileWith(), []), [took('renew')])
    expect(() => held.conclude(fileWith({ jobs: [job('done')] }))).not.toThrow()
  })
})

describe('the watch over jobs', () => {
  test('throws if a saved job is lost', () => {
    const held = watch()
    held.noteSaved('job')
    expect(() => see(held, 'saved')).not.toThrow()
    expect(() => held.look(fileWith())).toThrow('Job job is lost')
  })
  test('throws if a job that is done or dropped changes its state', () => {
    expect(() => see(watch(), 'done', 'checking')).toThrow('A job that was done is checking')
    expect(() => see(watch(), 'dropped', 'saved')).toThrow('A job that was dropped is saved')
  })
  test('throws if a refused or unconfirmed job changes its state without a technician', () => {
    expect(() => see(watch(), 'refused', 'saved')).toThrow('by itself')
    expect(() => see(watch(), 'unconfirmed', 'done')).toThrow('by itself')
    const held = watch()
    see(held, 'refused')
    held.noteAction('job', false)
    expect(() => see(held, 'saved')).not.toThrow()
  })
  test('throws if a job waits without a reason', () => {
    expect(() => see(watch(), 'waiting')).not.toThrow()
    expect(() => watch().look(fileWith({ jobs: [job('waiting')] }))).toThrow('does not say for what')
  })
  test('reports each job that needs a technician only once', () => {
    const held = watch()
    const told = ['sending', 'needs-you', 'needs-you', 'dropped'].map((state) =>
      held.look(fileWith({ jobs: [job(state)] })),
    )
    expect(told).toEqual([[], ['job'], [], []])
  })
  test('throws if a job is not at rest at the end', () => {
    for (const state of ['saved', 'sending', 'checking', 'waiting', 'needs-you'])
      expect(() => watch().conclude(fileWith({ jobs: [job(state)] }))).toThrow(`A renewal is ${state} for ever`)
    expect(() => watch().conclude(fileWith({ jobs: [job('refused')] }))).not.toThrow()
  })
})
