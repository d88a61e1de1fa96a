import { closedErrors, nobodyErrors, savingErrors, type BridgeSubject, type ChannelNotes } from './channel-note.ts'

const slot = 'script'
const userid = '4071552830'
const hostname = 'tv.north.example'
const identifier = { kind: 'mac', value: '001A79AABB01' } as const
const taught = { names: { userid: ['account_no'] } }
const asked = ['not-reached', 'platform-refused', ...nobodyErrors, ...savingErrors] as const

export const customersNotes = {
  'customers.find': {
    says: 'Finds customers by any of the filters. `cursor` is the `next` of the page before.',
    effect: 'asks',
    errors: asked,
    example: { slot, filter: { lastname: 'Okonkwo' } },
  },
  'customers.by-reseller': {
    says: 'Lists the customers of a reseller, page by page from 1. Reseller `0` is none.',
    effect: 'asks',
    errors: asked,
    example: { slot, resellerId: '501', page: 1 },
  },
  'customers.by-ids': {
    says: 'Tells how these log-ins stand. One that the platform does not know is not among the rows.',
    effect: 'asks',
    errors: asked,
    example: { slot, userids: [userid] },
  },
  'customers.direct': {
    says: 'Takes a log-in, a mapping id or a box: gives the customer as the platform has them, and what is known here about the box. `isLocal`: the platform was not asked, or did not answer.',
    effect: 'asks',
    errors: [...nobodyErrors, ...closedErrors],
    example: { slot, text: userid },
  },
  'customers.read': {
    says: 'Gives everything that the platform tells of one customer, by log-in or by mapping id. The other of the two is empty.',
    effect: 'asks',
    errors: asked,
    example: { slot, userid, customermappingid: '' },
  },
  'customers.lights': {
    says: "Tells which of a customer's boxes are under a hostname of the connection.",
    effect: 'asks',
    errors: ['not-reached', ...nobodyErrors, ...savingErrors],
    example: { slot, userid, boxes: ['00:1A:79:AA:BB:01'] },
  },
  'customers.jobs': {
    says: 'Lists the work of this computer on one customer, newest first.',
    effect: 'reads',
    errors: [...nobodyErrors, ...closedErrors],
    example: { userid },
  },
  'customers.cancel': {
    says: 'Ends what a slot is asking.',
    effect: 'reads',
    errors: [],
    example: { slot },
  },
} as const satisfies Partial<ChannelNotes>

export const hostnameNotes = {
  'hostname.kept': {
    says: "Gives the platform's last answer about a hostname, without asking again.",
    effect: 'reads',
    errors: closedErrors,
    example: { hostname },
  },
  'hostname.read': {
    says: 'Asks the platform which boxes are under a hostname, and keeps the answer.',
    effect: 'asks',
    errors: ['not-understood', ...asked],
    example: { hostname },
  },
  'hostname.in-work': {
    says: 'Tells which of these boxes are in work on this computer that is not over. `index` is the place in the question.',
    effect: 'reads',
    errors: closedErrors,
    example: { identifiers: [identifier] },
  },
  'hostname.add': {
    says: 'Saves a job a box, all of them or none. The same call sent again saves no box twice. Boxes that are in other work are not saved and are in `left`.',
    effect: 'sends',
    errors: ['too-much-unsent', ...nobodyErrors, ...savingErrors],
    example: {
      draftId: 'script-2026-11-22-0003',
      hostname,
      boxes: [{ identifier, raw: '00:1A:79:AA:BB:01', model: 'STB' }],
    },
  },
} as const satisfies Partial<ChannelNotes>

export const consoleNotes = {
  'console.catalogue': {
    says: "Gives the platform's whole interface as data: its operations, their parameters and what those are held to.",
    effect: 'reads',
    errors: closedErrors,
    example: {},
  },
  'console.preview': {
    says: 'Shows a request as it would go out, without its secrets, and which values break a rule.',
    effect: 'reads',
    errors: ['not-found', ...nobodyErrors, ...closedErrors],
    example: { operation: 'getCustomer', values: { userid, customermappingid: '' } },
  },
  'console.ask': {
    says: 'Sends a reading operation once, and gives the answer as it came with what was understood of it.',
    effect: 'asks',
    errors: ['not-found', 'not-allowed', ...nobodyErrors, ...closedErrors],
    example: { slot, operation: 'getCustomer', values: { userid, customermappingid: '' } },
  },
  'console.cancel': {
    says: 'Ends what a slot is asking.',
    effect: 'reads',
    errors: [],
    example: { slot },
  },
  'console.change': {
    says: 'Saves a changing operation as a job. `draftId` is as for [new work](#new-work).',
    effect: 'sends',
    errors: ['too-much-unsent', 'needs-network', 'one-at-a-time', ...nobodyErrors, ...savingErrors],
    example: {
      draftId: 'script-2026-11-22-0004',
      operation: 'Disable',
      values: { userid, password: '0', customermappingid: '' },
    },
  },
  'teaching.look': {
    says: 'Reads an answer of the platform by names that are being tried, and keeps nothing. A `layout` says how records stand in a plain text.',
    effect: 'reads',
    errors: ['not-found', ...closedErrors],
    example: { operation: 'getCustomer', status: 200, text: '{"account_no":"4071552830"}', ...taught },
  },
  'teaching.save': {
    says: 'Keeps such names with the active connection; they hold from the next call on. A `layout` of null takes the layout away.',
    effect: 'changes',
    errors: ['no-connection', ...savingErrors],
    example: taught,
  },
} as const satisfies Partial<ChannelNotes>

export const platformSubjects: readonly BridgeSubject[] = [
  {
    title: 'Customers',
    about:
      'What the platform answers is kept; where it does not answer, what was kept is given with `isKept`. `slot` is a name that the script chooses: a later question of the same slot ends the one before, which is then answered with `overtaken`.',
    notes: customersNotes,
  },
  {
    title: 'Hostnames',
    about: 'Which boxes the platform lists under a hostname, and putting more there.',
    notes: hostnameNotes,
  },
  {
    title: 'The interface console',
    about:
      "Every operation of [the platform's interface](interface.md) by its name there. The services and the token are those of the connection and are not given.",
    notes: consoleNotes,
  },
]
