import { closedErrors, savingErrors, type BridgeSubject, type ChannelNotes } from './channel-note.ts'
import { exampleBox } from './work-notes.ts'

const station = '3f0b7c52-8a1d-4e6f-9c35-2d47e1a0b6c8'
const member = ['no-fleet', 'hub-not-reached', 'hub-refused', 'hub-busy', ...closedErrors] as const
const supervisor = ['supervisor-only', ...member] as const

export const fleetNotes = {
  'fleet.join': {
    says: "Enrols this computer in a fleet with a one-time code from a supervisor of the fleet. From then on this computer claims its jobs at the hub, which cannot read them. The code for the first supervisor begins a fleet. Only this computer's supervisor may do it.",
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
    says: "Tells the hub that this computer leaves, and forgets the fleet on this computer. Its jobs stay and continue without the fleet; jobs that were moved meanwhile end as moved. If the hub cannot be reached, nothing changes unless `force` is set. With `force`, and if this computer was removed, Setdesk reads the platform before it sends a job that the hub knew. Only this computer's supervisor may do it.",
    effect: 'sends',
    errors: ['supervisor-only', 'hub-not-reached', 'hub-refused', 'hub-busy', ...savingErrors],
    example: {},
  },
  'fleet.try-now': {
    says: 'Asks the hub at once, without the usual wait after a failure, and returns whether it answers.',
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
    says: 'Removes a station: the hub refuses its calls from then on. Its saved work stays on that computer.',
    effect: 'changes',
    errors: [...supervisor, 'not-found'],
    example: { station },
  },
  'fleet.board': {
    says: 'Lists all stations of the fleet, or the named ones, with their counts, their version and the time when each was last seen.',
    effect: 'asks',
    errors: supervisor,
    example: { stations: [station] },
  },
  'fleet.totals': {
    says: "Returns how many jobs each station finished, and how many were refused, by day, technician and product, as the stations report it. The day is that on which the job was saved, by the station's calendar. Training is not counted.",
    effect: 'asks',
    errors: supervisor,
    example: { from: '2027-01-01', to: '2027-01-15' },
  },
  'fleet.work': {
    says: "Opens the hub's sealed copies of a station's unfinished jobs. Only a supervisor has the key.",
    effect: 'asks',
    errors: [...supervisor, 'not-found'],
    example: { station },
  },
  'fleet.rescue': {
    says: 'Moves unfinished jobs of a lost station to another station, together with their claims. Before the other station sends a job, it reads the platform. If the lost station works again, it sends none of these jobs.',
    effect: 'changes',
    errors: [...supervisor, 'not-found', 'changed-meanwhile'],
    example: { from: station, to: '8d2e4f10-77b3-4c19-a5de-0b6c3f9e1a42' },
  },
  'fleet.find-customer': {
    says: "Searches the hub's copies of unfinished work for words of a customer's name. Only a supervisor has the key. Each call opens up to a thousand jobs, and `next` says where the next call continues. Finished work is not found by name.",
    effect: 'asks',
    errors: [...supervisor, 'not-found'],
    example: { name: 'rosa mar' },
  },
  'fleet.find': {
    says: 'Says which station has a box or a customer in its work, or had it in the last 90 days. The hub gets only keyed hashes.',
    effect: 'asks',
    errors: [...member, 'no-connection'],
    example: { box: exampleBox.identifier, userid: '4083917265' },
  },
  'fleet.put-document': {
    says: 'Gives the fleet a document that the operator signed offline with `npm run document:sign`: connections, a policy, or what handouts print. Each station checks it with the key that it has accepted. With `file-unusable`, `detail` gives the reason: `forged`, `other-key`, `older` or `unusable`.',
    effect: 'changes',
    errors: [...supervisor, 'file-unusable'],
    example: { text: '{"kind":"setdesk-document","version":1,"text":"...","key":"...","signature":"..."}' },
  },
  'fleet.export-audit': {
    says: 'Reads the audit trail of a station from the hub, checks its order and hashes, opens each line, and writes all lines into one file. The file is signed with the key of this installation. `npm run -s audit:verify -- FILE` checks it on any computer. The file also lists the lines that do not open, that are missing, or that contradict the chain.',
    effect: 'asks',
    errors: [...supervisor, 'not-permitted', 'not-found'],
    example: { station },
  },
} satisfies Partial<ChannelNotes>

export const fleetSubject: BridgeSubject = {
  title: 'Fleet',
  about:
    "Several computers of one operator are connected by a hub. [The fleet](fleet.md) describes it. `fleet` in the snapshot shows this computer's part in the fleet, and `fleet` of a job the hub's answer about it.",
  notes: fleetNotes,
}
