import { expect, test } from 'vitest'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import type { LedgerEntry, RequestEntry } from '../../../src/sandbox/platform-ledger.ts'
import type { JobSummary } from '../../../src/shared/domain/job.ts'
import { formatMac } from '../../../src/shared/domain/device-identifier.ts'
import { compareWithLedger, findUnlucky, type SavedWork } from '../../faults/compare-ledger.ts'
import { makeWork } from '../../faults/make-work.ts'

/** Work of every kind, and one job that cannot be done. */
const saved: readonly SavedWork[] = makeWork(20, createDraw(1)).map((work, index) => ({
  ...work,
  id: `job-${index}`,
}))

const jobs: readonly JobSummary[] = saved.map(({ id, intent, isImpossible }, index) => ({
  id,
  sequence: index + 1,
  connectionId: 'north',
  kind: intent.kind,
  state: isImpossible ? 'refused' : 'done',
  technician: '',
  createdAt: 0,
  updatedAt: 0,
  ...(intent.kind === 'new-customer' && { userid: useridOf(id) }),
}))

/** What a platform has when each job did what it should, once. */
const ledger: readonly LedgerEntry[] = saved
  .filter(({ isImpossible }) => !isImpossible)
  .flatMap(({ id, intent }) => {
    const box = formatMac(intent.box.identifier.value, 'colon')
    const bound = entry({ effect: 'bind-user', box })
    const told =
      intent.hostname === undefined ? [] : [entry({ effect: 'bind-hostname', box, hostname: intent.hostname })]
    if (intent.kind === 'hostname') return told
    if (intent.kind === 'existing-customer') return [bound, ...told]
    return [entry({ effect: 'create', userid: useridOf(id), parameters: { uuid: box } }), bound, ...told]
  })

function useridOf(id: string): string {
  return `userid of ${id}`
}

function entry(own: Partial<LedgerEntry>): LedgerEntry {
  return {
    seq: 1,
    at: 0,
    request: 1,
    operation: 'addCustomer',
    effect: 'create',
    userid: null,
    box: null,
    hostname: null,
    customer: null,
    fingerprint: '',
    parameters: {},
    before: null,
    after: null,
    ...own,
  }
}

test("a comparison of jobs with the platform's ledger finds nothing if they agree", () => {
  expect(compareWithLedger(saved, jobs, ledger)).toEqual({ lost: [], doubled: [], astray: [] })
})

test('each missing effect counts as a loss', () => {
  for (const missing of ledger) {
    const { lost } = compareWithLedger(
      saved,
      jobs,
      ledger.filter((one) => one !== missing),
    )
    expect(lost.length).toBeGreaterThan(0)
  }
})

test('each repeated effect counts as doubled', () => {
  for (const again of ledger)
    expect(compareWithLedger(saved, jobs, [...ledger, again]).doubled.length).toBeGreaterThan(0)
})

test('a second customer with the same user ID and another box counts as doubled', () => {
  const [first] = ledger
  const { doubled } = compareWithLedger(saved, jobs, [
    ...ledger,
    entry({ userid: first?.userid ?? null, parameters: { uuid: '00:1A:79:FF:FF:FF' } }),
  ])
  expect(doubled).toEqual([`userid ${first?.userid}: 2 times`, 'create with 00:1A:79:FF:FF:FF: asked for by no job'])
})

test('a job that the app no longer has counts as a loss, and a job that nobody saved as doubled', () => {
  expect(compareWithLedger(saved, jobs.slice(1), ledger).lost).toEqual(['job job-0 is not there'])
  expect(compareWithLedger(saved.slice(1), jobs, ledger).doubled).toContain('job job-0 was saved by nobody')
})

test.each(['saved', 'sending', 'checking', 'waiting', 'refused', 'unconfirmed'] as const)(
  'a job that ends in the state "%s" is reported as wrongly ended',
  (state) => {
    const changed = jobs.map((job, index) => (index === 0 ? { ...job, state } : job))
    expect(compareWithLedger(saved, changed, ledger).astray).toHaveLength(1)
  },
)

test('a job that needs a technician is accepted even without its effects', () => {
  const changed = jobs.map((job) => (job.state === 'done' ? { ...job, state: 'needs-you' as const } : job))
  expect(compareWithLedger(saved, changed, [])).toEqual({ lost: [], doubled: [], astray: [] })
})

test('a job that cannot succeed is accepted if it needs a technician', () => {
  const changed = jobs.map((job) => (job.state === 'refused' ? { ...job, state: 'needs-you' as const } : job))
  expect(compareWithLedger(saved, changed, ledger).astray).toEqual([])
})

test('a job that cannot succeed is reported as wrongly ended if it is done', () => {
  const changed = jobs.map((job) => ({ ...job, state: 'done' as const }))
  expect(compareWithLedger(saved, changed, ledger).astray).toHaveLength(1)
})

test('a user ID that is shown but was never created counts as a loss', () => {
  const changed = jobs.map((job, index) => (index === 0 ? { ...job, userid: 'another' } : job))
  expect(compareWithLedger(saved, changed, ledger).lost).toEqual([
    'job job-0 shows the log-in another, which was never created',
  ])
})

test.each([
  ['four faults of its call', 'keeps-failing', 4, ['job-0']],
  ['three faults of its call', 'keeps-failing', 3, []],
  ['four faults, but given up for another reason', 'accepted-but-absent', 4, []],
] as const)(
  'a job with %s counts as unlucky only if the platform lost its call often enough',
  (_, code, times, ids) => {
    const changed = jobs.map((job, index) =>
      index === 0 ? { ...job, state: 'needs-you' as const, why: { code } } : job,
    )
    const box = formatMac(saved[0]?.intent.box.identifier.value ?? '', 'colon')
    const other = formatMac(saved[1]?.intent.box.identifier.value ?? '', 'colon')
    const requests = [
      ...Array.from({ length: times }, () => request({ box, fault: 'hang' })),
      request({ box }),
      request({ box: other, fault: 'hang' }),
    ]
    expect([...findUnlucky(saved, changed, requests)]).toEqual(ids)
  },
)

function request(own: Partial<RequestEntry>): RequestEntry {
  return {
    seq: 1,
    operation: 'addCustomerWithDevice',
    method: 'POST',
    userid: null,
    box: null,
    fingerprint: null,
    receivedAt: 0,
    finishedAt: 0,
    outcome: null,
    fault: null,
    status: null,
    ...own,
  }
}
