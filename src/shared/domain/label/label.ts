import { z } from 'zod'

/** What a code on a label can be for the work; a label has at most one of each but `rest`. */
export const labelRoles = ['mac', 'serial', 'model', 'ean', 'rest'] as const
export type LabelRole = (typeof labelRoles)[number]

/** One code of a label, as a scanner or a camera gave it. */
export interface LabelCode {
  readonly text: string
  /** The AIM identifier that came with it, such as `]E0`; absent where none did. */
  readonly aim?: string
  /** What the scanner sent, where its keyboard layout is known to be another and `text` is what it meant; else absent. */
  readonly sent?: string
}

/** What made a part what it is, best first: a person, a key beside it, a GS1 identifier, a pattern, the code's kind, its look. */
export const labelReasons = ['person', 'key', 'gs1', 'pattern', 'symbology', 'habit', 'grammar'] as const
export type LabelReason = (typeof labelReasons)[number]

/** A piece of a label. `text` stands in the code as it is, but for percent signs that an address was written with. */
export interface LabelPart {
  readonly role: LabelRole
  readonly text: string
  /** Which of the codes it came from. */
  readonly code: number
  readonly by: LabelReason
  /** What the scanner sent for the whole code, where that was put right by its keyboard layout. */
  readonly sent?: string
}

/** How the serial numbers of a model look: `#` a digit, `@` a letter, `?` either, anything else itself. */
export const serialPatternSchema = z.object({
  model: z.string().trim().min(1, 'required').max(100, 'too-long'),
  pattern: z
    .string()
    .trim()
    .min(4, 'too-short')
    .max(40, 'too-long')
    .regex(/^[0-9A-Za-z#@?\-_/.]+$/, 'serial-pattern'),
})
export type SerialPattern = z.infer<typeof serialPatternSchema>

/** What a technician once said of a code of this shape on a box of this model; an empty model stands for any. */
export const labelHabitSchema = z.object({
  model: z.string().max(100),
  shape: z.string().min(1).max(80),
  role: z.enum(labelRoles),
})
export type LabelHabit = z.infer<typeof labelHabitSchema>

/** What is known of labels here. */
export interface LabelKnowledge {
  readonly patterns: readonly SerialPattern[]
  readonly habits: readonly LabelHabit[]
}
