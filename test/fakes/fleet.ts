import type { BoardRow } from '../../src/shared/domain/fleet.ts'
import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'

type FleetChannel = Extract<Channel, `fleet.${string}`>
type Answers = { readonly [C in FleetChannel]: (request: Request<C>) => Response<C> }

const station = '3f0b7c52-8a1d-4e6f-9c35-2d47e1a0b6c8'

/** A station on the board, as a test needs it. */
export const makeBoardRow = (changed: Partial<BoardRow> = {}): BoardRow => ({
  id: station,
  name: 'Van 12',
  role: 'station',
  state: 'active',
  lastSeen: '2027-01-15T08:59:00+00:00',
  status: { version: '0.1.0', counts: { unsent: 3, sending: 1, needsYou: 2, refused: 0 } },
  documents: [],
  inCare: 6,
  audit: { entries: 12 },
  ...changed,
})

/** What a fleet with one station answers. */
export const fleetAnswers: Answers = {
  'fleet.join': () => ({}),
  'fleet.leave': () => ({}),
  'fleet.try-now': () => ({}),
  'fleet.invite': () => ({
    code: '7K2M-0000-0000-0000-0000-0000',
    technicians: [{ name: 'Ada Boss', isSupervisor: true }],
  }),
  'fleet.revoke': () => ({}),
  'fleet.board': () => ({ stations: [makeBoardRow()] }),
  'fleet.totals': () => ({
    totals: [{ station, day: '2027-01-15', technician: 'Ada Boss', product: 'Family', done: 4, refused: 1 }],
  }),
  'fleet.work': () => ({
    hasMore: false,
    jobs: [{ id: '01J'.padEnd(26, '0'), state: 'saved', changedAt: 0, kind: 'renewal', userid: '4820913775' }],
  }),
  'fleet.rescue': () => ({ moved: 1, left: 0 }),
  'fleet.find': () => ({
    holders: [{ station: { id: station, name: 'Van 12' }, since: '2027-01-15T08:59:00+00:00', state: 'held' }],
  }),
  'fleet.find-customer': () => ({ jobs: [], opened: 6, unreadable: 0 }),
  'fleet.put-document': () => ({ kind: 'policy', name: 'main', serial: 7 }),
  'fleet.export-audit': () => ({ name: 'fleet-audit-3f0b7c52-20270115T090000.jsonl', text: '{}\n', entries: 12 }),
}
