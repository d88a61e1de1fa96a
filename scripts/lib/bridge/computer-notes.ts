import { appNotes, whoNotes } from './app-notes.ts'
import { closedErrors, savingErrors, type BridgeSubject, type ChannelNotes } from './channel-note.ts'

const id = 'training'
const passphrase = 'a passphrase of several words'
const form = {
  name: 'North',
  colour: 'teal',
  baseUrl: 'https://platform.example',
  crmService: 'crm',
  cmsService: 'cms',
} as const

export const connectionNotes = {
  'connection.start-training': {
    says: 'Starts the training platform on this computer and makes its connection the active one.',
    effect: 'changes',
    errors: closedErrors,
    example: {},
  },
  'connection.cut-training': {
    says: 'Cuts the network to the training platform, or makes it whole, so that work without a network can be practised. It is whole after each start. No other connection is touched.',
    effect: 'changes',
    errors: ['not-found'],
    example: { isCut: true },
  },
  'connection.test': {
    says: 'Tests a connection and saves nothing. With `id`, the stored token and proxy credentials of that connection are used if none are given, but only for the address, proxy and certificate that they were typed for.',
    effect: 'asks',
    errors: ['not-permitted', 'no-token'],
    example: { form, token: 'THE-TOKEN' },
  },
  'connection.add': {
    says: 'Adds a connection and makes it the active one. Everything that the form does not contain starts with its default. The name must be free.',
    effect: 'changes',
    errors: ['not-permitted', 'passphrase-needed', ...savingErrors],
    example: { form, token: 'THE-TOKEN' },
  },
  'connection.save': {
    says: 'Replaces the settings of the connection: take all of them from `app.snapshot`, and change what you need. A new name must be free. With another address, proxy or certificate the stored token does not apply: give `token` too, or nothing is sent until `connection.replace-token`. The same holds for `proxyLogIn`.',
    effect: 'sends',
    errors: ['not-permitted', 'not-found', 'not-allowed', 'passphrase-needed', ...savingErrors],
    example: {
      id: '01KAN9ZJ5T8W3QX7R2M4C6V1BD',
      kind: 'platform',
      ...form,
      creation: 'addCustomerWithDevice',
      resellerId: '',
      macFormat: 'colon',
      unknownMappingId: '',
      defaultModel: 'STB',
      logInPattern: '{digits:10}',
      retrieval: 'auto',
      extraCustomerFilter: '',
      products: [{ productid: '101', name: 'Basic', months: 12, days: 0, renewalinterval: 1 }],
      hostnames: ['tv.north.example'],
      defaults: { country: 'Netherlands' },
      phoneCountry: 'NL',
      longestProcessingSeconds: 120,
      timeoutSeconds: 30,
      concurrency: 8,
    },
  },
  'connection.replace-token': {
    says: 'Stores another token for the connection and continues with it.',
    effect: 'sends',
    errors: ['not-found', 'passphrase-needed', ...savingErrors],
    example: { id, token: 'THE-TOKEN' },
  },
  'connection.select': {
    says: 'Makes a connection the active one. Jobs of the others continue.',
    effect: 'changes',
    errors: ['not-found'],
    example: { id },
  },
  'connection.remove': {
    says: 'Removes a connection and erases everything that this computer holds of it: its secrets, the details of its jobs, looked-up answers, and the files in which they are a second time; a new backup is made. With unfinished jobs, `typedName` must be its name, and only the supervisor may do it.',
    effect: 'changes',
    errors: ['not-found', 'work-left', 'supervisor-only', ...savingErrors],
    example: { id },
  },
  'connection.set-proxy-log-in': {
    says: "Stores the credentials of the connection's proxy. Without `logIn`, the stored credentials are removed.",
    effect: 'sends',
    errors: ['not-found', 'passphrase-needed', ...savingErrors],
    example: { id, logIn: { user: 'sam', password: 'THE-PASSWORD' } },
  },
  'connection.read-authority': {
    says: 'Reads the certificates in a file; `pem` is the value for `authority` in a connection.',
    effect: 'reads',
    errors: ['file-unusable', 'too-large'],
    example: { file: 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==' },
  },
  'connection.fetch-products': {
    says: 'Asks the platform for the names of its products, with a call that not every platform has.',
    effect: 'asks',
    errors: ['not-found', 'no-token', 'plain-http', ...closedErrors],
    example: { id },
  },
  'connection.write-file': {
    says: 'Writes the settings of all connections into one file, for other computers, without a secret.',
    effect: 'changes',
    errors: ['storage-full', 'file-not-written'],
    example: {},
  },
  'connection.read-file': {
    says: 'Shows what importing such a file would change. An unusable file also gets a normal response: `ok` is false, and `problem` says why.',
    effect: 'reads',
    errors: [],
    example: { text: '{"kind":"setdesk-connections","version":1,"connections":[]}' },
  },
  'connection.take-file': {
    says: "Makes exactly the changes that were shown: `stamp` is the one from `connection.read-file`. The first policy also needs the `fingerprint` of the operator's key.",
    effect: 'sends',
    errors: ['file-unusable', 'changed-meanwhile', 'supervisor-only', 'passphrase-needed', ...savingErrors],
    example: { text: '{"kind":"setdesk-connections","version":1,"connections":[]}', stamp: 'THE-STAMP' },
  },
} as const satisfies Partial<ChannelNotes>

/** Errors of a file of another computer. */
const workFileErrors = [
  'not-found',
  'too-large',
  'wrong-passphrase',
  'file-unusable',
  'other-computer',
  'changed-file',
  'key-not-protected',
  'other-call',
  'no-connection',
  'several-connections',
  ...savingErrors,
] as const

export const maintenanceNotes = {
  'maintenance.list-backups': {
    says: 'Lists the backups in the data folder, and says where that is.',
    effect: 'reads',
    errors: [],
    example: {},
  },
  'maintenance.back-up': {
    says: 'Makes a backup now and returns its name.',
    effect: 'changes',
    errors: ['file-unusable', ...savingErrors],
    example: {},
  },
  'maintenance.restore': {
    says: 'Replaces the saved work with a backup and keeps the replaced file. `jobs` are read back before anything is sent for them.',
    effect: 'sends',
    errors: ['not-found', 'file-unusable', 'other-computer', ...closedErrors],
    example: { name: 'setdesk-000012-20261122T154502.db' },
  },
  'maintenance.start-afresh': {
    says: 'Starts with an empty file beside a damaged one, which is kept.',
    effect: 'changes',
    errors: ['changed-meanwhile'],
    example: {},
  },
  'maintenance.release': {
    says: 'Ends the send lock, which `sendLock` in the snapshot names. `copied`: decides who sends the jobs in a copied data folder, this computer or the one it came from. `imported`: lets imported jobs be sent, or drops them with `leave-there`. With another `lock` than that one, it changes nothing.',
    effect: 'sends',
    errors: savingErrors,
    example: { work: 'leave-there' },
  },
  'maintenance.clear-notices': {
    says: 'Clears the notices that `app.snapshot` returns under `maintenance`.',
    effect: 'changes',
    errors: savingErrors,
    example: {},
  },
  'maintenance.retention': {
    says: 'Says how long details are kept, and how many refused or undecided jobs will be dropped and their details deleted, and when the first of them.',
    effect: 'reads',
    errors: [],
    example: {},
  },
  'maintenance.export-work': {
    says: 'Exports jobs to a file for one other computer and drops them here; `target` is the `installation` in its `app.snapshot`. Without `jobIds`, it exports all unfinished jobs of the active connection, except `left` jobs that were being sent and `otherSettings` jobs that were saved with other settings of the connection.',
    effect: 'changes',
    errors: ['not-permitted', 'no-connection', 'not-found', 'too-large', 'other-settings', ...savingErrors],
    example: { target: 'Y6V75X', passphrase },
  },
  'maintenance.check-records': {
    says: 'Looks at the record of every job: whether another program than Setdesk has changed it, or removed any. A changed one is set aside.',
    effect: 'changes',
    errors: ['changed-meanwhile', ...closedErrors],
    example: {},
  },
  'maintenance.fingerprint': {
    says: "Returns the fingerprint of this computer's key, which another computer shows with an exported file.",
    effect: 'reads',
    errors: closedErrors,
    example: {},
  },
  'maintenance.forget-sender': {
    says: 'Forgets the key that was accepted for a computer, if it has a new one. Its next file needs `acceptsSender` again.',
    effect: 'changes',
    errors: savingErrors,
    example: { installation: 'Y6V75X' },
  },
  'maintenance.read-work': {
    says: 'Reads jobs of another computer, from a file exported for this one or from a backup, and imports nothing. Pass the file itself, or its name among the backups. Each job is planned again from what it shows: one that would send something else refuses the whole file.',
    effect: 'reads',
    errors: workFileErrors,
    example: { name: 'setdesk-000012-20261122T154502.db', passphrase },
  },
  'maintenance.import-work': {
    says: 'Imports the jobs that `maintenance.read-work` showed; `digest` is the one from there. Sending is locked until `maintenance.release`. `known` jobs were here already.',
    effect: 'changes',
    errors: [
      ...workFileErrors,
      'changed-meanwhile',
      'source-must-be-gone',
      'not-checked',
      'new-sender',
      'other-sender',
    ],
    example: {
      name: 'setdesk-000012-20261122T154502.db',
      passphrase,
      digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      sourceIsGone: true,
    },
  },
  'maintenance.diagnostics': {
    says: 'Returns what support needs to know: versions, numbers of jobs by state, sizes, the state of each link, and the codes of problems. It names no person, no platform and no computer. Nothing is written.',
    effect: 'reads',
    errors: [],
    example: {},
  },
  'maintenance.erase-everything': {
    says: 'Deletes everything that Setdesk stored on this computer, the keys first. After that it is as at its first start. Only the supervisor may do it, while the saved work is unlocked.',
    effect: 'changes',
    errors: ['locked', 'supervisor-only'],
    example: { confirm: 'erase everything' },
  },
  'maintenance.save-text': {
    says: 'Writes the report of an erasure or the diagnostics, as shown, into the folder `exports`. In a browser nothing is written: the page downloads the text.',
    effect: 'changes',
    errors: ['storage-full', 'file-not-written'],
    example: { name: 'erasure-20261122T154502.txt', text: 'Everything was erased.' },
  },
} as const satisfies Partial<ChannelNotes>

export const computerSubjects: readonly BridgeSubject[] = [
  { title: 'The app', about: 'The state of the app, and the calls that open the saved work.', notes: appNotes },
  {
    title: 'Technicians',
    about:
      'Once there are technicians, one of them must be signed in: `who.state` of `app.snapshot` says so. Work is saved under the name of who is signed in.',
    notes: whoNotes,
  },
  {
    title: 'Connections',
    about:
      'A connection is a platform and its settings. One of them is active: new work, lists and queries to the platform use that one if a call names no connection.',
    notes: connectionNotes,
  },
]

export const maintenanceSubject: BridgeSubject = {
  title: 'Backups and other computers',
  about: 'Jobs from elsewhere are read back from the platform before anything is sent for them.',
  notes: maintenanceNotes,
}
