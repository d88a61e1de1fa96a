import type { z } from 'zod'
import type { Sealing } from './sealing.ts'

/** The text in a sealed column of a row; `undefined` where nothing is there, or where it does not open: damaged, or of another row. */
export function openColumn(sealing: Sealing, identity: string, sealed: unknown): string | undefined {
  if (!(sealed instanceof Uint8Array)) return undefined
  try {
    return sealing.open(identity, sealed)
  } catch {
    return undefined
  }
}

/** The same of what was sealed as JSON. What no longer fits, being of another release, is left out and not shown half. */
export function openColumnAs<T>(
  sealing: Sealing,
  identity: string,
  sealed: unknown,
  schema: z.ZodType<T>,
): T | undefined {
  const text = openColumn(sealing, identity, sealed)
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
