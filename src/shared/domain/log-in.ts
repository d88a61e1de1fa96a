import { z } from 'zod'

/** `0` means "none" to the platform, so it is nobody's password (MAC addresses, Product change). */
const isNoPassword = (password: string): boolean => password === '0'

/**
 * A password that a person chooses. The platform takes letters, digits and `! # @ = ( ) _ $ + -` (Resources and their
 * fields, Customer); four characters at least are this app's own rule.
 */
export const chosenPasswordSchema = z
  .string()
  .refine((password) => !isNoPassword(password), { error: 'password-zero', abort: true })
  .regex(/^[A-Za-z0-9!#@=()_$+-]*$/, { error: 'password-characters', abort: true })
  .min(4, 'password-short')
  .max(64, 'password-long')

/** The password of a customer who exists: as short or long as it was once made. */
export const knownPasswordSchema = z
  .string()
  .refine((password) => !isNoPassword(password), { error: 'password-zero', abort: true })
  .regex(/^[A-Za-z0-9!#@=()_$+-]+$/, 'password-characters')
  .max(200, 'password-long')

/** A log-in that a person typed or the operator's pattern made. */
export const useridSchema = z
  .string()
  .min(1, { error: 'required', abort: true })
  .max(64, 'userid-long')
  .regex(/^[A-Za-z0-9._@+-]+$/, 'userid-characters')

/** The log-in of a customer who exists: whatever another tool once made of it, in one word. */
export const knownUseridSchema = z
  .string()
  .trim()
  .min(1, { error: 'required', abort: true })
  .max(64, 'userid-long')
  .regex(/^[^\s\p{C}]+$/u, 'userid-characters')

/** A log-in that the platform made and told; newer platforms never show its password. */
export const madeLogInSchema = z.object({
  userid: knownUseridSchema,
  password: z.string().min(1).max(200, 'password-long').optional(),
})
export type MadeLogIn = z.infer<typeof madeLogInSchema>

/** What a customer types on the box: the thing that is handed over. */
export const logInSchema = z.object({ userid: useridSchema, password: chosenPasswordSchema })

/** The operator's pattern: literal text with `{digits:N}` (N random digits) and `{mobile}` (the digits of the mobile). */
export const logInPatternSchema = z
  .string()
  .max(60)
  .regex(/^(?:[A-Za-z0-9._@+-]|\{digits:(?:[4-9]|1[0-9])\}|\{mobile\})+$/, 'pattern')
  .refine((pattern) => pattern.includes('{'), 'pattern-fixed')
  .refine((pattern) => longestUserid(pattern) <= 64, 'pattern-long')

/** Characters of the longest log-in that a pattern can make; a mobile number has at most fifteen digits. */
function longestUserid(pattern: string): number {
  return pattern
    .replace(/\{digits:(\d+)\}/g, (_, count: string) => '0'.repeat(Number(count)))
    .replaceAll('{mobile}', '0'.repeat(15)).length
}

/** A source of uniformly random whole numbers below a bound; cryptographic outside of tests. */
export type RandomBelow = (bound: number) => number

/** No letter or digit that is mistaken for another when read aloud or off a slip. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A log-in by the operator's pattern; by default ten digits, so it can be typed with a remote control. */
export function makeUserid(pattern: string, mobile: string, below: RandomBelow): string {
  return pattern
    .replace(/\{digits:(\d+)\}/g, (_, count: string) => randomDigits(Number(count), below))
    .replaceAll('{mobile}', mobile.replace(/\D/g, ''))
}

/** Ten characters in a form that can be read aloud: about 49 bits. */
export function makePassword(below: RandomBelow): string {
  return Array.from({ length: 10 }, () => readable[below(readable.length)]).join('')
}

/** The first digit is never 0: some remote-control fields drop it. */
function randomDigits(count: number, below: RandomBelow): string {
  return Array.from({ length: count }, (_, index) => (index === 0 ? 1 + below(9) : below(10))).join('')
}
