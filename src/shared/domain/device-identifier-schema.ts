import { z } from 'zod'
import type { DeviceIdentifier } from './device-identifier.ts'

/** For identifiers from the bridge or from disk. In its own file, because the Home page reads boxes without loading zod. */
export const deviceIdentifierSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mac'), value: z.string().regex(/^[0-9A-F]{12}$/) }),
  z.object({ kind: z.literal('serial'), value: z.string().regex(/^[!-9;-~]{4,40}$/) }),
]) satisfies z.ZodType<DeviceIdentifier>
