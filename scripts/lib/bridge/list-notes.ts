import { closedErrors, nobodyErrors, savingErrors, type BridgeSubject, type ChannelNotes } from './channel-note.ts'
import { exampleBox, newWorkErrors } from './work-notes.ts'

const connectionId = 'training'
const batch = '3f1c8a5e9b7d2046a1c3e5f708192a3b'
const digest = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'
const hostnameRow = { line: 2, intent: { kind: 'hostname', box: exampleBox, hostname: 'tv.north.example' } } as const
const list = {
  name: 'boxes.csv',
  digest,
  parts: 1,
  stage: 'columns' as const,
  kind: 'hostname' as const,
  columns: ['box', ''],
  common: { hostname: 'tv.north.example' },
  completesMobiles: false,
  mended: [],
  typed: [],
}

export const activityNotes = {
  'activity.list': {
    says: 'Lists what was done, newest first. A page may have few rows: while the answer has `next`, call again with that value as `after`.',
    effect: 'reads',
    errors: closedErrors,
    example: { filter: { technician: 'Sam Lee' }, limit: 100 },
  },
  'activity.statistics': {
    says: "Counts the jobs that were saved between the first and the last of `edges`: in total, for each period, by technician, by the platform's words for a refusal, and by the time that the jobs took. `edges` are usually midnights in the technician's time zone, so that a period is a day.",
    effect: 'reads',
    errors: ['no-connection', ...closedErrors],
    example: { edges: [1_763_942_400_000, 1_764_028_800_000], technician: 'Sam Lee' },
  },
  'activity.export-trail': {
    says: 'Exports all events of the active connection, oldest first, to one file. Each line contains the hash of the line before, and the file is signed with the key of this installation. `npm run -s audit:verify -- FILE` checks it on any computer. Before that, all records are checked.',
    effect: 'changes',
    errors: ['not-permitted', 'no-connection', 'changed-meanwhile', ...closedErrors],
    example: {},
  },
  'activity.export': {
    says: 'Returns the rows of `activity.list` as CSV, one part per call. For the next part, `after` is the `next` and `name` the `name` of the previous response. The window also writes the parts into a file.',
    effect: 'reads',
    errors: ['not-permitted', 'no-connection', ...closedErrors],
    example: { filter: {} },
  },
} as const satisfies Partial<ChannelNotes>

export const listNotes = {
  'bulk.find': {
    says: 'Returns the `batch` of a list, and how many of its rows are jobs here. `digest` is the SHA-256 of whatever distinguishes this list from others: the same digest gives the same batch.',
    effect: 'reads',
    errors: ['no-connection', ...closedErrors],
    example: { connectionId, digest },
  },
  'bulk.save': {
    says: 'Saves rows of a list as jobs. A row that is sent again makes no second job; if it was changed or its job was dropped, it is in `left`. `rows` may also be the JSON text of the rows. Rows that cannot be saved are in `left`. After an error, send the same rows again.',
    effect: 'sends',
    errors: ['changed-meanwhile', ...newWorkErrors, ...nobodyErrors, ...savingErrors],
    example: { connectionId, batch, rows: [hostnameRow], evenIfKnown: false },
  },
  'bulk.write-file': {
    says: 'Writes a part of a file about a list beside the saved work. Only in the window; the browser downloads it instead.',
    effect: 'changes',
    errors: ['not-permitted', ...closedErrors],
    example: { name: 'faults-boxes.csv', text: 'line,box\n', isFirst: true },
  },
  'bulk.progress': {
    says: 'Counts the jobs of a batch by their state.',
    effect: 'reads',
    errors: closedErrors,
    example: { batch },
  },
  'bulk.results': {
    says: 'Lists the jobs of a batch in the order of its lines. `after` is the last line of the previous page, 0 for the first page.',
    effect: 'reads',
    errors: closedErrors,
    example: { batch, after: 0, limit: 100 },
  },
  'scan-batch.read': {
    says: 'Returns the scan batch of one of the two screens, one box per line.',
    effect: 'reads',
    errors: closedErrors,
    example: { place: 'hostnames' },
  },
  'scan-batch.save': {
    says: 'Stores such a scan batch in place of the previous one. An empty text removes it. With `was`, only that text is replaced.',
    effect: 'changes',
    errors: ['changed-meanwhile', ...savingErrors],
    example: { place: 'hostnames', text: '00:1A:79:AA:BB:01\n' },
  },
  'list.read': {
    says: 'Returns the list in progress, without the bytes of its file. If some parts are not stored yet, the answer has no `list`.',
    effect: 'reads',
    errors: closedErrors,
    example: { connectionId },
  },
  'list.read-part': {
    says: "Returns a part of that list's file, counted from 0.",
    effect: 'reads',
    errors: ['not-found', ...closedErrors],
    example: { connectionId, digest, part: 0 },
  },
  'list.begin': {
    says: 'Begins another list in place of the previous one. Send its parts afterwards.',
    effect: 'changes',
    errors: ['not-found', ...savingErrors],
    example: { connectionId, list },
  },
  'list.save-part': {
    says: 'Stores a part of the file of that list.',
    effect: 'changes',
    errors: ['changed-meanwhile', ...savingErrors],
    example: { connectionId, digest, part: 0, bytes: 'Ym94CjAwOjFBOjc5OkFBOkJCOjAxCg==' },
  },
  'list.save': {
    says: 'Stores the changes to that list, with a new random `mark`. `was` holds the marks that the stored list may have: another mark shows that another window has stored the list since.',
    effect: 'changes',
    errors: ['changed-meanwhile', ...savingErrors],
    example: { connectionId, list: { ...list, mark: 'second' }, was: ['first'] },
  },
  'list.forget': {
    says: 'Discards the list in progress. Its jobs stay.',
    effect: 'changes',
    errors: savingErrors,
    example: { connectionId },
  },
  'list.saved-lines': {
    says: 'Returns the lines of a batch that are jobs here, in ascending order. `after` is the last line of the previous page.',
    effect: 'reads',
    errors: closedErrors,
    example: { batch, after: 0, limit: 10_000 },
  },
} as const satisfies Partial<ChannelNotes>

export const listSubjects: readonly BridgeSubject[] = [
  {
    title: 'Activity',
    about: 'Who did what, when, to which box, and what the platform answered.',
    notes: activityNotes,
  },
  {
    title: 'Lists and scan batches',
    about:
      'A list is a file with one box or customer per row. It becomes a batch of jobs (`bulk`) and is stored while it is in progress (`list`). A scan batch (`scan-batch`) contains scanned boxes that are not saved as jobs yet. A script that already has its rows needs only `bulk.find`, `bulk.save` and `bulk.results`.',
    notes: listNotes,
  },
]
