import { z } from 'zod'
import { connectionId } from '../domain/connection/connection.ts'
import { longestScanBatch, scanBatchPlaces } from '../domain/scan-batch.ts'
import { batch, digest, line } from './bulk-channels.ts'

/** How many bytes of a list's file one call may carry. A larger part would delay the screen. */
export const listPartBytes = 192 * 1024

/** The limit for the number of parts of a list's file. The largest file has fewer parts. */
const mostParts = 512
export const mostLinesAtOnce = 10_000

const part = z
  .int()
  .min(0)
  .max(mostParts - 1)
const bytes = z.base64().max(Math.ceil(listPartBytes / 3) * 4)
const path = z.string().max(40)
const cells = z.array(z.string().max(10_000)).max(100)
const rows = z.array(z.object({ line, cells })).max(20_000)

/** The state of an unfinished list of boxes or customers: everything that is needed to continue, except the bytes of the list's file. */
export const storedListSchema = z.object({
  name: z.string().max(500),
  digest,
  parts: z.int().min(1).max(mostParts),
  /** `columns`: the user assigns the columns to fields. `checked`: the rows are checked. `saved`: some rows are saved. */
  stage: z.enum(['columns', 'checked', 'saved']),
  kind: z.enum(['hostname', 'existing-customer', 'new-customer']),
  /** The name of the field for each column; empty for a column that is left out. */
  columns: z.array(path).max(100),
  common: z.record(path, z.string().max(10_000)),
  completesMobiles: z.boolean(),
  /** Corrected rows, in the order of the corrections. */
  mended: rows,
  /** Rows that the user is correcting, as typed so far. */
  typed: rows,
})
export type StoredList = z.infer<typeof storedListSchema>

/** Channels for the unfinished list of each connection. This computer stores the list until it is finished. */
export const listChannels = {
  'list.read': { request: z.object({ connectionId }), response: z.object({ list: storedListSchema.optional() }) },
  'list.read-part': { request: z.object({ connectionId, digest, part }), response: z.object({ bytes }) },
  'list.begin': { request: z.object({ connectionId, list: storedListSchema }), response: z.object({}) },
  'list.save-part': { request: z.object({ connectionId, digest, part, bytes }), response: z.object({}) },
  'list.save': { request: z.object({ connectionId, list: storedListSchema }), response: z.object({}) },
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
  'scan-batch.save': { request: z.object({ place, text }), response: z.object({}) },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
