import { closedErrors, savingErrors, type BridgeSubject, type ChannelNotes } from './channel-note.ts'
import { exampleBox } from './work-notes.ts'

const station = '3f0b7c52-8a1d-4e6f-9c35-2d47e1a0b6c8'
const member = ['no-fleet', 'hub-not-reached', 'hub-refused', 'hub-busy', ...closedErrors] as const
const supervisor = ['supervisor-only', ...member] as const

export const fleetNotes = {
  'fleet.join': {
    says: "Enrols this computer in a fleet with a one-time code of its supervisor. From then on its jobs are claimed at the hub, which cannot read them. The code of the first supervisor begins a fleet. Only this computer's supervisor joins.",
    effect: 'changes',
    errors: [
      'supervisor-only',
      'not-permitted',
      'already-in-fleet',
      'code-unknown',
      'hub-not-reached',
      'hub-refused',
      'hub-busy',
      ...savingErrors,
    ],
    example: { code: '7K2M-0000-0000-0000-0000-0000', hub: 'https://hub.north.example/', name: 'Van 12' },
  },
  'fleet.leave': {
    says: "Tells the hub that this computer leaves, and forgets the fleet on this computer. Its jobs stay, and go on without the fleet; jobs that were moved meanwhile end as moved. If the hub cannot be told, nothing changes unless `force` is set. Then, and if this computer was removed, the unsent jobs that the hub knew are read on the platform before they are sent. Only this computer's supervisor leaves.",
    effect: 'sends',
    errors: ['supervisor-only', 'hub-not-reached', 'hub-refused', 'hub-busy', ...savingErrors],
    example: {},
  },
  'fleet.try-now': {
    says: 'Asks the hub again at once, however short ago it failed, and tells whether it answers.',
    effect: 'changes',
    errors: ['no-fleet', 'hub-not-reached', 'hub-refused', 'hub-busy', ...closedErrors],
    example: {},
  },
  'fleet.invite': {
    says: 'Makes a one-time code for another station, or for another supervisor. The code is shown once and stored nowhere.',
    effect: 'changes',
    errors: supervisor,
    example: { role: 'station', group: 'North', hours: 24 },
  },
  'fleet.revoke': {
    says: 'Expels a station: the hub admits it no more. What it has saved stays on that computer.',
    effect: 'changes',
    errors: [...supervisor, 'not-found'],
    example: { station },
  },
  'fleet.board': {
    says: 'Lists all stations of the fleet, or those that are named, with their counts, version and when each was last seen.',
    effect: 'asks',
    errors: supervisor,
    example: { stations: [station] },
  },
  'fleet.totals': {
    says: 'How many jobs of each day each station finished and had refused, by the day of its calendar on which they were saved, technician and product, as the stations report it. Training is not counted.',
    effect: 'asks',
    errors: supervisor,
    example: { from: '2027-01-01', to: '2027-01-15' },
  },
  'fleet.work': {
    says: 'Opens the unfinished jobs of a station, as the hub has them. Only a supervisor has the key.',
    effect: 'asks',
    errors: [...supervisor, 'not-found'],
    example: { station },
  },
  'fleet.rescue': {
    says: 'Moves unfinished jobs of a station that is lost to another one, together with their claims. The other one reads each back before it sends anything; the first one sends nothing more of them, should it wake up.',
    effect: 'changes',
    errors: [...supervisor, 'not-found', 'changed-meanwhile'],
    example: { from: station, to: '8d2e4f10-77b3-4c19-a5de-0b6c3f9e1a42' },
  },
  'fleet.find-customer': {
    says: "Looks for words of a customer's name in the unfinished work of all stations that is in the fleet's care. Only a supervisor has the key, and each job is opened for it: a thousand at a time, then `next` says where to go on. Finished work is not found by name.",
    effect: 'asks',
    errors: [...supervisor, 'not-found'],
    example: { name: 'rosa mar' },
  },
  'fleet.find': {
    says: 'Says which station has a box or a customer in its work, or had it in the last 90 days. The hub gets keyed hashes only.',
    effect: 'asks',
    errors: [...member, 'no-connection'],
    example: { box: exampleBox.identifier, userid: '4083917265' },
  },
  'fleet.put-document': {
    says: 'Gives the fleet a document that the operator signed offline with `npm run document:sign`: connections, a policy, or what handouts print. Each station judges it by the key that it has accepted. `detail` of `file-unusable` says why: `forged`, `other-key`, `older` or `unusable`.',
    effect: 'changes',
    errors: [...supervisor, 'file-unusable'],
    example: { text: '{"kind":"setdesk-document","version":1,"text":"...","key":"...","signature":"..."}' },
  },
  'fleet.export-audit': {
    says: 'Reads the audit chain of a station from the hub, checks its order and hashes, opens each line, and writes all into one file that is signed with the key of this installation. `npm run -s audit:verify -- FILE` checks it on any computer. What does not open, what is missing and what contradicts the chain is in the file, too.',
    effect: 'asks',
    errors: [...supervisor, 'not-permitted', 'not-found'],
    example: { station },
  },
} satisfies Partial<ChannelNotes>

export const fleetSubject: BridgeSubject = {
  title: 'Fleet',
  about:
    'Several computers of one operator, with a hub between them. `fleet.md` describes the hub. The snapshot says what this computer is to the fleet; a job says in `fleet` what the hub said of it.',
  notes: fleetNotes,
}
