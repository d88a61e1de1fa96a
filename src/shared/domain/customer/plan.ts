import { z } from 'zod'

const wholeNumber = z.int('whole-number').min(0, 'whole-number')

export const productid = z.string().trim().min(1, 'required').max(100, 'too-long')

/** The length of a subscription in months or days. The unit that is not used is 0 (Limits, Subscription length). */
export const lengthFields = {
  months: wholeNumber.max(120, 'too-long-a-time'),
  days: wholeNumber.max(3660, 'too-long-a-time'),
}
const renewalinterval = z.int('whole-number').min(1, 'renewal-interval').max(120, 'too-long-a-time')

/** Exactly one of months and days must be above 0. The renewal interval is at least 1 month (Limits). */
export const planSchema = z
  .object({ productid: productid, ...lengthFields, renewalinterval })
  .superRefine((plan, context) => {
    if (plan.months > 0 !== plan.days > 0) return
    const message = plan.months > 0 ? 'months-and-days' : 'months-or-days'
    context.addIssue({ code: 'custom', path: ['months'], message })
  })
export type Plan = z.infer<typeof planSchema>

/** A product that a connection offers, with its usual length. Months and days are both 0 if the product has no usual length. */
export const productSchema = z
  .object({
    productid: productid,
    name: z.string().trim().min(1, 'required').max(100, 'too-long'),
    ...lengthFields,
    renewalinterval,
  })
  .refine((product) => product.months === 0 || product.days === 0, { path: ['months'], error: 'months-and-days' })
export type Product = z.infer<typeof productSchema>
