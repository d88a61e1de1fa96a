import type { z } from 'zod'
import { readJson } from '../storage/files.ts'
import type { Sealing } from './sealing.ts'

/** The text in a sealed column. Undefined if the column is empty or does not open: damaged, or moved from another row. */
export function openColumn(sealing: Sealing, identity: string, sealed: unknown): string | undefined {
  if (!(sealed instanceof Uint8Array)) return undefined
  try {
    return sealing.open(identity, sealed)
  } catch {
    return undefined
  }
}

/** Like `openColumn`, for JSON. Undefined also if the value no longer fits the schema, because another release wrote it. */
export const openColumnAs = <T>(
  sealing: Sealing,
  identity: string,
  sealed: unknown,
  schema: z.ZodType<T>,
): T | undefined => readJson(openColumn(sealing, identity, sealed), schema)
