import { z } from 'zod'
import { layoutNames, type LayoutPair } from './keyboard-layout.ts'
import { labelReasons, labelRoles, type LabelHabit, type LabelPart, type SerialPattern } from './label.ts'

export const labelPartSchema = z.object({
  role: z.enum(labelRoles),
  text: z.string(),
  code: z.int(),
  by: z.enum(labelReasons),
  sent: z.string().exactOptional(),
}) satisfies z.ZodType<LabelPart>

/** The pattern of a model's serial numbers. Each error message is the code of the broken rule. */
export const serialPatternSchema = z.object({
  model: z.string().trim().min(1, 'required').max(100, 'too-long'),
  pattern: z
    .string()
    .trim()
    .min(4, 'too-short')
    .max(40, 'too-long')
    .regex(/^[0-9A-Za-z#@?\-_/.]+$/, 'serial-pattern'),
}) satisfies z.ZodType<SerialPattern>

export const labelHabitSchema = z.object({
  model: z.string().max(100),
  shape: z.string().min(1).max(80),
  role: z.enum(labelRoles),
}) satisfies z.ZodType<LabelHabit>

export const layoutPairSchema = z.object({
  computer: z.enum(layoutNames),
  scanner: z.enum(layoutNames),
}) satisfies z.ZodType<LayoutPair>
