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

test('finds every job that is neither at rest nor behind one that is', () => {
  for (const state of ['saved', 'sending', 'checking', 'waiting'] as const)
    expect(idsOf([job('one', state, 'rosa'), job('two', 'done', 'rosa')])).toEqual(['one'])
  for (const state of ['done', 'unconfirmed', 'refused', 'dropped', 'needs-you'] as const)
    expect(idsOf([job('one', state, 'rosa')])).toEqual([])
})

test('lets a job wait behind one of the same customer or the same box that needs a technician', () => {
  expect(idsOf([job('one', 'needs-you', 'rosa'), job('two', 'saved', 'ROSA')])).toEqual([])
  expect(idsOf([job('one', 'needs-you', 'rosa', 'A1'), job('two', 'waiting', 'hugo', 'A1')])).toEqual([])
  expect(idsOf([job('one', 'needs-you', 'rosa', 'A1'), job('two', 'waiting', 'hugo', 'B2')])).toEqual(['two'])
})

test('lets a job wait behind one that waits behind such a job, in whatever order they are told', () => {
  const jobs = [job('three', 'saved', 'hugo'), job('two', 'saved', 'hugo', 'A1'), job('one', 'needs-you', 'rosa', 'A1')]
  expect(idsOf(jobs)).toEqual([])
})
