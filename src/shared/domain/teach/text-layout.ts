import { z } from 'zod'
import type { Teachable } from './taught-names.ts'

/** Separators that stand for more than their own characters: a line break of any system, and one or more empty lines. */
export const lineBreak = '\n'
export const emptyLine = '\n\n'

/** What a column of a text that names none of its columns can be taught to hold. */
export const columnMeanings = [
  'userid',
  'password',
  'firstname',
  'lastname',
  'mobile',
  'email',
  'customermappingid',
  'status',
  'endDate',
  'product',
  'deviceIdentifier',
  'deviceModel',
  'message',
  'outcome',
] as const satisfies readonly Teachable[]
export type ColumnMeaning = (typeof columnMeanings)[number]

/** A column that nothing is read from. */
export const unusedColumn = 'unused'
export type TextColumn = ColumnMeaning | typeof unusedColumn

/** `named`: a name before each value. `header`: the first record names the columns. `columns`: nothing does. */
export const textForms = ['named', 'header', 'columns'] as const
export type TextForm = (typeof textForms)[number]

/** More columns are no record of a customer. */
export const mostColumns = 60

const separator = z
  .string()
  .min(1, 'required')
  .max(10, 'too-long')
  .regex(/^[^"]+$/, 'separator')

/** How a platform that answers in plain text writes records, as it was taught. */
export const textLayoutSchema = z
  .object({
    form: z.enum(textForms),
    recordSeparator: separator,
    fieldSeparator: separator,
    /** Stands between a name and its value; of no use where the fields have no names. */
    nameSeparator: separator,
    /** Of `columns` alone: the columns of each operation's answer, from the left. */
    columns: z.record(z.string().min(1).max(60), z.array(z.enum([...columnMeanings, unusedColumn])).max(mostColumns)),
  })
  .refine(({ form, recordSeparator, fieldSeparator, nameSeparator }) => {
    const used = [recordSeparator, fieldSeparator, ...(form === 'named' ? [nameSeparator] : [])]
    return new Set(used).size === used.length
  }, 'same-separator')
export type TextLayout = z.infer<typeof textLayoutSchema>

/** A GET and a POST of one operation are answered alike. */
const answeredAs = (operation: string): string => operation.replace(/_GET$/, '')

/** The columns that were taught for the answer to an operation; none where nobody named them. */
export const columnsOf = ({ columns }: TextLayout, operation: string): readonly TextColumn[] =>
  columns[answeredAs(operation)] ?? []

/** The layout once a column of an operation's answer, counted from 0, has this meaning; `count` is how many columns it has. */
export function nameColumn(
  layout: TextLayout,
  operation: string,
  { index, count, meaning }: { readonly index: number; readonly count: number; readonly meaning: TextColumn },
): TextLayout {
  const known = columnsOf(layout, operation)
  const named = Array.from({ length: count }, (_, at) => (at === index ? meaning : (known[at] ?? unusedColumn)))
  return { ...layout, columns: { ...layout.columns, [answeredAs(operation)]: named } }
}
