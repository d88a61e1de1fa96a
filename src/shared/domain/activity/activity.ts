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
