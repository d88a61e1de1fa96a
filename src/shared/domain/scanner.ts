import { z } from 'zod'
import { layoutPairSchema } from './label/label-schemas.ts'

export const scannerEnds = ['Enter', 'Tab', 'none'] as const
export type ScannerEnd = (typeof scannerEnds)[number]

/** The longest time between two keys of a scanner, in milliseconds. */
export const longestGap = 250

/** What the test observed of a scanner: its end key, the time between keys, and how long it holds a key. Times in milliseconds. */
export const learntScannerSchema = z.object({
  end: z.enum(scannerEnds),
  shortestGap: z.int().min(0).max(longestGap),
  longestGap: z.int().min(0).max(longestGap),
  /** Null if no key release was seen. */
  longestHold: z.int().min(0).max(longestGap).nullable().default(null),
  /** The possible pairs of layouts, if the scanner's layout seems to differ from this computer's. Otherwise empty. */
  layouts: z.array(layoutPairSchema).max(40).default([]),
})
export type LearntScanner = z.infer<typeof learntScannerSchema>

/** The most characters that a scanner may send before or after a code. */
export const longestMark = 10
