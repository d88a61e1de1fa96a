import { closedErrors, nobodyErrors, savingErrors, type BridgeSubject, type ChannelNotes } from './channel-note.ts'

const slot = 'script'
const userid = '4071552830'
const hostname = 'tv.north.example'
const identifier = { kind: 'mac', value: '001A79AABB01' } as const
const mapped = { names: { userid: ['account_no'] } }
const asked = ['not-reached', 'platform-refused', ...nobodyErrors, ...savingErrors] as const

export const customersNotes = {
  'customers.find': {
    says: 'Finds customers by any of the filters. `cursor` is the `next` of the previous page.',
    effect: 'asks',
    errors: asked,
    example: { slot, filter: { lastname: 'Okonkwo' } },
  },
  'customers.by-reseller': {
    says: 'Lists the customers of a reseller, page by page from 1. Reseller `0` means no reseller.',
    effect: 'asks',
    errors: asked,
    example: { slot, resellerId: '501', page: 1 },
  },
  'customers.by-ids': {
    says: 'Returns the status of these user IDs. Unknown ones are not among the rows.',
    effect: 'asks',
    errors: asked,
    example: { slot, userids: [userid] },
  },
  'customers.direct': {
    says: 'Takes a user ID, a mapping id or a box. Returns the customer as the platform has it, and what this computer knows about the box. `isLocal`: the platform was not asked, or did not answer.',
    effect: 'asks',
    errors: ['platform-refused', 'not-understood', ...nobodyErrors, ...closedErrors],
    example: { slot, text: userid },
  },
  'customers.read': {
    says: 'Returns everything that the platform reports about one customer, by user ID or by mapping id. Leave the other one empty.',
    effect: 'asks',
    errors: asked,
    example: { slot, userid, customermappingid: '' },
  },
  'customers.bindings': {
    says: "Returns which of a customer's boxes are bound to a hostname of the connection.",
    effect: 'asks',
    errors: ['not-reached', ...nobodyErrors, ...savingErrors],
    example: { slot, userid, boxes: ['00:1A:79:AA:BB:01'] },
  },
  'customers.jobs': {
    says: 'Lists the newest jobs of this computer for one customer, newest first. The job that created the customer is always listed.',
    effect: 'reads',
    errors: [...nobodyErrors, ...closedErrors],
    example: { userid },
  },
  'customers.cancel': {
    says: 'Cancels the current query of a slot.',
    effect: 'reads',
    errors: [],
    example: { slot },
  },
} as const satisfies Partial<ChannelNotes>

export const hostnameNotes = {
  'hostname.cached': {
    says: "Returns the platform's last answer about a hostname, without asking again.",
    effect: 'reads',
    errors: closedErrors,
    example: { hostname },
  },
  'hostname.read': {
    says: 'Asks the platform which boxes are bound to a hostname, and stores the answer.',
    effect: 'asks',
    errors: ['not-understood', ...asked],
    example: { hostname },
  },
  'hostname.in-work': {
    says: 'Returns which of these boxes are in unfinished jobs on this computer. `index` is the position in the request.',
    effect: 'reads',
    errors: closedErrors,
    example: { identifiers: [identifier] },
  },
  'hostname.add': {
    says: 'Saves one job for each box that is in no other job. If one of these jobs cannot be saved, none is saved. `left` lists the boxes that are in other jobs. A repeated call saves no box twice.',
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
    says: "Returns the platform's whole interface as data: its operations, their parameters and the rules for these.",
    effect: 'reads',
    errors: closedErrors,
    example: {},
  },
  'console.preview': {
    says: 'Returns a request as it would be sent, without its secrets, and which values break a rule.',
    effect: 'reads',
    errors: ['not-permitted', 'not-found', ...nobodyErrors, ...closedErrors],
    example: { operation: 'getCustomer', values: { userid, customermappingid: '' } },
  },
  'console.ask': {
    says: 'Sends a read operation once, and returns the raw answer and how Setdesk reads it.',
    effect: 'asks',
    errors: ['not-permitted', 'not-found', 'not-allowed', ...nobodyErrors, ...closedErrors],
    example: { slot, operation: 'getCustomer', values: { userid, customermappingid: '' } },
  },
  'console.cancel': {
    says: 'Cancels the current query of a slot.',
    effect: 'reads',
    errors: [],
    example: { slot },
  },
  'field-mapping.preview': {
    says: 'Reads an answer of the platform with a trial field mapping, and stores nothing. A `layout` says how plain text is split into records.',
    effect: 'reads',
    errors: ['not-found', ...closedErrors],
    example: { operation: 'getCustomer', status: 200, text: '{"account_no":"4071552830"}', ...mapped },
  },
  'field-mapping.save': {
    says: 'Stores such a field mapping with the active connection; it applies from the next call on. A `layout` of null removes the layout.',
    effect: 'changes',
    errors: ['no-connection', ...savingErrors],
    example: mapped,
  },
} as const satisfies Partial<ChannelNotes>

export const platformSubjects: readonly BridgeSubject[] = [
  {
    title: 'Customers',
    about:
      "Setdesk stores the platform's answers. If the platform does not answer, the call returns the stored answer with `isCached`. `slot` is a name that the script chooses. A later query of the same slot ends the previous one, which then returns `superseded`.",
    notes: customersNotes,
  },
  {
    title: 'Hostnames',
    about: 'Which boxes the platform lists for a hostname, and adding boxes.',
    notes: hostnameNotes,
  },
  {
    title: 'The interface console',
    about:
      "Every operation of [the platform's interface](interface.md) by its name there. The connection supplies the services and the token.",
    notes: consoleNotes,
  },
]
