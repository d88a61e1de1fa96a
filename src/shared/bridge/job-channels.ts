import { z } from 'zod'
import { intentSchema } from '../domain/activation.ts'
import {
  jobDetailSchema,
  jobKindSchema,
  jobStateSchema,
  jobSummarySchema,
  subscriptionStatusSchema,
} from '../domain/job.ts'

const nothing = z.object({})
const jobId = z.object({ id: z.string().min(1).max(64) })

export const jobChannels = {
  'job.list': {
    request: z.object({
      states: z.array(jobStateSchema).max(9).optional(),
      /** `sequence` of the last row of the previous page. Pages run from newest to oldest. */
      before: z.int().optional(),
      limit: z.int().min(1).max(200),
      /** Only jobs that contain each of these words. */
      text: z.string().trim().max(100).optional(),
      /** Only jobs that were saved by a technician whose name contains this text. */
      technician: z.string().trim().max(80).optional(),
      kinds: z.array(jobKindSchema).max(9).optional(),
      /** Only jobs that were saved in this time, milliseconds since 1970: `from` inclusive, `to` exclusive. */
      from: z.number().optional(),
      to: z.number().optional(),
    }),
    response: z.object({
      jobs: z.array(jobSummarySchema),
      hasMore: z.boolean(),
      /** True if some older jobs were not searched yet. A `job-changed` event without an id follows when all were. */
      isPartial: z.literal(true).optional(),
    }),
  },
  'job.read': { request: jobId, response: jobDetailSchema },
  'job.subscription-status': { request: jobId, response: subscriptionStatusSchema },
  'job.check-again': { request: jobId, response: nothing },
  'job.it-is-there': { request: jobId, response: nothing },
  'job.send-again': { request: jobId, response: nothing },
  'job.correct': {
    request: z.object({
      id: z.string().max(64),
      intent: intentSchema,
      revision: z.int(),
      /** Corrects the job even if another job on this computer has the same box, as in `job.save`. */
      evenIfKnown: z.boolean().optional(),
    }),
    response: nothing,
  },
  'job.drop': {
    request: z.object({ id: z.string().max(64), reason: z.string().trim().min(1).max(300) }),
    response: nothing,
  },
} as const
