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

export const appNotes = {
  'app.snapshot': {
    says: 'Returns everything that the frame of the screen shows: the state of the saved work, the connections, the number of jobs by state.',
    effect: 'reads',
    errors: [],
    example: {},
  },
  'preferences.save': {
    says: 'Changes preferences of this computer. Omitted fields stay as they were.',
    effect: 'changes',
    errors: [],
    example: { technician: 'Sam Lee' },
  },
  'vault.protect': {
    says: 'Sets the passphrase that protects the saved work. A real connection needs one in the browser host, and in the window if the key store protects nothing (`system-weak`).',
    effect: 'changes',
    errors: ['already-set-up'],
    example: { passphrase },
  },
  'vault.unlock': {
    says: 'Opens the saved work with its passphrase, after each start.',
    effect: 'sends',
    errors: ['wrong-passphrase', 'already-set-up'],
    example: { passphrase },
  },
  'page.save-pdf': {
    says: 'Saves the page as a PDF under a name without extension. Only in the window.',
    effect: 'changes',
    errors: ['not-allowed', 'file-not-written'],
    example: { name: 'Slip 12345' },
  },
  'app.restart': {
    says: 'Ends Setdesk and starts it again. Only in the window.',
    effect: 'changes',
    errors: ['not-allowed'],
    example: {},
  },
  'clipboard.write': {
    says: 'Copies a text to the clipboard. Only in the window.',
    effect: 'changes',
    errors: ['not-allowed'],
    example: { text: '4071552830' },
  },
} as const satisfies Partial<ChannelNotes>

export const connectionNotes = {
  'connection.start-training': {
    says: 'Starts the training platform on this computer and makes its connection the active one.',
    effect: 'changes',
    errors: closedErrors,
    example: {},
  },
  'connection.test': {
    says: 'Tests a connection and saves nothing. With `id`, the stored token and proxy credentials of that connection are used if none are given, but only for the address, proxy and certificate that they were typed for.',
    effect: 'asks',
    errors: ['no-token'],
    example: { form, token: 'THE-TOKEN' },
  },
  'connection.add': {
    says: 'Adds a connection and makes it the active one. Everything that the form does not contain starts with its default. The name must be free.',
    effect: 'changes',
    errors: ['passphrase-needed', ...savingErrors],
    example: { form, token: 'THE-TOKEN' },
  },
  'connection.save': {
    says: 'Replaces the settings of the connection: take all of them from `app.snapshot`, and change what you need. A new name must be free. With another address, proxy or certificate the stored token does not apply: give `token` too, or nothing is sent until `connection.replace-token`. The same holds for `proxyLogIn`.',
    effect: 'sends',
    errors: ['not-found', 'not-allowed', 'passphrase-needed', ...savingErrors],
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
    says: 'Removes a connection, unless it has unfinished jobs.',
    effect: 'changes',
    errors: ['not-found', 'work-left', ...savingErrors],
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
    says: 'Makes exactly the changes that were shown: `stamp` is the one from `connection.read-file`.',
    effect: 'sends',
    errors: ['file-unusable', 'changed-meanwhile'],
    example: { text: '{"kind":"setdesk-connections","version":1,"connections":[]}', stamp: 'THE-STAMP' },
  },
} as const satisfies Partial<ChannelNotes>

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
    says: 'Decides who sends the jobs in a copied data folder: this computer, or the one it came from.',
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
  'maintenance.export-work': {
    says: 'Exports jobs to a file for one other computer and drops them here; `target` is the `installation` in its `app.snapshot`. Without `jobIds`, it exports all unfinished jobs of the active connection, except `left` jobs that were being sent.',
    effect: 'changes',
    errors: ['no-connection', 'not-found', 'too-large', ...savingErrors],
    example: { target: 'Y6V75X', passphrase },
  },
  'maintenance.import-work': {
    says: 'Imports jobs of another computer: from a file exported for this one, or from a backup. Pass the file itself, or its name among the backups. `known` jobs were here already.',
    effect: 'sends',
    errors: [
      'not-found',
      'wrong-passphrase',
      'file-unusable',
      'other-computer',
      'source-must-be-gone',
      'no-connection',
      'several-connections',
      ...savingErrors,
    ],
    example: { name: 'setdesk-000012-20261122T154502.db', passphrase, sourceIsGone: true },
  },
} as const satisfies Partial<ChannelNotes>

export const computerSubjects: readonly BridgeSubject[] = [
  { title: 'The app', about: 'The state of the app, and the calls that open the saved work.', notes: appNotes },
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
