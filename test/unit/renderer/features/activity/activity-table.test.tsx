import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { ActivityTable } from '../../../../../src/renderer/src/features/activity/activity-table.tsx'
import { activityActions, type ActivityRow } from '../../../../../src/shared/domain/activity/activity.ts'
import { attemptOutcomes } from '../../../../../src/shared/domain/job.ts'
import { makeActivityRow } from '../../../../fakes/hostnames.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const render = (row: ActivityRow): string =>
  renderWithServices(
    <Router ssrPath="/activity">
      <ActivityTable rows={[row]} now={row.at} />
    </Router>,
  )

it('the row of an activity shows who saved the job, its box, customer and state, and links to the job', () => {
  const words = render(makeActivityRow(4))
  for (const part of ['A. Moreau', 'Job saved', 'New customer', 'Rosa Marín', '4021770010', 'Done'])
    expect(words).toContain(part)
  expect(words).toContain('href="/queue/all/job-4"')
})

it('the row of an activity says "without hostname" if a box was bound without the hostname that it needs', () => {
  const row = makeActivityRow(4)
  expect(render(row)).toContain('Done, without hostname')
  expect(render({ ...row, hostname: 'tv.north.example' })).not.toContain('without hostname')
})

it.each(attemptOutcomes)(
  "the row of an activity shows an attempt with outcome %s and the platform's own words",
  (outcome) => {
    const words = render(
      makeActivityRow(1, { action: 'sent', step: 'bind-user', outcome, status: 409, words: 'Limit reached' }),
    )
    expect(words).toContain('Bind the box to the customer')
    expect(words).toContain('The platform answered: “Limit reached”')
    expect(words.includes('HTTP 409')).toBe(outcome !== 'accepted')
  },
)

it('the row of an activity says that an attempt was possibly sent if the sending is only assumed', () => {
  const words = render(makeActivityRow(1, { action: 'sent', step: 'renew', outcome: 'unknown', isAssumed: true }))
  expect(words).toContain('Possibly sent elsewhere: Setdesk asks the platform first')
  expect(words).not.toContain('No clear answer')
})

it('the row of an activity shows why a job was dropped', () => {
  expect(render(makeActivityRow(1, { action: 'drop', words: 'They moved out' }))).toContain('Reason: They moved out')
})

it('the row of an activity shows which computer has a job that moved away', () => {
  const words = render(makeActivityRow(1, { action: 'drop', other: 'ZZ99ZZ' }))
  expect(words).toContain('Moved to another computer')
  expect(words).toContain('ZZ99ZZ')
  expect(words).not.toContain('Dropped')
})

it('the row of an activity says that the details of a purged job are gone', () => {
  const { key, at, job } = makeActivityRow(1)
  expect(render({ key, at, ...(job && { job }), action: 'saved', by: '', isPurged: true })).toContain('Details removed')
})

it.each(activityActions)('the row of an activity has a text for the event %s, even without a job', (action) => {
  const words = render({ key: 'note', at: 0, action, by: '', jobs: 3, other: 'K2F9QX' })
  expect(words).not.toContain('href')
  if (action !== 'sent') expect(words).toContain('3 jobs, K2F9QX')
})
