import { z } from 'zod'
import { boxSchema, hostnameSchema } from '../domain/activation.ts'
import { deviceIdentifierSchema } from '../domain/device-identifier.ts'

/** A box under a hostname as the platform wrote it; `identifier` where that can be read. */
export const listedBoxSchema = z.object({
  text: z.string(),
  identifier: deviceIdentifierSchema.optional(),
  model: z.string().optional(),
})
export type ListedBox = z.infer<typeof listedBoxSchema>

/** The platform's last readable answer about a hostname. */
export const hostnameListSchema = z.object({
  /** When it was asked, milliseconds since 1970. */
  at: z.number(),
  boxes: z.array(listedBoxSchema),
  /** Why none is listed, as far as the answer tells; absent where boxes are listed. */
  none: z.enum(['no-box', 'unknown-hostname', 'either']).optional(),
  /** The platform's own words where it lists none. */
  words: z.string().optional(),
})
export type HostnameList = z.infer<typeof hostnameListSchema>

/** So many boxes are saved by one act. */
export const mostAtOnce = 1000

/** Boxes under a hostname (MAC addresses). */
export const hostnameChannels = {
  /** What was kept of it, without asking the platform. */
  'hostname.kept': {
    request: z.object({ hostname: hostnameSchema }),
    response: z.object({ list: hostnameListSchema.optional() }),
  },
  /** Asks the platform; an answer that was understood is kept in place of the one before. */
  'hostname.read': { request: z.object({ hostname: hostnameSchema }), response: hostnameListSchema },
  /** Boxes that are in work on this computer which is not over, or that wait for the platform to list them. */
  'hostname.in-work': {
    request: z.object({ identifiers: z.array(deviceIdentifierSchema).max(mostAtOnce) }),
    /** Each by its place in `identifiers`. */
    response: z.object({ found: z.array(z.object({ index: z.int(), jobId: z.string() })) }),
  },
  /** Saves a job a box, all of them or none; the same call twice saves them once. */
  'hostname.add': {
    request: z.object({
      draftId: z.string().min(8).max(64),
      hostname: hostnameSchema,
      boxes: z.array(boxSchema).min(1).max(mostAtOnce),
    }),
    response: z.object({
      ids: z.array(z.string()),
      /** Boxes left out, by their place in `boxes`, with the job that has them. */
      left: z.array(z.object({ index: z.int(), jobId: z.string() })),
    }),
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
