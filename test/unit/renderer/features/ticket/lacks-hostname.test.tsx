import { describe, expect, it } from 'vitest'
import { ticketOfJob } from '../../../../../src/renderer/src/features/ticket/ticket-model.ts'
import { BindingStatuses, Ticket } from '../../../../../src/renderer/src/features/ticket/ticket.tsx'
import type { JobDetail, JobState } from '../../../../../src/shared/domain/job.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { makeJob, northConnection } from '../../../../fakes/world.ts'

const missing = 'missing: the box will not find its operator'

/** A job that binds a box to a customer alone. */
function bindAlone(state: JobState): JobDetail {
  const { intent, summary, ...rest } = makeJob(state, 0, 1_800_000_000_000)
  const { hostname: _, ...alone } = intent
  return { ...rest, intent: alone, summary: { ...summary, connectionId: 'south' }, hostnameBinding: 'not-asked-for' }
}

/** The parts of a job of the connection `south`, while the connection `north` is active. */
const render = (job: JobDetail, hostnames: { readonly north: string[]; readonly south: string[] }): string => {
  const ticket = ticketOfJob(job, [])
  return renderWithServices(
    <>
      <Ticket ticket={ticket} />
      <BindingStatuses ticket={ticket} />
    </>,
    {},
    {
      activeConnectionId: 'north',
      connections: (['north', 'south'] as const).map((id) => ({
        settings: { ...northConnection, id, hostnames: hostnames[id] },
        hasToken: true,
        hasProxyLogIn: false,
        isPlainHttpStopped: false,
        link: { state: 'reached', since: 0 },
      })),
    },
  )
}

describe('the ticket of a box that was bound without a hostname', () => {
  it(`says "without a hostname" if the job's connection has hostnames, even if the active one has none`, () => {
    const words = render(bindAlone('done'), { north: [], south: ['tv.south.example'] })
    expect(words).toContain('Bound, but without a hostname')
    expect(words.split(missing)).toHaveLength(3)
  })

  it("has the stamp of a done job if the job's connection needs no hostname, even if the active one does", () => {
    const words = render(bindAlone('done'), { north: ['tv.north.example'], south: [] })
    expect(words).toContain('Done')
    expect(words).toContain('stamp')
    expect(words).not.toContain(missing)
  })

  it('says "not confirmed" and "without hostname" if the job is unconfirmed', () => {
    const words = render(bindAlone('unconfirmed'), { north: [], south: ['tv.south.example'] })
    expect(words).toContain('Not confirmed, without hostname')
    expect(words).not.toContain('Bound, but')
  })
})
