import { z } from 'zod'
import { connectionId } from '../domain/connection/connection.ts'
import { activationSchema } from '../domain/activation.ts'
import { jobStateSchema, jobSummarySchema } from '../domain/job.ts'

/** How many rows one `bulk.save` call may have. More rows would delay other calls and the screen. */
export const mostRowsSaved = 400
/**
 * The number of rows of `bulk.save` in one commit. With fewer rows, more time is spent on the disk. With more rows, a job that is saved by
 * hand waits longer for the ledger. The page sends so many rows in a call, because a larger call would block the page for longer.
 */
export const rowsInACommit = 200
export const mostRowsAtOnce = 500

/** Identifies a list by its content. A list that is imported again gets the same id, so its rows become no new jobs. */
export const batch = z.string().regex(/^[0-9a-f]{32}$/)
/** A SHA-256 hash, in hexadecimal digits. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** A line of a list's file, counted from 1. */
export const line = z.int().min(1).max(10_000_000)

export const leftRowSchema = z.object({
  line,
  code: z.enum(['box-in-job', 'log-in-in-job', 'bad-request']),
  /** The job that already has the row's box or user ID. */
  jobId: z.string().optional(),
})
export type LeftRow = z.infer<typeof leftRowSchema>

/** Channels for a list of boxes or customers. Each row of the list becomes a job. */
export const bulkChannels = {
  /** Counts the rows of a list that are already saved. `digest`: SHA-256 of the list and its purpose, in hexadecimal digits. */
  'bulk.find': {
    request: z.object({ connectionId, digest }),
    response: z.object({ batch, saved: z.int(), firstSavedAt: z.number().optional() }),
  },
  'bulk.save': {
    request: z.object({
      /** The connection must be the active one, because the jobs are sent to it. Any other connection is refused. */
      connectionId,
      batch,
      rows: z
        .array(z.object({ line, intent: activationSchema }))
        .min(1)
        .max(mostRowsSaved),
      /** Saves a row even if another job on this computer has the same box. */
      evenIfKnown: z.boolean(),
    }),
    response: z.object({ saved: z.int(), left: z.array(leftRowSchema) }),
  },
  'bulk.write-file': {
    request: z.object({
      name: z.string().regex(/^(?:template|faults|results|fleet)-[a-z0-9-]{1,60}\.csv$/),
      text: z.string().max(2_000_000),
      isFirst: z.boolean(),
    }),
    /** The folder that holds the file. Absent in a browser, because there the browser downloads the file. */
    response: z.object({ folder: z.string().optional() }),
  },
  'bulk.progress': {
    request: z.object({ batch }),
    response: z.object({
      counts: z.partialRecord(jobStateSchema, z.int()),
      /** How many jobs in each state bind a box to a customer but to no hostname. */
      withoutHostname: z.partialRecord(jobStateSchema, z.int()),
    }),
  },
  'bulk.results': {
    request: z.object({ batch, after: z.int(), limit: z.int().min(1).max(mostRowsAtOnce) }),
    response: z.object({ rows: z.array(z.object({ line, job: jobSummarySchema })), hasMore: z.boolean() }),
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
