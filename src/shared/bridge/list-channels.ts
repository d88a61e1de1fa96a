import { z } from 'zod'
import { connectionId } from '../domain/connection/connection.ts'
import { batch, digest, line } from './bulk-channels.ts'

/** Bytes of a file that go over the bridge at once: so few that no call holds a screen up. */
export const listPartBytes = 192 * 1024

/** More parts than the largest file has. */
const mostParts = 512
/** So many lines are told by one call. */
export const mostLinesAtOnce = 10_000

const part = z
  .int()
  .min(0)
  .max(mostParts - 1)
const bytes = z.base64().max(Math.ceil(listPartBytes / 3) * 4)
const path = z.string().max(40)
const cells = z.array(z.string().max(10_000)).max(100)
/** Rows by the line where they begin. */
const rows = z.array(z.object({ line, cells })).max(20_000)

/** A file with boxes that is being worked through: all that is needed to go on with it, but for its bytes. */
export const keptListSchema = z.object({
  name: z.string().max(500),
  /** Of the file. */
  digest,
  parts: z.int().min(1).max(mostParts),
  /** How far a person is: the columns are being said, the rows were checked, or some of them were saved. */
  stage: z.enum(['columns', 'checked', 'saved']),
  kind: z.enum(['hostname', 'existing-customer', 'new-customer']),
  /** The field of each column; empty for one that is left out. */
  columns: z.array(path).max(100),
  common: z.record(path, z.string().max(10_000)),
  completesMobiles: z.boolean(),
  /** Rows that were mended, in the order in which they were. */
  mended: rows,
  /** Rows that are being mended, as they are typed so far. */
  typed: rows,
})
export type KeptList = z.infer<typeof keptListSchema>

/** The list of each connection that is being worked through, kept on this computer until it is done with. */
export const listChannels = {
  /** Absent where there is none, or where not all of it came to be kept. */
  'list.read': { request: z.object({ connectionId }), response: z.object({ list: keptListSchema.optional() }) },
  'list.read-part': { request: z.object({ connectionId, digest, part }), response: z.object({ bytes }) },
  /** In place of the list that was there; its parts come after. */
  'list.begin': { request: z.object({ connectionId, list: keptListSchema }), response: z.object({}) },
  'list.keep-part': { request: z.object({ connectionId, digest, part, bytes }), response: z.object({}) },
  /** What changed of a list that was begun. */
  'list.keep': { request: z.object({ connectionId, list: keptListSchema }), response: z.object({}) },
  'list.forget': { request: z.object({ connectionId }), response: z.object({}) },
  /** Lines of a batch that are jobs here, growing; `after`: the last line of the page before. */
  'list.saved-lines': {
    request: z.object({
      batch,
      after: z.int(),
      limit: z.int().min(1).max(mostLinesAtOnce),
    }),
    response: z.object({ lines: z.array(line), hasMore: z.boolean() }),
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
