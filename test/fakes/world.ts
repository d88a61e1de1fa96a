import { openPolicy } from '../../src/shared/domain/policy.ts'
import type { ConnectionView, Counts, Snapshot } from '../../src/shared/bridge/snapshot.ts'
import type { NewBoxOwner } from './intents.ts'
import { connectionDefaults, type Connection } from '../../src/shared/domain/connection/connection.ts'
import { makeActionJobs } from './action-jobs.ts'
import {
  jobStates,
  type JobDetail,
  type JobState,
  type JobSummary,
  type StepView,
} from '../../src/shared/domain/job.ts'

/** Everything that the fake bridge knows. A test may change it at any time. */
export interface World {
  snapshot: Snapshot
  jobs: JobDetail[]
}

/** The training connection as the app creates it. */
export const trainingConnection: Connection = {
  ...connectionDefaults,
  id: 'training',
  kind: 'training',
  name: 'Training platform',
  colour: 'olive',
  baseUrl: 'http://127.0.0.1:4310',
  crmService: 'training-crm',
  cmsService: 'training-cms',
  longestProcessingSeconds: 2,
  hostnames: ['tv.training.example'],
  products: [{ productid: '1', name: 'Basic', months: 1, days: 0, renewalinterval: 1 }],
}

/** An operator's connection with products, hostnames and defaults. */
export const northConnection: Connection = {
  ...connectionDefaults,
  id: 'north',
  kind: 'platform',
  name: 'North TV',
  colour: 'plum',
  baseUrl: 'https://sms.north.example',
  crmService: 'north-crm',
  cmsService: 'north-cms',
  phoneCountry: 'FR',
  hostnames: ['tv.north.example', 'demo.north.example'],
  products: [
    { productid: '12', name: 'Family', months: 12, days: 0, renewalinterval: 12 },
    { productid: '7', name: 'Basic', months: 1, days: 0, renewalinterval: 1 },
    { productid: '31', name: 'Sport weekend', months: 0, days: 3, renewalinterval: 1 },
  ],
  defaults: { email: 'no-mail@north.example', state: 'Île-de-France', country: 'FRANCE' },
}

const connectionView = (settings: Connection): ConnectionView => ({
  settings,
  hasToken: true,
  hasProxyLogIn: false,
  isPlainHttpStopped: false,
  link: { state: 'reached', since: 0 },
})

const people = [
  ['Jonas', 'Weber'],
  ['Rosa', 'Marín'],
  ['Kofi', 'Adeyemi'],
  ['Lena', 'Fischer'],
  ['Amélie', 'Okonkwo'],
  ['Tomasz', 'Kowalczyk'],
  ['Ines', 'Duarte'],
  ['Mikko', 'Laine'],
  ['Sara', 'Haddad'],
] as const

const whys: Readonly<Record<JobState, JobSummary['why']>> = {
  saved: undefined,
  sending: undefined,
  checking: undefined,
  waiting: { code: 'network' },
  done: { code: 'seen-on-platform' },
  unconfirmed: { code: 'list-unreadable' },
  'needs-you': { code: 'reply-lost-absent' },
  refused: { code: 'platform-refused', detail: 'Device limit reached (5 of 5)' },
  dropped: { code: 'person-dropped', detail: 'The customer moved out' },
}

const actions: Readonly<Record<JobState, JobDetail['actions']>> = {
  saved: ['correct', 'drop'],
  sending: [],
  checking: [],
  waiting: ['drop'],
  done: [],
  unconfirmed: ['check-again'],
  'needs-you': ['check-again', 'it-is-there', 'send-again', 'drop'],
  refused: ['correct', 'drop'],
  dropped: [],
}

const stepStates: Readonly<Record<JobState, StepView['state']>> = {
  saved: 'open',
  sending: 'in-flight',
  checking: 'read-back',
  waiting: 'open',
  done: 'done',
  unconfirmed: 'unconfirmed',
  'needs-you': 'undecided',
  refused: 'refused',
  dropped: 'skipped',
}

/** A job for a new customer in the given state; `number` makes it unique. */
export function makeJob(state: JobState, number: number, now: number): JobDetail & { readonly intent: NewBoxOwner } {
  const [firstname, lastname] = people[number % people.length] ?? people[0]
  const createdAt = now - number * 23 * 60_000
  const box = { kind: 'mac', value: `001A794EB2${(number + 16).toString(16).toUpperCase().padStart(2, '0')}` } as const
  const why = whys[state]
  return {
    summary: {
      id: `job-${String(number)}`,
      sequence: 1000 - number,
      connectionId: 'north',
      kind: 'new-customer',
      state,
      ...(why === undefined ? {} : { why }),
      box,
      model: 'MAG 540',
      customerName: `${firstname} ${lastname}`,
      userid: `48209137${String(10 + number)}`,
      hostname: 'tv.north.example',
      productName: 'Family',
      technician: 'A. Moreau',
      createdAt,
      updatedAt: createdAt + 60_000,
    },
    intent: {
      kind: 'new-customer',
      box: { identifier: box, raw: box.value, model: 'MAG 540' },
      customer: {
        firstname,
        lastname,
        street: '14 Rue des Lilas',
        zipcode: '75020',
        city: 'Paris',
        state: 'Île-de-France',
        country: 'FRANCE',
        phone: '+33612345678',
        mobile: '+33612345678',
        email: 'no-mail@north.example',
      },
      plan: { productid: '12', months: 12, days: 0, renewalinterval: 12 },
      hostname: 'tv.north.example',
      logIn: { userid: `48209137${String(10 + number)}`, password: 'kv7tm2xwpa' },
    },
    customermappingid: `L14-01JD0000000000000000000${String(number)}`,
    revision: 1,
    steps: stepsOf(state, createdAt),
    customerBinding: bindingOf(state),
    hostnameBinding: bindingOf(state),
    ...(state === 'done' ? { customerStatus: 'Pending', endDate: '2027-11-21' } : {}),
    actions: actions[state],
  }
}

function bindingOf(state: JobState): JobDetail['customerBinding'] {
  if (state === 'done') return 'on'
  return state === 'unconfirmed' ? 'unread' : 'not-yet'
}

function stepsOf(state: JobState, at: number): StepView[] {
  const lost = state === 'needs-you'
  const tried = !['saved', 'waiting', 'dropped'].includes(state)
  const create: StepView = {
    kind: 'create-customer',
    operation: 'addCustomerWithDevice',
    state: stepStates[state],
    attempts: tried ? [attemptOf(state, at)] : [],
    readings: lost
      ? [
          { at: at + 9000, operation: 'getCustomer', finding: 'absent', status: 404 },
          {
            at: at + 130_000,
            operation: 'getCustomer',
            finding: 'unclear',
            status: 200,
            raw: '<html><title>Busy</title></html>',
          },
        ]
      : [],
    choices: [],
  }
  const bind: StepView = {
    kind: 'bind-hostname',
    operation: 'AddMacAddressToHostname',
    state: state === 'done' ? 'done' : 'open',
    attempts: [],
    readings: [],
    choices: [],
  }
  return [create, bind]
}

function attemptOf(state: JobState, at: number): StepView['attempts'][number] {
  const begun = { number: 1, startedAt: at + 2000 }
  if (state === 'sending') return begun
  if (state === 'needs-you') return { ...begun, endedAt: at + 8000, outcome: 'unknown', message: 'socket hang up' }
  if (state === 'refused')
    return { ...begun, endedAt: at + 3000, outcome: 'refused', status: 400, message: 'Device limit reached (5 of 5)' }
  return { ...begun, endedAt: at + 3000, outcome: 'accepted', status: 200 }
}

/** How many jobs are in each state. */
export function countJobs(jobs: readonly JobDetail[]): Counts {
  const count = (state: JobState) => jobs.filter(({ summary }) => summary.state === state).length
  return {
    saved: count('saved'),
    sending: count('sending'),
    checking: count('checking'),
    waiting: count('waiting'),
    needsYou: count('needs-you'),
    refused: count('refused'),
    unconfirmed: count('unconfirmed'),
    done: count('done'),
    dropped: count('dropped'),
  }
}

/** A computer on which Setdesk was never used. */
export function makeFirstRun(host: Snapshot['host']): World {
  return {
    jobs: [],
    snapshot: {
      host,
      version: '0.1.0',
      installation: 'L14',
      vault: { state: 'new', protection: 'none' },
      who: { state: 'nobody', technicians: [] },
      policy: { state: 'none', rules: openPolicy },
      storage: { state: 'ok', folder: '/home/technician/.local/share/setdesk' },
      preferences: {
        technician: '',
        stationName: '',
        appearance: 'system',
        language: 'system',
        scannerPrefix: '',
        scannerSuffix: '',
        scannerLearnt: null,
        serialPatterns: [],
        labelHabits: [],
        handoutPaper: 'a5',
        handoutLanguage: 'screen',
        retentionDays: 30,
        lockAfterMinutes: 5,
        sounds: true,
        notifications: false,
        missions: { done: [] },
      },
      connections: [],
      counts: countJobs([]),
      paused: false,
      maintenance: { quarantined: 0, notices: [], sendLocked: false },
      update: { status: { state: 'elsewhere', by: host === 'loopback' ? 'browser' : 'source' } },
    },
  }
}

/** A computer in the middle of a working day: two connections, and at least one job in each state and of each kind. */
export function makeWorkday(host: Snapshot['host'], now: number): World {
  const order: readonly JobState[] = ['done', 'needs-you', 'saved', 'refused', ...jobStates]
  const jobs: JobDetail[] = order.map((state, index) => makeJob(state, index, now))
  jobs.push(...makeActionJobs(jobs.length, now))
  const first = makeFirstRun(host).snapshot
  return {
    jobs,
    snapshot: {
      ...first,
      vault: { state: 'open', protection: host === 'electron' ? 'system' : 'passphrase' },
      preferences: { ...first.preferences, technician: 'A. Moreau', stationName: 'Laptop 14' },
      connections: [connectionView(northConnection), connectionView(trainingConnection)],
      activeConnectionId: 'north',
      counts: countJobs(jobs),
    },
  }
}
