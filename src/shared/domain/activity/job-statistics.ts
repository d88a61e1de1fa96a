import { z } from 'zod'

/** How many jobs ended how. `medianSeconds`: from saving a job to its end, of those that are done; absent if none is. */
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

/** The upper bounds of the waits that are counted apart, in seconds. What took longer is counted after the last. */
export const waitBounds = [60, 300, 900, 3600] as const

/** What a supervisor sees of the jobs of a time. */
export const jobStatisticsSchema = z.object({
  total: tallySchema,
  /** One for each period of the request. */
  periods: z.array(tallySchema),
  /** Those with the most jobs first. The name is empty if it was purged or none was given. */
  technicians: z.array(tallySchema.extend({ name: z.string() })),
  /** What the platform said when it refused, also of jobs that are done since. The most frequent first; empty without words. */
  reasons: z.array(z.object({ words: z.string(), jobs: z.int() })),
  /** The done jobs by the time from saving to the end, one number for each of `waitBounds` and one for longer. */
  waits: z.array(z.int()),
  /** There are more jobs than were counted: only the newest are. */
  isCut: z.boolean(),
})
export type JobStatistics = z.infer<typeof jobStatisticsSchema>
