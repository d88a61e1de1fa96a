import { z } from 'zod'
import { layoutNames, type LayoutPair } from './keyboard-layout.ts'
import { labelReasons, labelRoles, type LabelHabit, type LabelPart, type SerialPattern } from './label.ts'

/** Checks a part of a label. */
export const labelPartSchema = z.object({
  role: z.enum(labelRoles),
  text: z.string(),
  code: z.int(),
  by: z.enum(labelReasons),
  sent: z.string().exactOptional(),
}) satisfies z.ZodType<LabelPart>

/** Checks the pattern of a model's serial numbers; its messages are codes of rules. */
export const serialPatternSchema = z.object({
  model: z.string().trim().min(1, 'required').max(100, 'too-long'),
  pattern: z
    .string()
    .trim()
    .min(4, 'too-short')
    .max(40, 'too-long')
    .regex(/^[0-9A-Za-z#@?\-_/.]+$/, 'serial-pattern'),
}) satisfies z.ZodType<SerialPattern>

/** Checks a role that a technician gave to a code. */
export const labelHabitSchema = z.object({
  model: z.string().max(100),
  shape: z.string().min(1).max(80),
  role: z.enum(labelRoles),
}) satisfies z.ZodType<LabelHabit>

/** Checks a pair of keyboard layouts. */
export const layoutPairSchema = z.object({
  computer: z.enum(layoutNames),
  scanner: z.enum(layoutNames),
}) satisfies z.ZodType<LayoutPair>
