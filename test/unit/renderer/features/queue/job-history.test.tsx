import { describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { JobTable } from '../../../../../src/renderer/src/features/queue/job-table.tsx'
import type { JobDetail } from '../../../../../src/shared/domain/job.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { makeJob } from '../../../../fakes/world.ts'
import { JobHistory } from '../../../../../src/renderer/src/features/queue/job-panel.tsx'

const now = Date.UTC(2026, 10, 21, 12)
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

describe('the history of a job', () => {
  const job = makeJob('needs-you', 1, now)
  const withFirst = (attempts: JobDetail['steps'][number]['attempts']): JobDetail => ({
    ...job,
    steps: job.steps.map((step, index) => (index === 0 ? { ...step, attempts, readings: [] } : step)),
  })

  it('lists a call that may have been sent elsewhere, but not as an attempt', () => {
    const text = textOf(
      renderWords(
        <JobHistory
          detail={withFirst([
            { number: 1, startedAt: now - 9000, outcome: 'unknown', isAssumed: true },
            { number: 1, startedAt: now - 5000, outcome: 'accepted' },
          ])}
        />,
      ),
    )
    expect(text).toContain('Possibly sent elsewhere, or after the backup: this computer has no record of it')
    expect(text.match(/Attempt \d/g)).toEqual(['Attempt 1'])
    expect(text).not.toContain('no clear answer came')
  })

  it("lists every attempt with its outcome, the platform's own words, and the raw answer", () => {
    const text = textOf(
      renderWords(
        <JobHistory
          detail={withFirst([
            { number: 1, startedAt: now, outcome: 'unknown', status: 503, message: 'Busy.', raw: '<html>' },
            { number: 2, startedAt: now + 1 },
          ])}
        />,
      ),
    )
    expect(text).toContain('Attempt 1: no clear answer came HTTP 503 Busy.')
    expect(text).toContain('Raw answer')
    expect(text).toContain('Attempt 2: in progress')
  })
})

describe('a row of the queue', () => {
  it.each([
    ['restored', 'Restored from a backup.'],
    ['copied', 'Came with a copied data folder.'],
    ['taken-over', 'Imported from another computer.'],
  ] as const)('says in words that its job was %s', (origin, words) => {
    const { summary } = makeJob('waiting', 1, now)
    const rowOf = (job: JobDetail['summary']) =>
      textOf(
        renderWithServices(
          <Router ssrPath="/">
            <JobTable label="Queue" jobs={[job]} now={now} pathOf={() => '/queue'} />
          </Router>,
        ),
      )
    expect(rowOf({ ...summary, origin })).toContain(words)
    expect(rowOf(summary)).not.toContain(words)
  })
})
