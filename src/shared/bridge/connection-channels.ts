import { z } from 'zod'
import { connectionId, proxyLogInSchema } from '../domain/connection/connection.ts'
import {
  connectionFileProblems,
  largestConnectionFile,
  settingChangeSchema,
} from '../domain/connection/connection-file.ts'
import { erasureReportSchema } from '../domain/maintenance.ts'
import { policySchema } from '../domain/policy.ts'

const nothing = z.object({})
const fileText = z.string().max(largestConnectionFile)

/** Trusted certificates, as the screen shows them. The connection stores only `pem`. */
export const authorityViewSchema = z.object({
  pem: z.string(),
  certificates: z.array(
    z.object({
      subject: z.string(),
      /** The end of the certificate's validity, milliseconds since 1970. */
      until: z.number(),
      /** SHA-256 of the whole certificate, in pairs of hexadecimal digits. */
      fingerprint: z.string(),
    }),
  ),
})
export type AuthorityView = z.infer<typeof authorityViewSchema>

/** The platform's answer to a request for its products. `failure`: the network failure. `words`: the platform's message. */
export const productListSchema = z.object({
  kind: z.enum(['listed', 'unreached', 'not-offered', 'refused', 'not-understood']),
  products: z.array(z.object({ productid: z.string(), name: z.string() })),
  failure: z.string().optional(),
  words: z.string().optional(),
})
export type ProductListView = z.infer<typeof productListSchema>

export const filedChangeSchema = z.object({
  id: z.string(),
  name: z.string(),
  is: z.enum(['new', 'changed', 'same']),
  changes: z.array(settingChangeSchema),
  /**
   * True if a token is stored and the file moves the connection to another place (`tokenPlace`), for example by a new address. The stored
   * token does not apply to the new place, so the user must type the token again.
   */
  leavesToken: z.boolean(),
  /** True if proxy credentials are stored and the file changes the proxy. The stored credentials do not apply to the new proxy. */
  leavesProxyLogIn: z.boolean(),
  /** Settings in the file that this Setdesk does not know. */
  unknown: z.array(z.string()),
})
export type FiledChange = z.infer<typeof filedChangeSchema>

/** The policy in a file. `first`: importing the file accepts the operator's key permanently. `same`: the policy is already in force. */
const filedPolicySchema = z.object({
  is: z.enum(['first', 'newer', 'same']),
  fingerprint: z.string(),
  serial: z.int(),
  rules: policySchema,
})

/** The reason why a file was rejected, and the field at fault. A rejected file changes nothing. */
const fileRefusedSchema = z.object({
  ok: z.literal(false),
  problem: z.enum(connectionFileProblems),
  connection: z.string().optional(),
  field: z.string().optional(),
})
export type FileRefused = z.infer<typeof fileRefusedSchema>

export const connectionChannels = {
  'connection.remove': {
    /** `typedName`: the connection's name, typed as a confirmation. Required if the connection has unfinished or refused jobs. */
    request: z.object({ id: connectionId, typedName: z.string().max(200).optional() }),
    response: erasureReportSchema,
  },
  'connection.set-proxy-log-in': {
    request: z.object({ id: connectionId, logIn: proxyLogInSchema.optional() }),
    response: nothing,
  },
  'connection.read-authority': {
    request: z.object({ file: z.base64().max(1_000_000) }),
    response: authorityViewSchema,
  },
  'connection.fetch-products': { request: z.object({ id: connectionId }), response: productListSchema },
  /** Writes the operator's connections to a file. The file gets its own folder in the data folder. */
  'connection.write-file': {
    request: nothing,
    response: z.object({ name: z.string(), folder: z.string(), text: z.string() }),
  },
  'connection.read-file': {
    request: z.object({ text: fileText }),
    response: z.discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        connections: z.array(filedChangeSchema),
        /** Identifies the changes that the user saw. `connection.take-file` refuses the file if the changes are different by then. */
        stamp: z.string(),
        policy: filedPolicySchema.optional(),
      }),
      fileRefusedSchema,
    ]),
  },
  'connection.take-file': {
    /** `fingerprint`: of the operator's key. Required if the file brings the first policy, because the import accepts this key. */
    request: z.object({
      text: fileText,
      stamp: z.string().max(100),
      fingerprint: z.string().max(100).optional(),
    }),
    response: z.object({ added: z.int(), changed: z.int() }),
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
