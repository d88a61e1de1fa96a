import { z } from 'zod'

/**
 * What an engineer can teach about a platform's answers: what a field is called there, or, for the last three, which words
 * stand for yes, for no, and for nobody there. Named as the readers of answers name their fields.
 */
export const teachable = [
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
  'deviceList',
  'customerList',
  'hasNext',
  'cursor',
  'message',
  'outcome',
  'wrapper',
  'approvalWord',
  'refusalWord',
  'absenceWord',
] as const
export type Teachable = (typeof teachable)[number]

/** The three that are words of an answer and no names of fields. */
export const taughtWords = ['approvalWord', 'refusalWord', 'absenceWord'] as const satisfies readonly Teachable[]

const name = z.string().trim().min(1, 'required').max(100, 'too-long')

/** Meaning -> the names (or words) that this platform has for it, beside the usual ones. */
export const taughtNamesSchema = z.partialRecord(z.enum(teachable), z.array(name).max(20))
export type TaughtNames = z.infer<typeof taughtNamesSchema>
