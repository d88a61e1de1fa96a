import { expect, test } from 'vitest'
import type { JobSummary } from '../../../src/shared/domain/job.ts'
import { findStuck } from '../../faults/model/find-stuck.ts'

const job = (id: string, state: JobSummary['state'], userid?: string, box?: string) => ({
  id,
  state,
  ...(userid !== undefined && { userid }),
  ...(box !== undefined && { box: { kind: 'mac' as const, value: box } }),
})
const idsOf = (jobs: readonly ReturnType<typeof job>[]): readonly string[] => findStuck(jobs).map(({ id }) => id)

test('a job counts as stuck unless it is at rest or waits behind a job that is at rest', () => {
  for (const state of ['saved', 'sending', 'checking', 'waiting'] as const)
    expect(idsOf([job('one', state, 'rosa'), job('two', 'done', 'rosa')])).toEqual(['one'])
  for (const state of ['done', 'unconfirmed', 'refused', 'dropped', 'needs-you'] as const)
    expect(idsOf([job('one', state, 'rosa')])).toEqual([])
})

test('a job is not stuck while an earlier job for the same customer or box waits for a technician', () => {
  expect(idsOf([job('one', 'needs-you', 'rosa'), job('two', 'saved', 'ROSA')])).toEqual([])
  expect(idsOf([job('one', 'needs-you', 'rosa', 'A1'), job('two', 'waiting', 'hugo', 'A1')])).toEqual([])
  expect(idsOf([job('one', 'needs-you', 'rosa', 'A1'), job('two', 'waiting', 'hugo', 'B2')])).toEqual(['two'])
})

test('a job is not stuck behind another waiting job that is not stuck, in any order of the list', () => {
  const jobs = [job('three', 'saved', 'hugo'), job('two', 'saved', 'hugo', 'A1'), job('one', 'needs-you', 'rosa', 'A1')]
  expect(idsOf(jobs)).toEqual([])
})
