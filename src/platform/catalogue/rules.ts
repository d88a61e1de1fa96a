import { z } from 'zod'
import { mobileSchema } from '../../shared/domain/mobile.ts'
import { customerStatusSchema } from '../../shared/domain/status.ts'
import {
  wireDateSchema,
  wireDeviceSchema,
  wireFlagSchema,
  wireLengthSchema,
  wirePageSchema,
  wirePasswordSchema,
  wireRenewalIntervalSchema,
  wireTextSchema,
} from '../../shared/domain/wire-value.ts'
import type { RuleName } from './operation.ts'

/** The schema of each rule, applied to the value as sent: text in the query, a list of texts in a JSON body. */
export const rules = {
  text: wireTextSchema,
  mobile: mobileSchema,
  email: z.email('email-format'),
  months: wireLengthSchema,
  days: wireLengthSchema,
  'renewal-interval': wireRenewalIntervalSchema,
  password: wirePasswordSchema,
  uuid: wireDeviceSchema,
  'mac-address': wireDeviceSchema,
  status: customerStatusSchema,
  page: wirePageSchema,
  date: wireDateSchema,
  flag: wireFlagSchema,
  'user-ids': z.array(wireTextSchema).min(1, 'required'),
} as const satisfies Readonly<Record<RuleName, z.ZodType<string | readonly string[]>>>
