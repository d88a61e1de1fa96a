import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { JobTable } from '../../../../../src/renderer/src/features/queue/job-table.tsx'
import type { JobSummary } from '../../../../../src/shared/domain/job.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const done = {
  id: 'job-1',
  sequence: 1,
  connectionId: 'north',
  state: 'done',
  technician: 'A. Moreau',
  createdAt: 1,
  updatedAt: 1,
} as const
const boxUnderHostname: JobSummary = {
  ...done,
  kind: 'hostname',
  box: { kind: 'mac', value: '001A79A34A52' },
  hostname: 'tv.coast.example',
}

const render = (job: JobSummary): string =>
  renderWithServices(
    <Router ssrPath="/queue">
      <JobTable label="Queue" jobs={[job]} now={job.createdAt} pathOf={({ id }) => `/queue/all/${id}`} />
    </Router>,
  )

it('the row of a box without a customer says that there is no customer, and names the hostname once', () => {
  const words = render(boxUnderHostname)
  expect(words).toContain('No customer')
  expect(words.split('tv.coast.example')).toHaveLength(2)
})

it('shows no "No customer" in a row whose data was deleted here', () => {
  expect(render({ ...done, kind: 'renewal', isPurged: true })).not.toContain('No customer')
})

it('the row of a job says "without hostname" if its box was bound without the hostname that it needs', () => {
  const row = render({ ...boxUnderHostname, kind: 'existing-customer', hostname: undefined, userid: '4820913775' })
  expect(row).toContain('Done, without hostname')
  const seen = { ...boxUnderHostname, kind: 'existing-customer', why: { code: 'seen-on-platform' } } as const
  expect(render(seen)).toContain('list shows it.')
  expect(render({ ...seen, hostname: undefined })).not.toContain('list shows it.')
})
