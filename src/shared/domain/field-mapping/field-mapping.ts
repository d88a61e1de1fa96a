import { z } from 'zod'
import { type CustomerStatus, customerStatuses } from '../customer/customer.ts'

export const mappedStatus = (names: FieldMapping, said: string): CustomerStatus | undefined =>
  customerStatuses.find((status) => names[statusWords[status]]?.some((word) => isSame(word, said)))

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The mapping's entries that hold this platform's words for the five statuses (States and transitions). */
export const statusWords = {
  Active: 'activeWord',
  Expired: 'expiredWord',
  Pending: 'pendingWord',
  Disabled: 'disabledWord',
  Trial: 'trialWord',
} as const satisfies Record<CustomerStatus, string>

/** The meanings that words in an answer can have. All other meanings belong to field names. */
export const mappedWords = ['approvalWord', 'refusalWord', 'absenceWord', ...Object.values(statusWords)] as const

/** The customer fields that can be mapped, in display order. */
export const mappableCustomer = [
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
] as const

/** The fields of one record. A column of a plain text can have the same meanings. */
export const recordFields = [...mappableCustomer, 'deviceIdentifier', 'deviceModel'] as const

/**
 * Everything that an engineer can map in a platform's answers. The last eight meanings belong to words: yes, no, absent and the five
 * statuses. The other meanings belong to field names, and are named as in the code that reads answers.
 */
export const mappable = [
  ...recordFields,
  'deviceList',
  'customerList',
  'hasNext',
  'cursor',
  'message',
  'outcome',
  'wrapper',
  ...mappedWords,
] as const
export type Mappable = (typeof mappable)[number]

const name = z.string().trim().min(1, 'required').max(100, 'too-long')

/** For each meaning, the names or words that this platform uses in addition to the usual names and words. */
export const fieldMappingSchema = z.partialRecord(z.enum(mappable), z.array(name).max(20))
export type FieldMapping = z.infer<typeof fieldMappingSchema>

/** The mapping after a word was assigned to one status only, or to none if `status` is undefined. */
export function mapStatus(names: FieldMapping, said: string, status: CustomerStatus | undefined): FieldMapping {
  const without = customerStatuses.reduce((all, one) => forget(all, one, said), names)
  if (status === undefined || said.trim() === '') return without
  const meaning = statusWords[status]
  return { ...without, [meaning]: [...(without[meaning] ?? []), said] }
}

function forget(names: FieldMapping, status: CustomerStatus, said: string): FieldMapping {
  const meaning = statusWords[status]
  const { [meaning]: words = [], ...others } = names
  const left = words.filter((word) => !isSame(word, said))
  return left.length === 0 ? others : { ...others, [meaning]: left }
}

/** Separators that match more than themselves: the line break of any system, and one or more empty lines. */
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
const mostColumns = 60

const separator = z
  .string()
  .min(1, 'required')
  .max(10, 'too-long')
  .regex(/^[^"]+$/, 'separator')

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
