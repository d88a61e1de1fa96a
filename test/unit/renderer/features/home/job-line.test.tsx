import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { JobLine } from '../../../../../src/renderer/src/features/home/today-panel.tsx'
import type { JobSummary } from '../../../../../src/shared/domain/job.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { makeJob } from '../../../../fakes/world.ts'

const render = (job: JobSummary): string =>
  renderWithServices(
    <Router ssrPath="/">
      <JobLine job={job} now={job.createdAt} />
    </Router>,
  )

it(`a job in today's list is shown as "without hostname" if its box was bound without a required hostname`, () => {
  const { hostname: _, ...without } = makeJob('done', 0, 1_800_000_000_000).summary
  expect(render(without)).toContain('Done, without hostname')
  expect(render({ ...without, hostname: 'tv.north.example' })).not.toContain('without hostname')
})

it("a job in today's list that was exported is described as exported, not as dropped", () => {
  const job = makeJob('dropped', 0, 1_800_000_000_000).summary
  expect(render({ ...job, why: { code: 'exported' } })).toContain('Exported')
})
