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
    says: 'Gives all that the frame of the screen shows: the state of the saved work, the connections, how many jobs stand how.',
    effect: 'reads',
    errors: [],
    example: {},
  },
  'preferences.save': {
    says: 'Changes preferences of this computer. What is left out stays as it was.',
    effect: 'changes',
    errors: [],
    example: { technician: 'Sam Lee' },
  },
  'vault.protect': {
    says: 'Chooses the passphrase that protects the saved work. A real connection needs one in the browser host.',
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
    says: 'Saves the page as PDF under a name without its ending. Only in the window.',
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
    says: 'Puts a text on the clipboard. Only in the window.',
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
    says: 'Tries a connection and saves nothing. With `id`, the token and the proxy log-in that are kept for that connection are used where none is given.',
    effect: 'asks',
    errors: ['no-token'],
    example: { form, token: 'THE-TOKEN' },
  },
  'connection.add': {
    says: 'Adds a connection and makes it the active one. All that the form does not ask starts from its default.',
    effect: 'changes',
    errors: ['passphrase-needed', ...savingErrors],
    example: { form, token: 'THE-TOKEN' },
  },
  'connection.save': {
    says: 'Puts these settings in place of those of the connection: take them whole from `app.snapshot`, and change what is to change.',
    effect: 'sends',
    errors: ['not-found', 'not-allowed'],
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
    says: 'Keeps another token for the connection and goes on with it.',
    effect: 'sends',
    errors: ['not-found', 'passphrase-needed', ...savingErrors],
    example: { id, token: 'THE-TOKEN' },
  },
  'connection.select': {
    says: 'Makes a connection the active one. Work of the others goes on.',
    effect: 'changes',
    errors: ['not-found'],
    example: { id },
  },
  'connection.remove': {
    says: 'Removes a connection, unless it has work that is not over.',
    effect: 'changes',
    errors: ['not-found', 'work-left', ...savingErrors],
    example: { id },
  },
  'connection.set-proxy-log-in': {
    says: "Keeps the log-in of the connection's proxy. Without one, the log-in that is kept is forgotten.",
    effect: 'sends',
    errors: ['not-found', 'passphrase-needed', ...savingErrors],
    example: { id, logIn: { user: 'sam', password: 'THE-PASSWORD' } },
  },
  'connection.read-authority': {
    says: 'Reads the certificates in a file; `pem` is what a connection keeps as `authority`.',
    effect: 'reads',
    errors: ['file-unusable', 'too-large'],
    example: { file: 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==' },
  },
  'connection.fetch-products': {
    says: 'Asks the platform for the names of its products, by a call that not every platform has.',
    effect: 'asks',
    errors: ['not-found', 'no-token', ...closedErrors],
    example: { id },
  },
  'connection.write-file': {
    says: 'Writes the settings of all connections into one file, for other computers, without a secret.',
    effect: 'changes',
    errors: ['storage-full'],
    example: {},
  },
  'connection.read-file': {
    says: 'Shows what taking such a file would change. A file that cannot be taken is an answer too: `ok` is false, and `problem` says why.',
    effect: 'reads',
    errors: [],
    example: { text: '{"kind":"setdesk-connections","version":1,"connections":[]}' },
  },
  'connection.take-file': {
    says: 'Makes the changes that were shown, and no others: `stamp` is that of the answer to `connection.read-file`.',
    effect: 'sends',
    errors: ['file-unusable', 'changed-meanwhile'],
    example: { text: '{"kind":"setdesk-connections","version":1,"connections":[]}', stamp: 'THE-STAMP' },
  },
} as const satisfies Partial<ChannelNotes>

export const keepingNotes = {
  'keeping.list-backups': {
    says: 'Lists the backups in the data folder, and says where that is.',
    effect: 'reads',
    errors: [],
    example: {},
  },
  'keeping.back-up': {
    says: 'Makes a backup now and gives its name.',
    effect: 'changes',
    errors: ['file-unusable', ...savingErrors],
    example: {},
  },
  'keeping.restore': {
    says: 'Puts a backup in place of the saved work, which is kept aside. `jobs` are read back before anything is sent for them.',
    effect: 'sends',
    errors: ['not-found', 'file-unusable', 'other-computer', ...closedErrors],
    example: { name: 'setdesk-000012-20261122T154502.db' },
  },
  'keeping.start-afresh': {
    says: 'Starts with an empty file beside a damaged one, which is kept.',
    effect: 'changes',
    errors: ['changed-meanwhile'],
    example: {},
  },
  'keeping.release': {
    says: 'Says of the work in a copied data folder who sends it: this computer, or the one it came from.',
    effect: 'sends',
    errors: savingErrors,
    example: { work: 'leave-there' },
  },
  'keeping.clear-notices': {
    says: 'Takes the notices away that `app.snapshot` gives under `keeping`.',
    effect: 'changes',
    errors: savingErrors,
    example: {},
  },
  'keeping.hand-over': {
    says: 'Gives jobs up here and writes them into a file for one other computer; `target` is the `installation` in its `app.snapshot`. Without `jobIds`, all work of the active connection that is not over goes, but for `left` jobs that were being sent.',
    effect: 'changes',
    errors: ['no-connection', 'not-found', 'too-large', ...savingErrors],
    example: { target: 'Y6V75X', passphrase },
  },
  'keeping.take-over': {
    says: 'Takes in work of another computer: from a file that was handed over to this one, or from a backup. The file itself is given, or its name among the backups. `known` jobs were here already.',
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
  { title: 'The app', about: 'The state of the whole, and what opens the saved work.', notes: appNotes },
  {
    title: 'Connections',
    about:
      'A connection is a platform and its settings. One of them is the active one: new work, lists and questions to the platform are for that one, wherever no connection is named.',
    notes: connectionNotes,
  },
]

export const keepingSubject: BridgeSubject = {
  title: 'Backups and other computers',
  about: 'Work that comes from elsewhere is read back on the platform before anything is sent for it.',
  notes: keepingNotes,
}
