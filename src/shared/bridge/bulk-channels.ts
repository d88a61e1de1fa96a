import { z } from 'zod'
import { connectionId } from '../domain/connection/connection.ts'
import { activationSchema } from '../domain/activation.ts'
import { jobStateSchema, jobSummarySchema } from '../domain/job.ts'

/** So many rows of a list are saved by one call: together, or none of them. More of them would hold up other calls, and the screen. */
export const mostRowsSaved = 400
/** So many rows of a list are shown or told of by one call. */
export const mostRowsAtOnce = 500

/** Names a list by what it holds: the same list again is the same batch, and its rows are the same jobs. */
export const batch = z.string().regex(/^[0-9a-f]{32}$/)
/** SHA-256, in hexadecimal digits. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** A line of a list's file, counted from 1. */
export const line = z.int().min(1).max(10_000_000)

/** Why a row was not saved here although nothing is wrong with what it says. */
export const leftRowSchema = z.object({
  line,
  code: z.enum(['box-in-job', 'log-in-in-job', 'bad-request']),
  /** The job that has the box or the log-in. */
  jobId: z.string().optional(),
})
export type LeftRow = z.infer<typeof leftRowSchema>

/** A list of boxes or customers that becomes a job a row. */
export const bulkChannels = {
  /** What was saved of a list before. `digest`: SHA-256 of the list with what it is for, in hexadecimal digits. */
  'bulk.find': {
    request: z.object({ connectionId, digest }),
    response: z.object({ batch, saved: z.int(), firstSavedAt: z.number().optional() }),
  },
  'bulk.save': {
    request: z.object({
      /** Refused where another one is worked with by now: what is saved is sent there. */
      connectionId,
      batch,
      rows: z
        .array(z.object({ line, intent: activationSchema }))
        .min(1)
        .max(mostRowsSaved),
      /** Save although a box is in other work on this computer. */
      evenIfKnown: z.boolean(),
    }),
    response: z.object({ saved: z.int(), left: z.array(leftRowSchema) }),
  },
  /** A part of a file about a list. A window keeps no downloads: there it is written beside the saved work, part by part. */
  'bulk.keep-file': {
    request: z.object({
      name: z.string().regex(/^(?:template|faults|results)-[a-z0-9-]{1,60}\.csv$/),
      text: z.string().max(2_000_000),
      isFirst: z.boolean(),
    }),
    /** Where the file lies; absent where the page keeps it. */
    response: z.object({ folder: z.string().optional() }),
  },
  'bulk.progress': {
    request: z.object({ batch }),
    response: z.object({ counts: z.partialRecord(jobStateSchema, z.int()) }),
  },
  /** The jobs of a batch in the order of its lines; `after`: the last line of the page before. */
  'bulk.results': {
    request: z.object({ batch, after: z.int(), limit: z.int().min(1).max(mostRowsAtOnce) }),
    response: z.object({ rows: z.array(z.object({ line, job: jobSummarySchema })), hasMore: z.boolean() }),
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
