import { z } from 'zod'
import { intentSchema } from './activation.ts'
import { deviceIdentifierSchema } from './device-identifier-schema.ts'

/**
 * The states of a job, in code, over the bridge and on screen. `saved`: stored here, nothing sent. `sending`: an attempt is in
 * progress. `checking`: a read of the platform is in progress. `waiting`: for the reason in `why`. `done`: accepted, and the
 * platform's own list shows it. `unconfirmed`: accepted, but the list cannot be read here. `needs-you`: cannot be decided here.
 * `refused`: the platform said no. `dropped`: a technician gave it up; the record stays.
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

export const jobKinds = [
  'new-customer',
  'existing-customer',
  'hostname',
  'renewal',
  'product-change',
  'disable',
  'enable',
  'console',
] as const
export const jobKindSchema = z.enum(jobKinds)
export type JobKind = z.infer<typeof jobKindSchema>

/** A step is one changing call with the reads around it. */
export const stepKinds = [
  'create-customer',
  'bind-user',
  'bind-hostname',
  'renew',
  'change-product',
  'disable',
  'enable',
] as const
export const stepKindSchema = z.enum(stepKinds)
export type StepKind = z.infer<typeof stepKindSchema>

/**
 * `open`: nothing sent yet, or certainly nothing arrived. `in-flight`: an attempt without a verdict. `read-back`: a read of the
 * platform is in progress. `accepted`: the platform said yes, its list does not show it yet. `done`: its list shows it.
 * `unconfirmed`: it said yes, but its list cannot be read. `undecided`: needs the user. `skipped`: no longer needed.
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

/** How an attempt ended. `unknown`: something was sent, but no trustworthy answer came; never retried without a read-back. */
export const attemptOutcomes = ['accepted', 'refused', 'not-sent', 'unknown'] as const
export const attemptOutcomeSchema = z.enum(attemptOutcomes)
export type AttemptOutcome = z.infer<typeof attemptOutcomeSchema>

/** Why a job is in its state, or what it waits for. The locale file has a sentence for each. */
export const whyCodes = [
  // waiting
  'network',
  'platform-busy',
  'processing-time',
  'token-refused',
  'sending-order',
  'read-back-first',
  'behind-needs-you',
  'operator-policy',
  'claim-lapsed',
  // refused
  'log-in-taken',
  'platform-refused',
  // needs you
  'reply-lost-absent',
  'reply-lost-unreadable',
  'perhaps-sent-absent',
  'perhaps-sent-unreadable',
  'accepted-but-absent',
  'no-such-customer',
  'somebody-else',
  'several-found',
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
  // needs you, or unconfirmed
  'cannot-tell',
  // unconfirmed
  'list-unreadable',
  'person-confirmed',
  // done
  'was-there-already',
  'seen-on-platform',
  // dropped
  'person-dropped',
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

/** `on`: the platform's list shows it. `off`: its list was read and does not. `unread`: its list could not be read. */
export const bindings = ['not-asked-for', 'not-yet', 'on', 'off', 'unread'] as const
export const bindingStatusSchema = z.enum(bindings)
export type BindingStatus = z.infer<typeof bindingStatusSchema>

/** What the user can do about a job now. */
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

/** Milliseconds since 1970. Shown, never used for order: order is by sequence. */
const instant = z.number()

/**
 * `not-checked`: the hub could not be asked whether another computer has the box or the customer. `conflict`: the station with that name
 * has it, unless it has it `done` already, or with `isOwn` this computer itself in another job; `since`: milliseconds since 1970. `accepted`: the technician went on all the same. `freed`: the station had it, and this job has it now. `moved`: that station has the job.
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
  /** Grows with every job of this computer. */
  sequence: z.int(),
  connectionId: z.string(),
  kind: jobKindSchema,
  state: jobStateSchema,
  why: whySchema.optional(),
  /** The job waits at least until then. */
  waitsUntil: instant.optional(),
  box: deviceIdentifierSchema.optional(),
  model: z.string().optional(),
  customerName: z.string().optional(),
  userid: z.string().optional(),
  hostname: z.string().optional(),
  productName: z.string().optional(),
  technician: z.string(),
  /** The job comes from another file: anything that may have been sent for it elsewhere is read back first. */
  origin: z.enum(['restored', 'copied', 'taken-over']).optional(),
  /** What the fleet's hub said of it; absent if it was checked with the others, or if this computer is in no fleet. */
  fleet: fleetCheckSchema.optional(),
  /** Its personal data was purged; its dates and its outcome remain. */
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

export const attemptViewSchema = z.object({
  number: z.int(),
  startedAt: instant,
  /** The attempt is only assumed: it may have been made elsewhere, or after a backup. */
  isAssumed: z.boolean().optional(),
  endedAt: instant.optional(),
  outcome: attemptOutcomeSchema.optional(),
  status: z.int().optional(),
  message: z.string().optional(),
  /** The answer as received, redacted; only if it was not understood. */
  raw: z.string().optional(),
  /** The customer's subscription before the attempt; absent if it was not read. */
  before: subscriptionStatusSchema.optional(),
})

/** One read of the platform, stored with the step it was made for. */
export const readingViewSchema = z.object({
  at: instant,
  operation: z.string(),
  finding: z.enum([
    'present',
    'absent',
    'somebody-else',
    'several',
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
  /** The customer's subscription at that time; absent if the answer did not tell. */
  subscription: subscriptionStatusSchema.optional(),
})
export type ReadingView = z.infer<typeof readingViewSchema>

/** The technician's decision about a step, stored with it. */
export const choiceViewSchema = z.object({
  at: instant,
  action: z.enum(['check-again', 'it-is-there', 'send-again', 'drop', 'go-on-anyway', 'send-without-asking']),
  /** The technician's name at that time; empty if none was given. */
  by: z.string(),
  /** The technician's own words, if they were asked for. */
  reason: z.string().optional(),
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

/** Everything about one job: its row, its intent with the identifiers that were chosen for it, and its history. */
export const jobDetailSchema = z.object({
  summary: jobSummarySchema,
  /** What was asked for; for a new customer with the user ID and password. */
  intent: intentSchema,
  /** Setdesk's own mapping id; absent if the job creates no customer. */
  customermappingid: z.string().optional(),
  revision: z.int(),
  steps: z.array(stepViewSchema),
  /** Customer binding: the box is among the devices of the customer. */
  customerBinding: bindingStatusSchema,
  /** Hostname binding: the box is among the MAC addresses under the hostname. */
  hostnameBinding: bindingStatusSchema,
  /** From the platform's last answer. */
  customerStatus: z.string().optional(),
  endDate: z.string().optional(),
  actions: z.array(jobActionSchema),
})
export type JobDetail = z.infer<typeof jobDetailSchema>
