import { z } from 'zod'
import { recordFields } from './field-mapping.ts'

/**
 * Separators that match more than their own characters. `lineBreak` matches the line break of any system. `emptyLine` matches one or more
 * empty lines.
 */
export const lineBreak = '\n'
export const emptyLine = '\n\n'

/** The meanings that a column can have if the text has no column names. */
export const columnMeanings = [...recordFields, 'message', 'outcome'] as const

export const unusedColumn = 'unused'
export type TextColumn = (typeof columnMeanings)[number] | typeof unusedColumn

/** `named`: a name before each value. `header`: the first record names the columns. `columns`: the text has no names. */
export const textForms = ['named', 'header', 'columns'] as const
export type TextForm = (typeof textForms)[number]

/** The most columns of a layout. No customer record has more. */
export const mostColumns = 60

const separator = z
  .string()
  .min(1, 'required')
  .max(10, 'too-long')
  .regex(/^[^"]+$/, 'separator')

/** How a platform writes records in plain text, as the engineer configured it. */
export const textLayoutSchema = z
  .object({
    form: z.enum(textForms),
    recordSeparator: separator,
    fieldSeparator: separator,
    /** Separates a name from its value. Not used if fields have no names. */
    nameSeparator: separator,
    /** Only for `columns`: the columns of each operation's answer, from left to right. */
    columns: z.record(z.string().min(1).max(60), z.array(z.enum([...columnMeanings, unusedColumn])).max(mostColumns)),
  })
  .refine(({ form, recordSeparator, fieldSeparator, nameSeparator }) => {
    const used = [recordSeparator, fieldSeparator, ...(form === 'named' ? [nameSeparator] : [])]
    return new Set(used).size === used.length
  }, 'same-separator')
export type TextLayout = z.infer<typeof textLayoutSchema>

/** The GET and POST variants of an operation share one layout, because they have the same answer. */
const answeredAs = (operation: string): string => operation.replace(/_GET$/, '')

/** The configured columns of an operation's answer; empty if there are none. */
export const columnsOf = ({ columns }: TextLayout, operation: string): readonly TextColumn[] =>
  columns[answeredAs(operation)] ?? []

/** The layout after one column got a meaning. `index` counts from 0. `count`: the number of columns in the operation's answer. */
export function nameColumn(
  layout: TextLayout,
  operation: string,
  { index, count, meaning }: { readonly index: number; readonly count: number; readonly meaning: TextColumn },
): TextLayout {
  const known = columnsOf(layout, operation)
  const named = Array.from({ length: count }, (_, at) => (at === index ? meaning : (known[at] ?? unusedColumn)))
  return { ...layout, columns: { ...layout.columns, [answeredAs(operation)]: named } }
}
