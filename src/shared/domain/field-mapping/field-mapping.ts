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
