import { z } from 'zod'
import { layoutPairSchema } from './label/keyboard-layout.ts'

/** The key a scanner sends after a code. */
export const scannerEnds = ['Enter', 'Tab', 'none'] as const
export type ScannerEnd = (typeof scannerEnds)[number]

/** Longer than any scanner takes from one key to the next, in milliseconds. */
export const longestGap = 250

/** What a person's scanner was seen to do: its end, and how long it takes from key to key and holds a key down, in milliseconds. */
export const learntScannerSchema = z.object({
  end: z.enum(scannerEnds),
  shortestGap: z.int().min(0).max(longestGap),
  longestGap: z.int().min(0).max(longestGap),
  /** Null where its keys were not seen to go up again. */
  longestHold: z.int().min(0).max(longestGap).nullable().default(null),
  /** What its keyboard layout and this computer's may be, where they are not the same; empty where nothing speaks for that. */
  layouts: z.array(layoutPairSchema).max(40).default([]),
})
export type LearntScanner = z.infer<typeof learntScannerSchema>

/** The most characters that a scanner may be set to send before or after a code. */
export const longestMark = 10
