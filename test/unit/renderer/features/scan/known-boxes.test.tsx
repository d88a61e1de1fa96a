import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { KnownBoxes } from '../../../../../src/renderer/src/features/scan/known-boxes.tsx'
import type { JobSummary } from '../../../../../src/shared/domain/job.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { makeJob } from '../../../../fakes/world.ts'

const render = (job: JobSummary): string =>
  renderWithServices(
    <Router ssrPath="/activate">
      <KnownBoxes jobs={[job]} isChosen={false} onChoose={() => undefined} />
    </Router>,
  )

it('a known box is shown as "without hostname" if its earlier job gave it no hostname', () => {
  const { hostname: _, ...without } = makeJob('done', 0, 1_800_000_000_000).summary
  expect(render(without)).toContain('Done, without hostname')
  expect(render({ ...without, hostname: 'tv.north.example' })).not.toContain('without hostname')
})
