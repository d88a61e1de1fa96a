import { z } from 'zod'

/** Where boxes are piled up before they become jobs. */
export const pilePlaces = ['bulk', 'hostnames'] as const
export type PilePlace = (typeof pilePlaces)[number]

/** Characters of a pile that is kept; forty thousand boxes have room. */
export const longestPile = 1_000_000

const place = z.enum(pilePlaces)
const text = z.string().max(longestPile)

/** Piles of boxes, a line each, kept on this computer until they are saved as jobs. */
export const pileChannels = {
  /** Empty where there is none. */
  'pile.read': { request: z.object({ place }), response: z.object({ text }) },
  /** In place of what was kept; an empty one is gone. */
  'pile.save': { request: z.object({ place, text }), response: z.object({}) },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
