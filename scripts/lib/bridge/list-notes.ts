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
    says: 'Lists what was done, newest first. A page may be short: as long as there is a `next`, ask again with it as `after`.',
    effect: 'reads',
    errors: closedErrors,
    example: { filter: { technician: 'Sam Lee' }, limit: 100 },
  },
  'activity.export': {
    says: 'Gives the same as CSV, a part a call. For the parts that follow, `after` is the `next` and `name` the name of the answer before. The window also writes them into a file.',
    effect: 'reads',
    errors: ['no-connection', ...closedErrors],
    example: { filter: {} },
  },
} as const satisfies Partial<ChannelNotes>

export const listNotes = {
  'bulk.find': {
    says: 'Gives the `batch` that stands for a list, and how many of its rows are jobs here. `digest` is the SHA-256 of whatever tells this list from others: the same digest, the same batch.',
    effect: 'reads',
    errors: ['no-connection', ...closedErrors],
    example: { connectionId, digest },
  },
  'bulk.save': {
    says: 'Saves rows of a list as jobs, each row once however often it is sent. Rows that cannot be saved are in `left`. After an error, send the same rows again.',
    effect: 'sends',
    errors: ['changed-meanwhile', ...newWorkErrors, ...nobodyErrors, ...savingErrors],
    example: { connectionId, batch, rows: [hostnameRow], evenIfKnown: false },
  },
  'bulk.keep-file': {
    says: 'Writes a part of a file about a list beside the saved work. Only the window does; the browser downloads it instead.',
    effect: 'changes',
    errors: closedErrors,
    example: { name: 'faults-boxes.csv', text: 'line,box\n', isFirst: true },
  },
  'bulk.progress': {
    says: 'Counts the jobs of a batch by their state.',
    effect: 'reads',
    errors: closedErrors,
    example: { batch },
  },
  'bulk.results': {
    says: 'Lists the jobs of a batch in the order of its lines. `after` is the last line of the page before, 0 for the first page.',
    effect: 'reads',
    errors: closedErrors,
    example: { batch, after: 0, limit: 100 },
  },
  'pile.read': {
    says: 'Gives the boxes that were piled up on one of the two screens, one a line.',
    effect: 'reads',
    errors: closedErrors,
    example: { place: 'hostnames' },
  },
  'pile.save': {
    says: 'Keeps such a pile in place of the one before. An empty one is gone.',
    effect: 'changes',
    errors: savingErrors,
    example: { place: 'hostnames', text: '00:1A:79:AA:BB:01\n' },
  },
  'list.read': {
    says: 'Gives the list that is being worked through, without the bytes of its file; nothing where not all of those are kept.',
    effect: 'reads',
    errors: closedErrors,
    example: { connectionId },
  },
  'list.read-part': {
    says: "Gives a part of that list's file, counted from 0.",
    effect: 'reads',
    errors: ['not-found', ...closedErrors],
    example: { connectionId, digest, part: 0 },
  },
  'list.begin': {
    says: 'Begins another list in place of the one that was there. Its parts come after.',
    effect: 'changes',
    errors: ['not-found', ...savingErrors],
    example: { connectionId, list },
  },
  'list.keep-part': {
    says: 'Keeps a part of the file of the list that was begun.',
    effect: 'changes',
    errors: ['changed-meanwhile', ...savingErrors],
    example: { connectionId, digest, part: 0, bytes: 'Ym94CjAwOjFBOjc5OkFBOkJCOjAxCg==' },
  },
  'list.keep': {
    says: 'Keeps what has changed of the list that was begun.',
    effect: 'changes',
    errors: ['changed-meanwhile', ...savingErrors],
    example: { connectionId, list },
  },
  'list.forget': {
    says: 'Forgets the list that is being worked through. Its jobs stay.',
    effect: 'changes',
    errors: savingErrors,
    example: { connectionId },
  },
  'list.saved-lines': {
    says: 'Gives the lines of a batch that are jobs here, growing. `after` is the last line of the page before.',
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
    title: 'Lists and piles',
    about:
      'A list is a file with a box or a customer a row; it becomes a batch of jobs (`bulk`) and is kept while it is worked through (`list`). A pile is boxes that were scanned and are not saved as jobs yet. A script that has its rows needs `bulk.find`, `bulk.save` and `bulk.results` alone.',
    notes: listNotes,
  },
]
