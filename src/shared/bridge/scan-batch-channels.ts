import { z } from 'zod'
import { longestScanBatch, scanBatchPlaces } from '../domain/scan-batch.ts'

const place = z.enum(scanBatchPlaces)
const text = z.string().max(longestScanBatch)

/** Scan batches, one box per line, stored on this computer until they are saved as jobs. */
export const scanBatchChannels = {
  'scan-batch.read': { request: z.object({ place }), response: z.object({ text }) },
  'scan-batch.save': { request: z.object({ place, text }), response: z.object({}) },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
