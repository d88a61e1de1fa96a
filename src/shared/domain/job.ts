import { z } from 'zod'
import { intentSchema } from './activation.ts'
import { deviceIdentifierSchema } from './device-identifier-schema.ts'
import { jobKinds, stepKinds } from './job-kinds.ts'

/**
 * The states of a job, in code, over the bridge and on screen. `saved`: stored on this computer, nothing sent. `sending`: an attempt is in
 * progress. `checking`: the platform is being read, or is read next. `waiting`: `why` has the reason. `done`: accepted, and the platform's
 * list shows the effect. `unconfirmed`: accepted, but Setdesk cannot read the platform's list. `needs-you`: a technician must decide.
 * `refused`: the platform said no. `dropped`: given up by a technician, for lack of a decision, or because another computer has the job;
 * the record stays.
 */
export const jobStates = [
  'saved',
  'sending',
  'checking',
  'waiting',
  'done',
  'unconfirmed',
  'needs-you',
  'refused',
  'dropped',
] as const
export const jobStateSchema = z.enum(jobStates)
export type JobState = z.infer<typeof jobStateSchema>

export const jobKindSchema = z.enum(jobKinds)

export const stepKindSchema = z.enum(stepKinds)

/**
 * `open`: nothing was sent, or certainly nothing arrived. `in-flight`: an attempt without a verdict. `read-back`: the platform must be read
 * next, after a refusal, a lost reply or a technician's decision. `accepted`: the platform said yes, but its list does not show the effect
 * yet. `done`: the list shows the effect. `unconfirmed`: the platform said yes, but its list cannot be read. `undecided`: a technician must
 * decide. `skipped`: the step is no longer needed.
 */
export const stepStates = [
  'open',
  'in-flight',
  'read-back',
  'accepted',
  'done',
  'unconfirmed',
  'undecided',
  'refused',
  'skipped',
] as const
export const stepStateSchema = z.enum(stepStates)
export type StepState = z.infer<typeof stepStateSchema>

/** Whether nothing more is sent or read for a step, unless a technician asks for it. */
export const isStepOver = (state: StepState): boolean =>
  state === 'done' || state === 'unconfirmed' || state === 'skipped'

/** The step that a job is at. Undefined if the job has come to its end. */
export const findPresentStep = <T extends { readonly state: StepState }>(steps: readonly T[]): T | undefined =>
  steps.find(({ state }) => !isStepOver(state))

/** How an attempt ended. `unknown`: the call may have arrived; it is read back before it is sent again. */
export const attemptOutcomes = ['accepted', 'refused', 'not-sent', 'unknown'] as const
export const attemptOutcomeSchema = z.enum(attemptOutcomes)
export type AttemptOutcome = z.infer<typeof attemptOutcomeSchema>

/** The reason for a job's state, or for its wait. The locale file has a sentence for each code. */
export const whyCodes = [
  // Reasons of waiting jobs.
  'network',
  'platform-busy',
  'processing-time',
  'token-refused',
  'sending-order',
  'read-back-first',
  'behind-needs-you',
  'operator-policy',
  'claim-lapsed',
  // Reasons of refused jobs.
  'log-in-taken',
  'platform-refused',
  // Reasons of jobs that need a technician.
  'reply-lost-absent',
  'reply-lost-unreadable',
  'perhaps-sent-absent',
  'perhaps-sent-unreadable',
  'accepted-but-absent',
  'no-such-customer',
  'somebody-else',
  'several-found',
  'other-user-id',
  'log-in-unknown',
  'password-asked',
  'unreadable-record',
  'changed-outside',
  'not-applied',
  'moved-otherwise',
  'earlier-try-took-effect',
  'earlier-try-unclear',
  'sent-twice',
  'keeps-failing',
  'claimed-elsewhere',
  // Reasons of jobs that need a technician or are unconfirmed.
  'cannot-tell',
  // Reasons of unconfirmed jobs.
  'list-unreadable',
  'person-confirmed',
  // Reasons of done jobs.
  'was-there-already',
  'seen-on-platform',
  // Reasons of dropped jobs.
  'person-dropped',
  'exported',
  'left-to-original',
  'import-dropped',
  // Records of earlier versions have this code for the three reasons above.
  'handed-over',
  'moved-away',
  'not-decided',
] as const
export const whySchema = z.object({
  code: z.enum(whyCodes),
  /** The platform's own message, or the technician's reason; never a secret. */
  detail: z.string().max(500).optional(),
})
export type Why = z.infer<typeof whySchema>
export type WhyCode = Why['code']

/** `on`: the platform's list shows the binding. `off`: the list was read and does not show it. `unread`: the list could not be read. */
export const bindings = ['not-asked-for', 'not-yet', 'on', 'off', 'unread'] as const
export const bindingStatusSchema = z.enum(bindings)
export type BindingStatus = z.infer<typeof bindingStatusSchema>

export const jobActions = [
  'correct',
  'drop',
  'check-again',
  'it-is-there',
  'send-again',
  'go-on-anyway',
  'send-without-asking',
] as const
export const jobActionSchema = z.enum(jobActions)
export type JobAction = z.infer<typeof jobActionSchema>

/** Milliseconds since 1970. Only for display: `sequence` gives the order. */
const instant = z.number()

/**
 * The fleet's check of a job. `not-checked`: the hub could not say whether another computer has the box or the customer. `conflict`:
 * another job has the box or the customer. `isOwn`: this other job is on this computer; otherwise it is at `station`. `isDone`: the other
 * job is finished. `since`: milliseconds since 1970. `accepted`: the technician continued despite the conflict. `freed`: `station` gave up
 * the box or the customer, and this job has it now. `moved`: this job was moved to `station`. `uncared`: the hub does not take a copy of
 * this job.
 */
export const fleetCheckSchema = z.object({
  state: z.enum(['not-checked', 'conflict', 'accepted', 'freed', 'moved', 'uncared']),
  station: z.string().optional(),
  since: z.number().optional(),
  isDone: z.boolean().optional(),
  isOwn: z.boolean().optional(),
})
export type FleetCheck = z.infer<typeof fleetCheckSchema>

export const jobSummarySchema = z.object({
  id: z.string(),
  /** Increases with every job of this computer. */
  sequence: z.int(),
  connectionId: z.string(),
  kind: jobKindSchema,
  state: jobStateSchema,
  why: whySchema.optional(),
  /** The job does nothing before this time. */
  waitsUntil: instant.optional(),
  box: deviceIdentifierSchema.optional(),
  model: z.string().optional(),
  /** The box that this one replaces at its customer, in the platform's notation. */
  replaces: z.string().optional(),
  customerName: z.string().optional(),
  userid: z.string().optional(),
  hostname: z.string().optional(),
  productName: z.string().optional(),
  technician: z.string(),
  /** The job comes from another file. Another computer may have sent the job's calls, so the calls are read back first. */
  origin: z.enum(['restored', 'copied', 'taken-over']).optional(),
  /** What the fleet's hub said about the job. Absent if the check found nothing, or if this computer is not in a fleet. */
  fleet: fleetCheckSchema.optional(),
  /** True if the job's personal data was purged. The job's dates and outcome remain. */
  isPurged: z.boolean().optional(),
  createdAt: instant,
  updatedAt: instant,
})
export type JobSummary = z.infer<typeof jobSummarySchema>

/** A customer's subscription status, in the platform's own words; unknown values are absent. */
export const subscriptionStatusSchema = z.object({
  status: z.string().optional(),
  endDate: z.string().optional(),
  product: z.string().optional(),
})
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>

/** The answer is a page or a redirect of something between this computer and the platform. */
const isFromBetween = z.literal(true).optional()

export const attemptViewSchema = z.object({
  number: z.int(),
  startedAt: instant,
  /**
   * True if Setdesk only assumes the attempt. Another computer may have made the attempt, or this computer may have made it after the
   * backup that was restored later.
   */
  isAssumed: z.boolean().optional(),
  endedAt: instant.optional(),
  outcome: attemptOutcomeSchema.optional(),
  status: z.int().optional(),
  message: z.string().optional(),
  /** The redacted answer as received. Present only if Setdesk did not understand the answer. */
  raw: z.string().optional(),
  isFromBetween,
  /** The customer's subscription before the attempt; absent if it was not read. */
  before: subscriptionStatusSchema.optional(),
})

export const readingViewSchema = z.object({
  at: instant,
  operation: z.string(),
  finding: z.enum([
    'present',
    'absent',
    'somebody-else',
    'several',
    'other-user-id',
    'cannot-tell',
    'no-customer',
    'earlier-effect',
    'earlier-unclear',
    'unclear',
    'unreached',
  ]),
  status: z.int().optional(),
  message: z.string().optional(),
  raw: z.string().optional(),
  isFromBetween,
  /** The customer's subscription at that time. Absent if the answer did not show it. */
  subscription: subscriptionStatusSchema.optional(),
})
export type ReadingView = z.infer<typeof readingViewSchema>

export const choiceViewSchema = z.object({
  at: instant,
  action: z.enum(['check-again', 'it-is-there', 'send-again', 'drop', 'go-on-anyway', 'send-without-asking']),
  /** The technician's name at that time; empty if none was given. */
  by: z.string(),
  /** The technician's own words. Present only if Setdesk asked for them. */
  reason: z.string().optional(),
  /** The computer that has the job now. Present only if the job was dropped because it moved there. */
  to: z.string().optional(),
})
export type ChoiceView = z.infer<typeof choiceViewSchema>

export const stepViewSchema = z.object({
  kind: stepKindSchema,
  operation: z.string(),
  state: stepStateSchema,
  attempts: z.array(attemptViewSchema),
  readings: z.array(readingViewSchema),
  choices: z.array(choiceViewSchema),
})
export type StepView = z.infer<typeof stepViewSchema>

export const jobDetailSchema = z.object({
  summary: jobSummarySchema,
  /** The intent. For a new customer it includes the user ID and password. */
  intent: intentSchema,
  /** Setdesk's own mapping id; absent if the job creates no customer. */
  customermappingid: z.string().optional(),
  revision: z.int(),
  steps: z.array(stepViewSchema),
  /** Customer binding: the box is among the devices of the customer. */
  customerBinding: bindingStatusSchema,
  /** Hostname binding: the box is among the MAC addresses under the hostname. */
  hostnameBinding: bindingStatusSchema,
  /** The customer's status in the platform's last answer. */
  customerStatus: z.string().optional(),
  endDate: z.string().optional(),
  actions: z.array(jobActionSchema),
})
export type JobDetail = z.infer<typeof jobDetailSchema>

/** Sets of job states, for queries. */
export type StateSet =
  /** Setdesk sends or reads something for the job without a technician. */
  | 'running'
  /** Nothing is sent for the job until a technician asks for it. */
  | 'resting'
  /** The job is not over: it runs, or a technician has to decide. */
  | 'unfinished'
  /** The job is over, unless a technician resumes it. */
  | 'settled'
  /** The job can move to another computer: it is not done, and none of its calls is in progress. */
  | 'transferable'
  /** The job can move away from a lost computer. On a lost computer, no call can be in progress any more. */
  | 'leftBehind'
  /** The job's personal data is deleted when its retention period is over. */
  | 'purgeable'
  /** The job waits for a decision. If the decision does not come within a longer period, the job is dropped and purged. */
  | 'expiring'
  /** The job binds its box or has bound it. */
  | 'claiming'

const setsOf: Readonly<Record<JobState, readonly StateSet[]>> = {
  saved: ['running', 'unfinished', 'transferable', 'leftBehind', 'claiming'],
  sending: ['running', 'unfinished', 'leftBehind', 'claiming'],
  checking: ['running', 'unfinished', 'transferable', 'leftBehind', 'claiming'],
  waiting: ['running', 'unfinished', 'transferable', 'leftBehind', 'claiming'],
  done: ['resting', 'settled', 'purgeable', 'claiming'],
  unconfirmed: ['resting', 'settled', 'purgeable', 'claiming'],
  'needs-you': ['resting', 'unfinished', 'transferable', 'leftBehind', 'expiring', 'claiming'],
  refused: ['resting', 'settled', 'transferable', 'leftBehind', 'expiring'],
  dropped: ['resting', 'settled', 'purgeable'],
}

export const isIn = (set: StateSet, state: JobState): boolean => setsOf[state].includes(set)

export const statesOf = (set: StateSet): readonly JobState[] => jobStates.filter((state) => isIn(set, state))
