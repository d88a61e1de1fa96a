import { z } from 'zod'

/** The screens that collect a scan batch before its boxes become jobs. */
export const pilePlaces = ['bulk', 'hostnames'] as const
export type PilePlace = (typeof pilePlaces)[number]

/** Most characters of a stored scan batch; enough for forty thousand boxes. */
export const longestPile = 1_000_000

const place = z.enum(pilePlaces)
const text = z.string().max(longestPile)

/** Scan batches, one box per line, stored on this computer until they are saved as jobs. */
export const pileChannels = {
  /** Empty if there is none. */
  'pile.read': { request: z.object({ place }), response: z.object({ text }) },
  /** Replaces the stored batch; an empty text deletes it. */
  'pile.save': { request: z.object({ place, text }), response: z.object({}) },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
