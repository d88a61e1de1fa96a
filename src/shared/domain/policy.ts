import { z } from 'zod'
import { defined } from '../defined.ts'
import { updateRules } from './update.ts'

/** One field of the policy: its schema, its value without a policy, its strictest value, and its meaning for `docs/policy.md`. */
const field = <S extends z.ZodType>(
  schema: S,
  { open, strict, meaning }: { readonly open: z.infer<S>; readonly strict: z.infer<S>; readonly meaning: string },
) => ({ schema, open, strict, meaning })

/**
 * All rules that an operator can set. The refusals in the main process, the words on screen and `docs/policy.md` are derived from these
 * fields. `open`: applies without a policy, or if the policy leaves the field out. `strict`: applies if an accepted policy can no longer
 * be read.
 */
export const policyFields = {
  plainHttp: field(z.boolean(), {
    open: true,
    strict: false,
    meaning: 'Whether a connection may send without encryption to another computer (`http:`).',
  }),
  addresses: field(
    z
      .array(z.url({ protocol: /^https?$/ }))
      .max(50)
      .nullable(),
    {
      open: null,
      strict: [],
      meaning:
        "The addresses, such as `https://platform.example`, that may be entered for a connection, its proxy or the hub of a fleet. A connection keeps the address, proxy and certificates that it has. If the hub's certificate is from your own authority, install that authority in the certificate store of each computer. `null`: any.",
    },
  ),
  export: field(z.boolean(), {
    open: true,
    strict: false,
    meaning: 'Whether work and names may leave the computer as a file: transfer, activity list, results of a list.',
  }),
  disableCustomers: field(z.boolean(), {
    open: true,
    strict: false,
    meaning: 'Whether customers may be disabled.',
  }),
  productChange: field(z.boolean(), {
    open: true,
    strict: false,
    meaning: "Whether a customer's product may be changed.",
  }),
  console: field(z.boolean(), {
    open: true,
    strict: false,
    meaning: 'Whether the console may ask the platform or save work.',
  }),
  weakKeyStores: field(z.boolean(), {
    // The strict value applies even without a policy.
    open: false,
    strict: false,
    meaning:
      "Whether a real connection may be used without a passphrase if the system's key store does not protect the key. A token that is already stored stays.",
  }),
  passwordsOnHandouts: field(z.boolean(), {
    open: true,
    strict: false,
    meaning:
      "Whether a handout, printed or as PDF, shows the customer's password, also in its QR code. The screen shows the password in any case.",
  }),
  shareHandouts: field(z.boolean(), {
    open: true,
    strict: false,
    meaning: 'Whether the screen offers to send a handout to the customer by mail, text message or messenger.',
  }),
  lockMinutes: field(z.int().min(1).max(480).nullable(), {
    open: null,
    strict: 1,
    meaning:
      'The most minutes without a key press before the signed-in technician is signed out. `null`: as set on the computer.',
  }),
  retentionDays: field(z.int().min(1).max(3650).nullable(), {
    open: null,
    // Damaging the policy on purpose must not make Setdesk delete anything.
    strict: null,
    meaning: 'The most days for which names of finished work are kept. `null`: as set on the computer.',
  }),
  pinDigits: field(z.int().min(4).max(12), {
    open: 4,
    strict: 8,
    meaning: 'The fewest digits of a new PIN. A PIN in use stays valid.',
  }),
  supervisors: field(z.array(z.string().trim().min(1).max(80)).max(50).nullable(), {
    open: null,
    strict: [],
    meaning:
      'The names that a supervisor may have. A supervisor with another name is no longer a supervisor. `null`: any.',
  }),
  updates: field(z.enum(updateRules), {
    open: 'normal',
    strict: 'none',
    meaning:
      'The ring in which a computer gets new versions of Setdesk: `early` (first), `normal` or `late` (last). `none`: Setdesk does not update itself.',
  }),
} as const

export type PolicyField = keyof typeof policyFields
export type Policy = { readonly [F in PolicyField]: z.infer<(typeof policyFields)[F]['schema']> }
type Column = 'schema' | 'open' | 'strict'

export const policyFieldNames = Object.keys(policyFields) as readonly PolicyField[]

/** Collects one property of all fields. The cast restores the names, because `Object.fromEntries` loses their types. */
const column = <C extends Column>(property: C) =>
  Object.fromEntries(policyFieldNames.map((name) => [name, policyFields[name][property]])) as {
    readonly [F in PolicyField]: (typeof policyFields)[F][C]
  }

export const policySchema = z.object(column('schema'))
export const openPolicy: Policy = column('open')
export const strictestPolicy: Policy = column('strict')

/** The policy that an operator writes and signs. An unknown field is an error, because Setdesk could not obey it. */
export const policyTextSchema = z.strictObject({
  /** The serial must be higher than in every earlier policy of the operator. */
  serial: z.int().min(1),
  ...policySchema.partial().shape,
})

/** Completes a written policy. A field that the written policy leaves out gets the value that applies without a policy. */
export const completePolicy = (written: z.infer<typeof policyTextSchema>): Policy =>
  policySchema.parse({ ...openPolicy, ...defined(written) })

/** A signed policy in a connection file. `key`: public key (SPKI, DER). `signature`: Ed25519. Both are base64. */
export const signedPolicySchema = z.object({
  text: z.string().max(20_000),
  key: z.base64().max(200),
  signature: z.base64().max(200),
})
export type SignedPolicy = z.infer<typeof signedPolicySchema>

/**
 * The state of the policy on this computer. `none`: no policy was ever accepted. `closed`: the policy is sealed with the saved
 * work, and the saved work is not open. `unreadable`: the policy was removed or damaged. The last two states enforce the strictest values.
 */
export const policyViewSchema = z.object({
  state: z.enum(['none', 'in-force', 'closed', 'unreadable']),
  /** SHA-256 of the operator's public key, in pairs of hexadecimal digits. */
  fingerprint: z.string().optional(),
  serial: z.int().optional(),
  rules: policySchema,
})
export type PolicyView = z.infer<typeof policyViewSchema>
