import { z } from 'zod'
import { connectionFields } from './connection/connection.ts'
import { signedPolicySchema } from './policy.ts'
import { documentKindSchema } from '../fleet/hub-calls.ts'

const head = {
  version: z.literal(1),
  /** `kind` and `name` together say which earlier document this document replaces. */
  name: z.string().trim().min(1).max(80),
  /** The serial must be higher than in every earlier document of the same kind and name. */
  serial: z.int().min(1),
  /** The group of stations that gets the document. If absent, all stations get it. */
  group: z.string().trim().min(1).max(80).optional(),
}

/** What a handout prints beside the customer's data. A missing setting stays unchanged. */
export const handoutContentSchema = z.strictObject({
  /** The addresses of the platforms whose connections get this content. If absent, all connections get it. */
  addresses: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .max(50)
    .optional(),
  handoutLogo: connectionFields.handoutLogo.schema.unwrap().optional(),
  handoutSteps: connectionFields.handoutSteps.schema.unwrap().optional(),
  supportNumber: connectionFields.supportNumber.schema.unwrap().optional(),
})

/**
 * The text that the operator signs, as JSON. Only this text says what the document is; the hub's labels are not trusted. A field that this
 * Setdesk does not know is an error, because Setdesk could not obey it.
 */
export const documentTextSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('policy'), ...head, content: signedPolicySchema }),
  /** `content`: an exported connection file. */
  z.strictObject({ kind: z.literal('connection'), ...head, content: z.looseObject({}) }),
  z.strictObject({ kind: z.literal('handout'), ...head, content: handoutContentSchema }),
])
export type DocumentText = z.infer<typeof documentTextSchema>

/** The hub's limit for the characters of a signed text. */
export const largestDocument = 200_000

/** The most characters of a file with a signed text. JSON may write each character as two. */
export const largestDocumentFile = 2 * largestDocument + 2000

/** A signed text. `key`: public key (SPKI, DER); `signature`: Ed25519; both base64. */
export const signedDocumentSchema = z.object({
  text: z.string().max(largestDocument),
  key: z.base64().max(200),
  signature: z.base64().max(200),
})
export type SignedDocument = z.infer<typeof signedDocumentSchema>

export const documentFileSchema = z.object({
  kind: z.literal('setdesk-document'),
  version: z.literal(1),
  ...signedDocumentSchema.shape,
})

/**
 * Reasons why a document must wait. Setdesk tries the document again later. `no-key`: this computer has not accepted an operator's key.
 * `no-connection`: no connection on this computer matches the document.
 */
const waitingProblems = ['no-key', 'no-connection'] as const
/**
 * Why a document was refused. `forged`: the text was changed after signing, or the hub's labels differ from the text. `other-key`: another
 * key signed the document. `other-group`: the document is for other stations. `older`: a newer document is in force. `unusable`: this
 * Setdesk cannot obey the document. `secret`: the document holds a token or password. `not-permitted`: the policy forbids the document.
 */
const refusals = ['forged', 'other-key', 'other-group', 'older', 'unusable', 'secret', 'not-permitted'] as const
export type DocumentRefusal = (typeof refusals)[number]

export const documentViewSchema = z.object({
  kind: documentKindSchema,
  name: z.string(),
  serial: z.int(),
  /** `waiting`: the document waits for a quiet moment, or for what `problem` says. */
  state: z.enum(['taken', 'refused', 'waiting']),
  problem: z.enum([...waitingProblems, ...refusals]).optional(),
})
export type DocumentView = z.infer<typeof documentViewSchema>
