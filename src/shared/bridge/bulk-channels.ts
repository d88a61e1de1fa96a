import { z } from 'zod'
import { connectionId } from '../domain/connection/connection.ts'
import { activationSchema } from '../domain/activation.ts'
import { activationKinds } from '../domain/job-kinds.ts'
import { jobStateSchema, jobSummarySchema } from '../domain/job.ts'
import { longestScanBatch, scanBatchPlaces } from '../domain/scan-batch.ts'

/** How many rows one `bulk.save` call may have. More rows would delay other calls and the screen. */
export const mostRowsSaved = 400
/**
 * The number of rows of `bulk.save` in one commit. With fewer rows, more time is spent on the disk. With more rows, a job that is saved by
 * hand waits longer for the ledger. The page also sends this many rows in one call, because a larger call would block the page for longer.
 */
export const rowsInACommit = 100
export const mostRowsAtOnce = 500

/** Identifies a list by its content. A list that is imported again gets the same id, so its rows become no new jobs. */
export const batch = z.string().regex(/^[0-9a-f]{32}$/)
/** A SHA-256 hash, in hexadecimal digits. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** A line of a list's file, counted from 1. */
export const line = z.int().min(1).max(10_000_000)

export const leftRowSchema = z.object({
  line,
  code: z.enum(['saved-already', 'box-in-job', 'log-in-in-job', 'bad-request']),
  /** The job that already has the row's box or user ID, or that was made of the row before. */
  jobId: z.string().optional(),
})
export type LeftRow = z.infer<typeof leftRowSchema>

/** The rows of one `bulk.save` call. Each row becomes a job. */
const savedRows = z
  .array(z.object({ line, intent: activationSchema }))
  .min(1)
  .max(mostRowsSaved)

/** The longest JSON text of `mostRowsSaved` rows, in characters. */
const longestRows = 8_000_000

/** Rows as JSON text, as the page's worker makes them. */
const rowsAsText = z
  .string()
  .max(longestRows)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('not-json')
      return z.NEVER
    }
  })

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
      /** The rows as an array, or as the JSON text of that array. The page sends the text that its worker made. */
      rows: z.union([rowsAsText.pipe(savedRows), savedRows]),
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

/** How many bytes of a list's file one call may carry. A larger part would delay the screen. */
export const listPartBytes = 192 * 1024

/** The limit for the number of parts of a list's file. The largest file has fewer parts. */
const mostParts = 512
export const mostLinesAtOnce = 10_000
/** The limit for the number of marks that a stored list may have when it is stored again. */
export const mostMarks = 100

const part = z
  .int()
  .min(0)
  .max(mostParts - 1)
const bytes = z.base64().max(Math.ceil(listPartBytes / 3) * 4)
const path = z.string().max(40)
const mark = z.string().max(40).optional()
const cells = z.array(z.string().max(10_000)).max(100)
const rows = z.array(z.object({ line, cells })).max(20_000)

/** The state of an unfinished list of boxes or customers: everything that is needed to continue, except the bytes of the list's file. */
export const storedListSchema = z.object({
  name: z.string().max(500),
  digest,
  parts: z.int().min(1).max(mostParts),
  /** The encoding in which the file was read. Earlier versions did not store it. */
  encoding: z.string().max(20).optional(),
  /** `columns`: the user assigns the columns to fields. `checked`: the rows are checked. `saved`: some rows are saved. */
  stage: z.enum(['columns', 'checked', 'saved']),
  kind: z.enum(activationKinds),
  /** The name of the field for each column; empty for a column that is left out. */
  columns: z.array(path).max(100),
  common: z.record(path, z.string().max(10_000)),
  completesMobiles: z.boolean(),
  /** Corrected rows, in the order of the corrections. */
  mended: rows,
  /** Rows that the user is correcting, as typed so far. */
  typed: rows,
  /** A random text for each time the list is stored. Earlier versions did not store it. */
  mark,
})
export type StoredList = z.infer<typeof storedListSchema>

/** Channels for the unfinished list of each connection. This computer stores the list until it is finished. */
export const listChannels = {
  'list.read': { request: z.object({ connectionId }), response: z.object({ list: storedListSchema.optional() }) },
  'list.read-part': { request: z.object({ connectionId, digest, part }), response: z.object({ bytes }) },
  'list.begin': { request: z.object({ connectionId, list: storedListSchema }), response: z.object({}) },
  'list.save-part': { request: z.object({ connectionId, digest, part, bytes }), response: z.object({}) },
  /**
   * Stores a list that `list.begin` has stored. `was`: the marks that the stored list may have. If it has another mark, another window has
   * stored the list since, and nothing is stored.
   */
  'list.save': {
    request: z.object({ connectionId, list: storedListSchema, was: z.array(z.string().max(40)).max(mostMarks) }),
    response: z.object({}),
  },
  'list.forget': { request: z.object({ connectionId }), response: z.object({}) },
  /** Lines of a batch that are saved as jobs, ascending. `after`: the last line of the previous page. */
  'list.saved-lines': {
    request: z.object({
      batch,
      after: z.int(),
      limit: z.int().min(1).max(mostLinesAtOnce),
    }),
    response: z.object({ lines: z.array(line), hasMore: z.boolean() }),
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>

const place = z.enum(scanBatchPlaces)
const text = z.string().max(longestScanBatch)

/** Channels for scan batches: text with one box per line, stored on this computer until the boxes become jobs. */
export const scanBatchChannels = {
  'scan-batch.read': { request: z.object({ place }), response: z.object({ text }) },
  /** `was`: the text that the caller expects to replace. If another text is stored, nothing changes. */
  'scan-batch.save': { request: z.object({ place, text, was: text.optional() }), response: z.object({}) },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
