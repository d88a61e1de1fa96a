import { z } from 'zod'
import { layoutPairSchema } from './label/label-schemas.ts'

export const scannerEnds = ['Enter', 'Tab', 'none'] as const
export type ScannerEnd = (typeof scannerEnds)[number]

/** Longest time that a scanner takes between two keys, in milliseconds. */
export const longestGap = 250

/** What was observed of a scanner: its end key, the time between keys, and how long it holds a key, in milliseconds. */
export const learntScannerSchema = z.object({
  end: z.enum(scannerEnds),
  shortestGap: z.int().min(0).max(longestGap),
  longestGap: z.int().min(0).max(longestGap),
  /** Null if no key was seen to be released. */
  longestHold: z.int().min(0).max(longestGap).nullable().default(null),
  /** The possible layouts of the scanner and this computer if they differ; empty if nothing suggests that they do. */
  layouts: z.array(layoutPairSchema).max(40).default([]),
})
export type LearntScanner = z.infer<typeof learntScannerSchema>

/** Most characters that a scanner may send before or after a code. */
export const longestMark = 10
