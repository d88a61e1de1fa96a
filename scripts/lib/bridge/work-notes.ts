import { closedErrors, nobodyErrors, savingErrors, type BridgeSubject, type ChannelNotes } from './channel-note.ts'

const id = '01KAN9ZJ5T8W3QX7R2M4C6V1BD'
const draftId = 'script-2026-11-22-0001'
const handout = { userid: '4071552830', customermappingid: '' }
const mac = '001A79AABB01'
export const exampleBox = { identifier: { kind: 'mac', value: mac }, raw: '00:1A:79:AA:BB:01', model: 'STB' } as const
const customer = {
  firstname: 'Ada',
  lastname: 'Okonkwo',
  street: '14 Rue des Lilas',
  zipcode: '75020',
  city: 'Paris',
  state: 'Paris',
  country: 'France',
  phone: '+33612345678',
  mobile: '+33612345678',
  email: 'ada@mail.example',
}
const plan = { productid: '101', months: 12, days: 0, renewalinterval: 1 }
const intent = { kind: 'new-customer', box: exampleBox, customer, plan, logIn: {} } as const
/** An example of new work that a script can save in the sandbox. */
export const activationExample = { draftId, intent, evenIfKnown: false } as const
const typedForm = {
  id: draftId,
  kind: 'hostname',
  step: 'box',
  box: { raw: '00:1A:79:AA:BB:01', asSerial: false, model: '' },
  customer: {
    firstname: '',
    lastname: '',
    street: '',
    zipcode: '',
    city: '',
    state: '',
    country: '',
    phone: '',
    mobile: '',
    email: '',
  },
  plan: { productid: '', months: '', days: '', renewalinterval: '' },
  logIn: { userid: '', password: '' },
  hostname: 'tv.north.example',
} as const
/** Errors that keep new work from being saved. */
export const newWorkErrors = ['too-much-unsent', 'needs-network', 'one-at-a-time'] as const

export const newWorkNotes = {
  'draft.read': {
    says: 'Returns the unfinished form on the screen, if there is one.',
    effect: 'reads',
    errors: closedErrors,
    example: {},
  },
  'draft.save': {
    says: 'Stores the unfinished form in place of the previous one.',
    effect: 'changes',
    errors: ['saved-already', 'too-many-drafts', ...savingErrors],
    example: { draft: typedForm },
  },
  'draft.discard': {
    says: 'Discards that form, and all forms that were put aside for it.',
    effect: 'changes',
    errors: savingErrors,
    example: {},
  },
  'box.look-up': {
    says: 'Returns what this computer knows about a box: the jobs that contain it, and the customer or hostname that had it when the platform was last asked.',
    effect: 'reads',
    errors: closedErrors,
    example: { identifier: { kind: 'mac', value: mac } },
  },
  'customer.look-up': {
    says: 'Asks the platform for one customer, by user ID or by mapping id. Leave the other one empty.',
    effect: 'asks',
    errors: ['not-reached', 'platform-refused', 'not-understood', ...nobodyErrors, ...closedErrors],
    example: handout,
  },
  'job.save': {
    says: 'Saves work of any kind as one job. A new customer without `box` gets no box (before 0.1.0 the kind of such work was `customer-alone`). `evenIfKnown` saves it even if its box is in another job on this computer. A second call with the same `draftId` saves nothing and returns the first job, unless that job is another one than the given one.',
    effect: 'sends',
    errors: [
      'not-permitted',
      'saved-already',
      'box-in-job',
      'log-in-in-job',
      ...newWorkErrors,
      ...nobodyErrors,
      ...savingErrors,
    ],
    example: activationExample,
  },
  'task.list': {
    says: "Lists the tasks for the platform's own console, oldest first, including those ticked off in the last day. `userid` limits the list to one customer.",
    effect: 'reads',
    errors: closedErrors,
    example: {},
  },
  'task.tick': {
    says: 'Ticks off such a task, or undoes it.',
    effect: 'changes',
    errors: ['not-found', ...savingErrors],
    example: { id: draftId, isDone: true },
  },
} as const satisfies Partial<ChannelNotes>

const decision = ['not-found', 'changed-meanwhile'] as const

export const queueNotes = {
  'job.list': {
    says: 'Lists the jobs of the active connection, newest first. `before` is the `sequence` of the last job of the previous page.',
    effect: 'reads',
    errors: closedErrors,
    example: { states: ['needs-you', 'refused'], limit: 50 },
  },
  'job.read': {
    says: 'Returns everything about one job. `actions` are those that are possible now. If nothing is sent for a connection, its jobs stay `saved` without a `why`: the reason is in `link` of the connection in `app.snapshot`. `unreached`: the platform cannot be reached. `token-refused`: see `connection.replace-token`. `same-answer`: see `queue.accept-answer`.',
    effect: 'reads',
    errors: ['not-found', 'purged-record', 'unreadable-record', 'changed-outside', ...closedErrors],
    example: { id },
  },
  'job.subscription-status': {
    says: "Asks the platform for the status, end date and product of the job's customer.",
    effect: 'asks',
    errors: ['not-found', ...closedErrors],
    example: { id },
  },
  'job.check-again': {
    says: 'Asks the platform once more what it has, and continues from there.',
    effect: 'sends',
    errors: [...decision, 'unreadable-record', 'changed-outside', ...savingErrors],
    example: { id },
  },
  'job.it-is-there': {
    says: 'Records that a technician has seen the effect on the platform. The step is not sent again, and the job continues.',
    effect: 'sends',
    errors: [...decision, 'unreadable-record', 'changed-outside', ...savingErrors],
    example: { id },
  },
  'job.send-again': {
    says: 'Sends the same call once more. The platform is read first: if the earlier call took effect, nothing is sent.',
    effect: 'sends',
    errors: [...decision, 'unreadable-record', 'changed-outside', ...savingErrors],
    example: { id },
  },
  'job.correct': {
    says: 'Replaces refused work with a correction. The platform is read first. `revision` is the one from `job.read`.',
    effect: 'sends',
    errors: [
      'not-permitted',
      ...decision,
      'not-allowed',
      'box-in-job',
      'log-in-in-job',
      'needs-network',
      'one-at-a-time',
      ...savingErrors,
    ],
    example: { id, intent, revision: 1 },
  },
  'job.drop': {
    says: 'Drops a job, with a reason. The job stays in the list.',
    effect: 'changes',
    errors: [...decision, ...savingErrors],
    example: { id, reason: 'The customer moved away' },
  },
  'job.go-on-anyway': {
    says: 'Continues a job although another computer of the fleet has its box or customer. The call needs a reason. The platform is read first.',
    effect: 'sends',
    errors: [...decision, 'unreadable-record', 'changed-outside', ...savingErrors],
    example: { id, reason: 'They returned the box' },
  },
  'job.send-without-asking': {
    says: 'Sends a job that takes money, although the hub cannot be asked whether the job was moved to another computer.',
    effect: 'sends',
    errors: [...decision, 'unreadable-record', 'changed-outside', ...savingErrors],
    example: { id },
  },
  'queue.pause': {
    says: 'Stops sending on all connections until it is resumed or Setdesk is restarted. A job that is being sent is finished first.',
    effect: 'changes',
    errors: [],
    example: {},
  },
  'queue.resume': {
    says: 'Resumes sending. Setdesk asks a platform that was not reached again at once. Jobs that a busy platform put off continue at once, too.',
    effect: 'sends',
    errors: [],
    example: {},
  },
  'queue.accept-answer': {
    says: 'Continues although the platform gave several jobs the same answer, which Setdesk does not understand.',
    effect: 'sends',
    errors: savingErrors,
    example: {},
  },
  'queue.check-all-again': {
    says: 'Asks the platform about every job that is refused or undecided because an answer was not understood, and returns their number.',
    effect: 'sends',
    errors: savingErrors,
    example: {},
  },
} as const satisfies Partial<ChannelNotes>

export const workSubjects: readonly BridgeSubject[] = [
  {
    title: 'New work',
    about:
      'A script chooses a different `draftId` for each job. A call with a `draftId` that was used before saves nothing and returns the job of the first call, whatever the second request contains. So a call can be repeated if its answer was lost. Setdesk makes the user ID and the password that `logIn` leaves out.',
    notes: newWorkNotes,
  },
  {
    title: 'The queue',
    about:
      "[The architecture](architecture.md#a-jobs-life) explains the states of a job. An action that is not in a job's `actions` is refused.",
    notes: queueNotes,
  },
]
