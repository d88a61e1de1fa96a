import { z } from 'zod'

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
