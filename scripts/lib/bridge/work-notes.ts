import { closedErrors, nobodyErrors, savingErrors, type BridgeSubject, type ChannelNotes } from './channel-note.ts'

const id = '01KAN9ZJ5T8W3QX7R2M4C6V1BD'
const draftId = 'script-2026-11-22-0001'
const slip = { userid: '4071552830', customermappingid: '' }
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
    says: 'Gives the form that is being filled in on the screen, if there is one.',
    effect: 'reads',
    errors: closedErrors,
    example: {},
  },
  'draft.save': {
    says: 'Keeps the form that is being filled in, in place of the one before.',
    effect: 'changes',
    errors: savingErrors,
    example: { draft: typedForm },
  },
  'draft.discard': {
    says: 'Throws that form away, with all that were put aside for it.',
    effect: 'changes',
    errors: savingErrors,
    example: {},
  },
  'box.look-up': {
    says: 'Tells what is known on this computer about a box: the jobs that have it, and who had it when the platform was last asked.',
    effect: 'reads',
    errors: closedErrors,
    example: { identifier: { kind: 'mac', value: mac } },
  },
  'customer.look-up': {
    says: 'Asks the platform for one customer, by log-in or by mapping id. The other of the two is empty.',
    effect: 'asks',
    errors: ['not-reached', 'platform-refused', 'not-understood', ...nobodyErrors, ...closedErrors],
    example: slip,
  },
  'activation.save': {
    says: 'Saves work with a box as a job: a new customer, an existing one, or a hostname alone. `evenIfKnown` saves it also where the box is in other work on this computer.',
    effect: 'sends',
    errors: ['box-in-job', 'log-in-in-job', ...newWorkErrors, ...nobodyErrors, ...savingErrors],
    example: activationExample,
  },
  'act.save': {
    says: 'Saves work without a box as a job: a customer alone, a renewal, another product, disabling or enabling.',
    effect: 'sends',
    errors: ['log-in-in-job', ...newWorkErrors, ...nobodyErrors, ...savingErrors],
    example: {
      draftId: 'script-2026-11-22-0002',
      act: { kind: 'renewal', userid: slip.userid, months: 12, days: 0, from: 'end-date' },
    },
  },
  'task.list': {
    says: "Lists what a person has to do by hand in the platform's own console, oldest first, with what was ticked off in the last day. `userid` asks for one customer.",
    effect: 'reads',
    errors: closedErrors,
    example: {},
  },
  'task.tick': {
    says: 'Ticks such a task off, or takes the tick back.',
    effect: 'changes',
    errors: ['not-found', ...savingErrors],
    example: { id: draftId, isDone: true },
  },
} as const satisfies Partial<ChannelNotes>

const decision = ['not-found', 'changed-meanwhile'] as const

export const queueNotes = {
  'job.list': {
    says: 'Lists the jobs of the active connection, newest first. `before` is the `sequence` of the last one of the page before.',
    effect: 'reads',
    errors: closedErrors,
    example: { states: ['needs-you', 'refused'], limit: 50 },
  },
  'job.read': {
    says: 'Gives everything about one job. `acts` are what a person can do about it now.',
    effect: 'reads',
    errors: ['not-found', 'purged-record', 'unreadable-record', ...closedErrors],
    example: { id },
  },
  'job.standing': {
    says: "Asks the platform how the job's customer stands: status, end date, product.",
    effect: 'asks',
    errors: ['not-found', ...closedErrors],
    example: { id },
  },
  'job.check-again': {
    says: 'Asks the platform once more what it has, and goes on from there.',
    effect: 'sends',
    errors: [...decision, 'unreadable-record', ...savingErrors],
    example: { id },
  },
  'job.it-is-there': {
    says: 'Says that a person has seen the effect on the platform: the step is not sent again, and the job goes on.',
    effect: 'sends',
    errors: [...decision, 'unreadable-record', ...savingErrors],
    example: { id },
  },
  'job.send-again': {
    says: 'Sends the same call once more. The platform is read first: where the earlier call took effect, nothing goes out.',
    effect: 'sends',
    errors: [...decision, 'unreadable-record', ...savingErrors],
    example: { id },
  },
  'job.correct': {
    says: 'Puts corrected work in place of what was refused. The platform is read first here, too. `revision` is the one that `job.read` gave.',
    effect: 'sends',
    errors: [...decision, 'not-allowed', 'needs-network', 'one-at-a-time', ...savingErrors],
    example: { id, intent, revision: 1 },
  },
  'job.drop': {
    says: 'Gives a job up, with a reason. It is kept.',
    effect: 'changes',
    errors: [...decision, ...savingErrors],
    example: { id, reason: 'The customer moved away' },
  },
  'queue.pause': {
    says: 'Stops sending on all connections, until it is resumed or Setdesk is started again.',
    effect: 'changes',
    errors: [],
    example: {},
  },
  'queue.resume': { says: 'Lets sending go on.', effect: 'sends', errors: [], example: {} },
  'queue.accept-answer': {
    says: 'Goes on although the platform gave several jobs the same answer, which is not understood.',
    effect: 'sends',
    errors: savingErrors,
    example: {},
  },
  'queue.check-all-again': {
    says: 'Asks the platform about every job that is refused or undecided because an answer was not understood, and gives their number.',
    effect: 'sends',
    errors: savingErrors,
    example: {},
  },
} as const satisfies Partial<ChannelNotes>

export const workSubjects: readonly BridgeSubject[] = [
  {
    title: 'New work',
    about:
      'A script chooses a `draftId` for each job, and never one for two: a call with one that was used before saves nothing and gives the job of the first call, whatever the second asked. So a call whose answer was lost can be sent again. What is left out of `logIn` is made by Setdesk.',
    notes: newWorkNotes,
  },
  {
    title: 'The queue',
    about:
      "The states of a job are told in [the architecture](architecture.md#a-jobs-life). What is not in a job's `acts` is refused.",
    notes: queueNotes,
  },
]
