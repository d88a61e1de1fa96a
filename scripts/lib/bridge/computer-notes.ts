import { appNotes, whoNotes } from './app-notes.ts'
import { closedErrors, savingErrors, type BridgeSubject, type ChannelNotes } from './channel-note.ts'

const id = 'training'
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
    errors: savingErrors,
    example: {},
  },
  'connection.cut-training': {
    says: 'Cuts the network to the training platform, or restores it, so that a technician can practise work without a network. Each start restores it. Other connections are not affected.',
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
    errors: ['not-found', 'storage-full'],
    example: { id },
  },
  'connection.remove': {
    says: 'Removes a connection and erases everything that this computer has of it: its secrets, the details of its jobs, looked-up answers, and the files with copies of them. A new backup is made. With unfinished jobs, `typedName` must be its name, and only the supervisor may do it.',
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

export const computerSubjects: readonly BridgeSubject[] = [
  { title: 'The app', about: 'These calls return the state of the app and open the saved work.', notes: appNotes },
  {
    title: 'Technicians',
    about:
      'Once technicians are set up, one of them must be signed in; `who.state` in `app.snapshot` says whether one is. Work is saved under the name of the signed-in technician.',
    notes: whoNotes,
  },
  {
    title: 'Connections',
    about:
      'A connection is a platform and its settings. One of them is active: new work, lists and queries to the platform use that one if a call names no connection.',
    notes: connectionNotes,
  },
]
