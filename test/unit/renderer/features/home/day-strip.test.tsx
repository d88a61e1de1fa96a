import { describe, expect, it } from 'vitest'
import { countDay, DayStrip, groupByHour } from '../../../../../src/renderer/src/features/home/today-panel.tsx'
import type { JobState } from '../../../../../src/shared/domain/job.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { makeJob } from '../../../../fakes/world.ts'

const at = (hour: number, minute: number) => new Date(2026, 10, 24, hour, minute).getTime()
const job = (state: JobState, sequence: number, createdAt: number) => ({
  ...makeJob(state, sequence, 0).summary,
  id: `job-${String(sequence)}`,
  sequence,
  createdAt,
})

describe("the chart of today's jobs", () => {
  const jobs = [
    job('done', 4, at(10, 5)),
    job('refused', 3, at(9, 50)),
    job('needs-you', 2, at(9, 10)),
    job('unconfirmed', 1, at(9, 0)),
    job('waiting', 5, at(10, 30)),
    job('dropped', 6, at(10, 31)),
  ]

  it('counts the jobs that are done, under way or need a technician, refused ones among them, but no dropped jobs', () => {
    expect(countDay(jobs)).toEqual({ done: 2, underWay: 1, needsYou: 2 })
  })

  it('has one group for each hour with jobs, in order of time', () => {
    expect(groupByHour(jobs).map(({ jobs: among }) => among.map(({ sequence }) => sequence))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ])
  })

  it('has a bar for each job, and says the same in words', () => {
    const html = renderWords(<DayStrip jobs={jobs} counts={countDay(jobs)} />)
    expect([...html.matchAll(/data-bar="([a-z-]+)"/g)].map((match) => match[1])).toEqual([
      'unconfirmed',
      'needs-you',
      'refused',
      'done',
      'waiting',
      'dropped',
    ])
    expect(html).toContain('2 done, 1 under way, 2 need you')
  })
})
