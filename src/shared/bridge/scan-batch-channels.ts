import { z } from 'zod'

/** The screens that collect a scan batch before its boxes become jobs. */
export const scanBatchPlaces = ['bulk', 'hostnames'] as const
export type ScanBatchPlace = (typeof scanBatchPlaces)[number]

/** Most characters of a stored scan batch; enough for forty thousand boxes. */
export const longestScanBatch = 1_000_000

const place = z.enum(scanBatchPlaces)
const text = z.string().max(longestScanBatch)

/** Scan batches, one box per line, stored on this computer until they are saved as jobs. */
export const scanBatchChannels = {
  'scan-batch.read': { request: z.object({ place }), response: z.object({ text }) },
  'scan-batch.save': { request: z.object({ place, text }), response: z.object({}) },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
