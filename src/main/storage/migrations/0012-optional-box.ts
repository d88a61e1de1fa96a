/**
 * A new customer's box is now optional; before, a customer without a box was a separate kind of job. No table changes. Only the new schema
 * number keeps an earlier release from opening the file. That release would treat a new customer without a box as a damaged record and set
 * the job aside.
 */
export const optionalBox = ''
