import { describe, expect, it } from 'vitest'
import { FleetMark } from '../../../../../src/renderer/src/features/queue/say-job.tsx'
import type { FleetCheck } from '../../../../../src/shared/domain/job.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'

const now = Date.UTC(2026, 10, 21, 12)
const wordsOf = (fleet: FleetCheck): string =>
  renderWords(<FleetMark job={{ fleet }} now={now} />)
    .replaceAll(/<[^>]*>/g, '')
    .trim()

describe("the fleet's note on a job", () => {
  it.each([
    [false, 'van-2 is working on this box or customer.'],
    [true, 'van-2 has already finished a job for this box or customer.'],
  ])('shows no time if the hub gave none (the other job is finished: %s)', (isDone, words) => {
    expect(wordsOf({ state: 'conflict', station: 'van-2', isDone })).toBe(words)
  })

  it.each([
    [undefined, 'van-2 had this box or customer. This job has it now.'],
    [true, 'The other job of this computer had this box or customer. This one has it now.'],
  ])(
    'says that another job had the box or customer before (the other job is one of this computer: %s)',
    (isOwn, words) => {
      expect(wordsOf({ state: 'freed', station: 'van-2', ...(isOwn && { isOwn }) })).toBe(words)
    },
  )

  it('says that the fleet has no copy of the job, which is sent as usual', () => {
    expect(wordsOf({ state: 'uncared' })).toBe(
      'The fleet has no copy of this job: it is too large, this computer has too many unfinished jobs, or the hub did not accept it. It is sent as usual, but if this computer is lost, nobody can move it to another one.',
    )
  })

  it('shows the time that the hub gave', () => {
    const words = wordsOf({ state: 'conflict', station: 'van-2', since: now - 60_000 })
    expect(words).toMatch(/^van-2 has been working on this box or customer since .*\d.*\.$/)
  })
})
