import { z } from 'zod'
import { connectionId } from '../domain/connection/connection.ts'
import { connectionFileProblems, largestConnectionFile } from '../domain/connection/connection-file.ts'
import { proxyLogInSchema } from '../domain/connection/proxy.ts'
import { settingChangeSchema } from '../domain/connection/setting-changes.ts'

const nothing = z.object({})
const fileText = z.string().max(largestConnectionFile)

/** Certificates as a person is shown them; `pem` is what a connection keeps. */
export const authorityViewSchema = z.object({
  pem: z.string(),
  certificates: z.array(
    z.object({
      subject: z.string(),
      /** Milliseconds since 1970. */
      until: z.number(),
      /** Of the whole certificate, SHA-256, in pairs. */
      fingerprint: z.string(),
    }),
  ),
})
export type AuthorityView = z.infer<typeof authorityViewSchema>

/** What the platform said of its products. `failure` is a network failure, `words` are the platform's own. */
export const productListSchema = z.object({
  kind: z.enum(['listed', 'unreached', 'not-offered', 'refused', 'not-understood']),
  products: z.array(z.object({ productid: z.string(), name: z.string() })),
  failure: z.string().optional(),
  words: z.string().optional(),
})
export type ProductListView = z.infer<typeof productListSchema>

/** What taking a file would do to one connection. */
export const filedChangeSchema = z.object({
  id: z.string(),
  name: z.string(),
  is: z.enum(['new', 'changed', 'same']),
  changes: z.array(settingChangeSchema),
  /** It would lead elsewhere: the token that is kept does not go along, and must be entered anew. */
  leavesToken: z.boolean(),
  /** It would go through another proxy, and the log-in that is kept is not for that one. */
  leavesProxyLogIn: z.boolean(),
  /** Settings in the file that this Setdesk does not know. */
  unknown: z.array(z.string()),
})
export type FiledChange = z.infer<typeof filedChangeSchema>

/** A file that is not taken: why, and where; nothing was changed. */
const fileRefusedSchema = z.object({
  ok: z.literal(false),
  problem: z.enum(connectionFileProblems),
  connection: z.string().optional(),
  field: z.string().optional(),
})
export type FileRefused = z.infer<typeof fileRefusedSchema>

/** What is settled around a connection beside its own settings. */
export const connectionChannels = {
  /** Only without work that is not over. */
  'connection.remove': { request: z.object({ id: connectionId }), response: nothing },
  /** Without a log-in, the kept one is forgotten. */
  'connection.set-proxy-log-in': {
    request: z.object({ id: connectionId, logIn: proxyLogInSchema.optional() }),
    response: nothing,
  },
  'connection.read-authority': {
    request: z.object({ file: z.base64().max(1_000_000) }),
    response: authorityViewSchema,
  },
  'connection.fetch-products': { request: z.object({ id: connectionId }), response: productListSchema },
  /** Writes it into a folder of its own beside the saved work. */
  'connection.write-file': {
    request: nothing,
    response: z.object({ name: z.string(), folder: z.string(), text: z.string() }),
  },
  /** Looks at a file and changes nothing. */
  'connection.read-file': {
    request: z.object({ text: fileText }),
    response: z.discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        connections: z.array(filedChangeSchema),
        /** Of exactly these changes. */
        stamp: z.string(),
      }),
      fileRefusedSchema,
    ]),
  },
  /** Makes the changes that were shown, and no others. */
  'connection.take-file': {
    request: z.object({ text: fileText, stamp: z.string().max(100) }),
    response: z.object({ added: z.int(), changed: z.int() }),
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
