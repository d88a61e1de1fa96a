import { z } from 'zod'
import { connectionFields } from './connection/connection.ts'
import { signedPolicySchema } from './policy.ts'
import { documentKindSchema } from '../fleet/hub-calls.ts'

const head = {
  version: z.literal(1),
  /** With the kind, what a later document replaces. */
  name: z.string().trim().min(1).max(80),
  /** Grows with every document of the same kind and name. */
  serial: z.int().min(1),
  /** The group of stations it is for; absent: all. */
  group: z.string().trim().min(1).max(80).optional(),
}

/** What a handout prints beside the customer's data. A setting that is left out stays as it is. */
export const handoutContentSchema = z.strictObject({
  /** The addresses of the platforms whose connections get it; absent: all connections. */
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
 * What the operator signs, as JSON. All that says what the document is stands in the signed text: the hub's labels beside it count
 * for nothing. A field that this Setdesk does not know is an error, because it could not be obeyed.
 */
export const documentTextSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('policy'), ...head, content: signedPolicySchema }),
  /** `content`: a connection file, as Setdesk exports it. */
  z.strictObject({ kind: z.literal('connection'), ...head, content: z.looseObject({}) }),
  z.strictObject({ kind: z.literal('handout'), ...head, content: handoutContentSchema }),
])
export type DocumentText = z.infer<typeof documentTextSchema>

/** The most characters of a signed text, as the hub takes it. */
export const largestDocument = 200_000

/** The most characters of a file with a signed text: each may be written as two. */
export const largestDocumentFile = 2 * largestDocument + 2000

/** A signed text. `key`: public key (SPKI, DER); `signature`: Ed25519; both base64. */
export const signedDocumentSchema = z.object({
  text: z.string().max(largestDocument),
  key: z.base64().max(200),
  signature: z.base64().max(200),
})
export type SignedDocument = z.infer<typeof signedDocumentSchema>

/** A file that a supervisor gives to the hub. */
export const documentFileSchema = z.object({
  kind: z.literal('setdesk-document'),
  version: z.literal(1),
  ...signedDocumentSchema.shape,
})

/**
 * Why a document was not taken. These two wait and are tried again. `no-key`: this computer has accepted no operator's key;
 * `no-connection`: no connection here is meant.
 */
const waitingProblems = ['no-key', 'no-connection'] as const
/**
 * `forged`: it was changed after it was signed, or is not what the hub calls it; `other-key`: another key signed it; `other-group`: it is
 * for other stations; `older`: a newer one is in force; `unusable`: this Setdesk cannot obey it; `secret`: it holds a token or password;
 * `not-permitted`: the policy forbids it.
 */
const refusals = ['forged', 'other-key', 'other-group', 'older', 'unusable', 'secret', 'not-permitted'] as const
export type DocumentRefusal = (typeof refusals)[number]

/** A document of this computer. */
export const documentViewSchema = z.object({
  kind: documentKindSchema,
  name: z.string(),
  serial: z.int(),
  /** `waiting`: for a quiet moment, unless `problem` says for what. */
  state: z.enum(['taken', 'refused', 'waiting']),
  problem: z.enum([...waitingProblems, ...refusals]).optional(),
})
export type DocumentView = z.infer<typeof documentViewSchema>
