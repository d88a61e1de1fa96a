import { describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { FleetPage } from '../../../../../src/renderer/src/features/fleet/place/place-panel.tsx'
import { sayHubFailure, sayLink } from '../../../../../src/renderer/src/features/fleet/say-fleet.ts'
import { networkFailures } from '../../../../../src/platform/transport/exchange.ts'
import type { FleetView } from '../../../../../src/shared/domain/fleet.ts'
import type { Snapshot, WhoView } from '../../../../../src/shared/bridge/snapshot.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const now = Date.UTC(2027, 0, 15, 9)
const minute = 60_000
const joined: FleetView = {
  state: 'joined',
  hub: 'https://fleet.example:8443',
  name: 'Van 12',
  station: '3f0b7c52-8a1d-4e6f-9c35-2d47e1a0b6c8',
  role: 'station',
  group: 'North',
  link: 'reached',
  lastContact: now,
  unchecked: 0,
  conflicts: 0,
  leftWaiting: { unconnected: 0, unopened: 0, otherCall: 0, heldBack: 0 },
  uncared: 0,
}
const technician: WhoView = {
  state: 'signed-in',
  technicians: [
    { id: 'a', name: 'Ada', isSupervisor: true },
    { id: 'b', name: 'Ben', isSupervisor: false },
  ],
  current: 'b',
}
const show = (fleet: FleetView | undefined, who?: WhoView, changed: Partial<Snapshot> = {}) =>
  renderWithServices(
    <Router ssrPath="/settings/fleet">
      <FleetPage />
    </Router>,
    {},
    { ...(fleet && { fleet }), ...(who && { who }), ...changed },
  )

describe('the message about the link to the hub', () => {
  it('says when the hub was last reached', () => {
    expect(sayLink(joined, now + 30_000)).toBe('The hub was reached just now.')
    expect(sayLink(joined, now + 2 * minute)).toBe('The hub was reached 2 minutes ago.')
    expect(sayLink({ state: 'joined', link: 'unknown' }, now)).toBe('The hub has not been asked yet.')
  })

  it('says why the link failed, that work goes on, and when the hub was last reached', () => {
    expect(sayLink({ ...joined, link: 'unreached', failure: 'timed-out' }, now + 3 * 3_600_000)).toBe(
      'The hub cannot be used: no answer came in time. Check the network, or try again later. Work continues. It was last reached 3 hours ago.',
    )
  })

  it("says how wrong this computer's clock is if that makes the hub's certificate invalid", () => {
    const said = sayHubFailure('certificate-not-yet-valid', now, -3 * 86_400_000)
    expect(said).toContain('which says')
    expect(said).toContain('This computer’s clock is 3 days behind the hub’s.')
  })

  it('has a whole sentence for every failure of the network', () => {
    for (const failure of networkFailures) expect(sayHubFailure(failure, now)).toMatch(/^[a-z].*\.$/)
  })
})

describe('the fleet page', () => {
  it('lists the technicians that came with the one-time code, and counts those who cannot sign in here', () => {
    const technicians = [
      { name: 'Ada', isSupervisor: true },
      { name: 'Ben', isSupervisor: false },
      { name: 'Cy', isSupervisor: false },
    ]
    const page = show({ ...joined, technicians }, technician)
    expect(page).toMatch(/The code contained the names of 3 technicians: .?Ada.? \(supervisor\), .?Ben.?, .?Cy/)
    expect(page).toContain('1 of them has no PIN here, and cannot sign in yet.')
    expect(show(joined)).not.toContain('The code contained')
  })

  it('offers to join a fleet, but only to a supervisor', () => {
    expect(show(undefined)).toContain('One-time code')
    const asTechnician = show(undefined, technician)
    expect(asTechnician).toContain('Only the supervisor of this computer can change this.')
    expect(asTechnician).not.toContain('<form')
  })

  it('shows the hub, the name and the group of this computer in the fleet', () => {
    const page = show(joined)
    for (const words of ['https://fleet.example:8443', 'Van 12', 'North', 'Technician’s computer', 'Ask the hub now'])
      expect(page).toContain(words)
    expect(page).toContain('All jobs of this computer are checked with the others.')
    expect(page).not.toContain('Open the fleet')
    expect(show({ ...joined, role: 'supervisor' })).toContain('Open the fleet')
    expect(show({ ...joined, role: 'supervisor' }, technician)).not.toContain('Open the fleet')
    expect(show(joined, technician)).not.toContain('Leave the fleet')
  })

  it('counts the jobs that are not settled with the fleet, and links to those that need the technician', () => {
    const page = show({
      ...joined,
      unchecked: 2,
      conflicts: 1,
      leftWaiting: { unconnected: 1, unopened: 2, otherCall: 1, heldBack: 1 },
      uncared: 1,
      clockAheadMs: 2 * 3_600_000,
    })
    expect(page).toContain('2 jobs are not checked with the others yet.')
    expect(page).toContain('1 job needs you')
    expect(page).toContain('/queue/needs-you')
    expect(page).toContain('1 job was moved here and waits: this computer has no connection to its platform.')
    expect(page).toContain('2 jobs were moved here and wait: their sealed copies do not open on this computer.')
    expect(page).toContain('1 job was moved here but not accepted')
    expect(page).toContain('Renewals or product changes were moved here. The hub gives them to this computer when')
    expect(page).toContain('The fleet has no copy of 1 job: it is too large')
    expect(show({ ...joined, uncared: 1 })).not.toContain('All jobs of this computer are checked')
    expect(page).toContain('clock is 2 hours ahead of the hub’s')
  })

  it('counts the documents of the operator, and links to them', () => {
    const document = { kind: 'policy', name: 'North policy', serial: 7, state: 'taken' } as const
    const refused = { ...document, name: 'Other', state: 'refused', problem: 'forged' } as const
    const page = show({ ...joined, documents: [document, refused] })
    expect(page).toContain('1 document from your operator is in force on this computer. 1 is not used.')
    expect(page).toContain('/settings/policy')
    expect(show(joined)).not.toContain('from your operator')
  })

  it('says how much of the audit the hub lacks, and what is wrong with the audit', () => {
    expect(show({ ...joined, audit: { entries: 9, unsent: 2 } })).toContain('2 audit trail entries of this computer')
    const forked = show({ ...joined, audit: { entries: 9, unsent: 0, trouble: 'forked' } })
    expect(forked).toContain('The hub has other audit trail entries')
    expect(forked).not.toContain('All jobs of this computer are checked')
  })

  it.each([
    ['revoked', 'A supervisor removed this computer', 'Leave the fleet'],
    ['unreadable', 'cannot be read any more', 'One-time code'],
    ['copied', 'is a copy of one that is in a fleet', 'One-time code'],
  ] as const)('says what the state "%s" means and what to do', (state, what, next) => {
    const page = show({ ...joined, state })
    expect(page).toContain(what)
    expect(page).toContain('Work continues without the fleet')
    expect(page).toContain(next)
  })
})

it.each([
  ['ok', true],
  ['full', true],
  ['damaged', false],
] as const)('shows the membership unless the saved work cannot be read: %s', (state, isShown) => {
  expect(show(joined, undefined, { storage: { state, folder: '/data' } }).includes('Van 12')).toBe(isShown)
})
