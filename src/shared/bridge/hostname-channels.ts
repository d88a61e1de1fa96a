import { z } from 'zod'
import { boxSchema, hostnameSchema } from '../domain/activation.ts'
import { deviceIdentifierSchema } from '../domain/device-identifier-schema.ts'

/** A box of a hostname. `text` is in the platform's notation; `identifier` is present if the text could be read. */
export const listedBoxSchema = z.object({
  text: z.string(),
  identifier: deviceIdentifierSchema.optional(),
  /** Further identifiers of the same box. */
  also: z.array(deviceIdentifierSchema).optional(),
  model: z.string().optional(),
})
export type ListedBox = z.infer<typeof listedBoxSchema>

export const hostnameListSchema = z.object({
  /** Time of the request, milliseconds since 1970. */
  at: z.number(),
  boxes: z.array(listedBoxSchema),
  /** Why no box is listed. `either`: the answer does not say which of the two reasons applies. Absent if boxes are listed. */
  none: z.enum(['no-box', 'unknown-hostname', 'either']).optional(),
  /** The platform's own message. Present only if the platform lists no box. */
  words: z.string().optional(),
})
export type HostnameList = z.infer<typeof hostnameListSchema>

export const mostAtOnce = 1000

/**
 * The hostname must be well-formed, because a URL cannot hold half of a surrogate pair. `hostnameSchema` does not check this, so that in a
 * list of boxes only the row with the invalid hostname is refused.
 */
const hostname = hostnameSchema.refine((value) => value.isWellFormed(), 'not-sendable')

/** Channels for the boxes of a hostname (MAC addresses). */
export const hostnameChannels = {
  'hostname.cached': {
    request: z.object({ hostname }),
    response: z.object({ list: hostnameListSchema.optional() }),
  },
  'hostname.read': { request: z.object({ hostname }), response: hostnameListSchema },
  /** Finds the boxes that are in unfinished jobs on this computer. */
  'hostname.in-work': {
    request: z.object({ identifiers: z.array(deviceIdentifierSchema).max(mostAtOnce) }),
    /** `index`: position in `identifiers`. */
    response: z.object({ found: z.array(z.object({ index: z.int(), jobId: z.string() })) }),
  },
  'hostname.add': {
    request: z.object({
      draftId: z.string().min(8).max(64),
      hostname,
      boxes: z.array(boxSchema).min(1).max(mostAtOnce),
    }),
    response: z.object({
      ids: z.array(z.string()),
      /** Boxes that were not saved: their position in `boxes`, and the job that already has the box. */
      left: z.array(z.object({ index: z.int(), jobId: z.string() })),
    }),
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
