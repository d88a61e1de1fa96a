import { z } from 'zod'

/** Status of a customer (States and transitions). */
export const customerStatuses = ['Active', 'Expired', 'Pending', 'Disabled', 'Trial'] as const
export const customerStatusSchema = z.enum(customerStatuses)
export type CustomerStatus = z.infer<typeof customerStatusSchema>

export const knownStatus = (word: string | undefined): CustomerStatus | undefined =>
  customerStatuses.find((status) => status.toLowerCase() === word?.trim().toLowerCase())
