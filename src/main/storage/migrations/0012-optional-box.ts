/**
 * A new customer's box is optional; it was a kind of job of its own. No table changes. The number alone keeps an earlier release
 * from opening the file: it would take a new customer without a box for a damaged record, and set the job aside.
 */
export const optionalBox = ''
