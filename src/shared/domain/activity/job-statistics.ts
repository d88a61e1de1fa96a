import { z } from 'zod'

/** Counts of jobs by outcome. `medianSeconds`: from saving to the end, over the done jobs; absent if there is none. */
const tallySchema = z.object({
  jobs: z.int(),
  /** Accepted by the platform, whether or not its list could be read. */
  done: z.int(),
  underWay: z.int(),
  needsYou: z.int(),
  refused: z.int(),
  dropped: z.int(),
  /** Done without a refusal, a correction or a decision of a technician. */
  firstTimeRight: z.int(),
  medianSeconds: z.number().optional(),
})
export type Tally = z.infer<typeof tallySchema>

/** The upper bounds of the groups of waiting times, in seconds. Longer waits form one more group. */
export const waitBounds = [60, 300, 900, 3600] as const

/** The supervisor's statistics of the jobs in a period. */
export const jobStatisticsSchema = z.object({
  total: tallySchema,
  /** One for each period of the request. */
  periods: z.array(tallySchema),
  /** One count for each technician, the one with the most jobs first. The name is empty if it was purged or none was given. */
  technicians: z.array(tallySchema.extend({ name: z.string() })),
  /** The platform's messages of refusal, most frequent first, including jobs done later. The text is empty without a message. */
  reasons: z.array(z.object({ words: z.string(), jobs: z.int() })),
  /** The done jobs by time from saving to the end: one number per bound in `waitBounds`, and one for longer times. */
  waits: z.array(z.int()),
  /** Only the newest jobs were counted, because there are too many. */
  isCut: z.boolean(),
})
export type JobStatistics = z.infer<typeof jobStatisticsSchema>
