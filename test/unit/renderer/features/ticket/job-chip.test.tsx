import { describe, expect, it } from 'vitest'
import { JobChip } from '../../../../../src/renderer/src/features/ticket/job-chip.tsx'
import type { JobSummary } from '../../../../../src/shared/domain/job.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { northConnection } from '../../../../fakes/world.ts'

const bound: JobSummary = {
  id: 'job-1',
  sequence: 1,
  connectionId: 'north',
  kind: 'new-customer',
  state: 'done',
  box: { kind: 'mac', value: '001A79A34A52' },
  technician: 'A. Moreau',
  createdAt: 1,
  updatedAt: 1,
}
const without = 'Done, without hostname'
const connectionWith = (hostnames: string[]) => ({
  settings: { ...northConnection, hostnames },
  hasToken: true,
  hasProxyLogIn: false,
  isPlainHttpStopped: false,
  link: { state: 'reached', since: 0 } as const,
})
const render = (job: JobSummary, hostnames: string[] = ['tv.north.example']): string =>
  renderWithServices(<JobChip job={job} />, {}, { connections: [connectionWith(hostnames)] })

describe('the state of a job in a list', () => {
  it.each(['new-customer', 'existing-customer'] as const)(
    'warns if a box was bound without the hostname that it needs: %s',
    (kind) => {
      const chip = render({ ...bound, kind })
      expect(chip).toContain(without)
      expect(chip).toContain('text-needs-you')
      expect(chip).not.toContain('text-done')
    },
  )

  it('says of an unconfirmed box both that it is unconfirmed and that it lacks its hostname', () => {
    const chip = render({ ...bound, state: 'unconfirmed' })
    expect(chip).toContain('Not confirmed, without hostname')
    expect(chip).toContain('text-needs-you')
    expect(render({ ...bound, state: 'unconfirmed', hostname: 'tv.north.example' })).toContain('Done, not confirmed')
  })

  it.each([
    ['has its hostname', { ...bound, hostname: 'tv.north.example' }],
    ['is of a customer without a box', { ...bound, box: undefined }],
    ['is a renewal of a box', { ...bound, kind: 'renewal' as const }],
  ])('is simply "Done" if the job %s', (_, job) => {
    expect(render(job)).toContain('Done')
    expect(render(job)).not.toContain(without)
    expect(render(job)).toContain('text-done')
  })

  it('is simply "Done" if the boxes of the connection need no hostname', () => {
    expect(render(bound, [])).not.toContain(without)
  })

  it('depends on the connection of the job, and not on the active connection', () => {
    expect(render({ ...bound, connectionId: 'removed' })).not.toContain(without)
  })

  it('does not mention the hostname before the box is in service', () => {
    expect(render({ ...bound, state: 'saved' })).not.toContain(without)
  })
})
