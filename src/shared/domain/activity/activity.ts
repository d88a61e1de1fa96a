import { z } from 'zod'
import { deviceIdentifierSchema } from '../device-identifier-schema.ts'
import { attemptOutcomeSchema, jobKindSchema, jobStateSchema, stepKindSchema } from '../job.ts'
import { identifierOnWire } from '../device-identifier.ts'

/**
 * The kinds of audit events. `saved`: a job was saved. `sent`: a step was sent. From `check-again` to `send-without-asking`: a technician
 * decided. `expired`: the time for a decision ran out. From `handed-over` to `changed-outside`: something happened to all work of this
 * computer. The other kinds: a technician signed in or out, or the list of technicians or a secret was changed.
 */
export const activityActions = [
  'saved',
  'sent',
  'check-again',
  'it-is-there',
  'send-again',
  'drop',
  'go-on-anyway',
  'send-without-asking',
  'expired',
  'handed-over',
  'taken-over',
  'taken-back',
  'restored',
  'copied',
  'started-afresh',
  'new-key',
  'connection-erased',
  'changed-outside',
  'signed-in',
  'signed-out',
  'wrong-pin',
  'technician-added',
  'technician-renamed',
  'technician-removed',
  'pin-changed',
  'passphrase-changed',
] as const
export const activityActionSchema = z.enum(activityActions)

/** One audit event: what the technician typed and what the platform said. An event never contains a password or a token. */
export const activityRowSchema = z.object({
  key: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  action: activityActionSchema,
  /** The technician's name at that time. Empty if none was given or if it was purged. */
  by: z.string(),
  job: z.object({ id: z.string(), kind: jobKindSchema, state: jobStateSchema }).optional(),
  box: deviceIdentifierSchema.optional(),
  model: z.string().optional(),
  customerName: z.string().optional(),
  userid: z.string().optional(),
  hostname: z.string().optional(),
  step: stepKindSchema.optional(),
  operation: z.string().optional(),
  outcome: attemptOutcomeSchema.optional(),
  /**
   * True if Setdesk only assumes the attempt. Another computer may have made the attempt, or this computer may have made it after the
   * backup that was restored later.
   */
  isAssumed: z.boolean().optional(),
  status: z.int().optional(),
  /** The platform's own message, redacted, or the technician's reason. */
  words: z.string().optional(),
  jobs: z.int().optional(),
  /** The other computer, the name of a file, or the technician that the event is about. */
  other: z.string().optional(),
  isPurged: z.boolean().optional(),
})
export type ActivityRow = z.infer<typeof activityRowSchema>

export const activityOutcomes = ['saved', 'accepted', 'refused', 'unknown', 'not-sent', 'decided', 'drop'] as const
export type ActivityOutcome = (typeof activityOutcomes)[number]

export const activityFilterSchema = z.object({
  /** Milliseconds since 1970: `from` inclusive, `to` exclusive. */
  from: z.number().optional(),
  to: z.number().optional(),
  technician: z.string().trim().max(80).optional(),
  kind: jobKindSchema.optional(),
  outcome: z.enum(activityOutcomes).optional(),
  /** Each word must occur in the event. */
  text: z.string().trim().max(200).optional(),
})
export type ActivityFilter = z.infer<typeof activityFilterSchema>

/** The position where a page ended. The next page continues with older events. */
export const activityCursorSchema = z.object({ job: z.int(), entry: z.int(), note: z.int() })
export type ActivityCursor = z.infer<typeof activityCursorSchema>

type Cell = (row: ActivityRow) => string | number | undefined

/** The columns of an event in an export. Times are in UTC. The names are not translated, because programs read the file. */
export const activityCells: readonly (readonly [name: string, cell: Cell])[] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['technician', ({ by }) => by],
  ['act', ({ action }) => action],
  ['work', ({ job }) => job?.kind],
  ['step', ({ step }) => step],
  ['operation', ({ operation }) => operation],
  ['box', ({ box }) => box && identifierOnWire(box, 'colon')],
  ['model', ({ model }) => model],
  ['customer', ({ customerName }) => customerName],
  ['login', ({ userid }) => userid],
  ['hostname', ({ hostname }) => hostname],
  ['outcome', ({ isAssumed, outcome }) => (isAssumed === true ? 'assumed' : outcome)],
  ['http_status', ({ status }) => status],
  ['words', ({ words }) => words],
  ['jobs', ({ jobs }) => jobs],
  ['other', ({ other }) => other],
  ['job_state', ({ job }) => job?.state],
  ['job', ({ job }) => job?.id],
]

export type ToldEvent = Readonly<Record<string, string | number>>

export const tellEvent = (row: ActivityRow): ToldEvent =>
  Object.fromEntries(
    activityCells
      .map(([name, cell]) => [name, cell(row)] as const)
      .filter((pair): pair is readonly [string, string | number] => pair[1] !== undefined),
  )

/** Counts of jobs by outcome. `medianSeconds`: from saving a job to its end, over the done jobs; absent if there is none. */
const tallySchema = z.object({
  jobs: z.int(),
  /** Jobs that the platform accepted, whether or not the platform's list could be read afterwards. */
  done: z.int(),
  underWay: z.int(),
  /** Undecided and refused jobs. Both wait for a technician. */
  needsYou: z.int(),
  dropped: z.int(),
  /** Jobs that were done without a refusal, a correction or a technician's decision. */
  firstTimeRight: z.int(),
  medianSeconds: z.number().optional(),
})
export type Tally = z.infer<typeof tallySchema>

/** The upper bounds of the groups of waiting times, in seconds. Longer waits form one more group. */
export const waitBounds = [60, 300, 900, 3600] as const

export const jobStatisticsSchema = z.object({
  total: tallySchema,
  /** One tally for each period of the request. */
  periods: z.array(tallySchema),
  /** One tally for each technician. The technician with the most jobs comes first. The name is empty if it was purged or none was given. */
  technicians: z.array(tallySchema.extend({ name: z.string() })),
  /**
   * The platform's messages of refusal, the most frequent first. Jobs that were refused first and done later count, too. The text is empty
   * if the platform gave no message.
   */
  reasons: z.array(z.object({ words: z.string(), jobs: z.int() })),
  /** The done jobs by the time from saving to the end: one number for each bound in `waitBounds`, and one for longer times. */
  waits: z.array(z.int()),
  /** True if only the newest jobs were counted, because there are too many jobs. */
  isCut: z.boolean(),
})
export type JobStatistics = z.infer<typeof jobStatisticsSchema>
