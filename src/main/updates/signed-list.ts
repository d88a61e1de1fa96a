import { z } from 'zod'
import { updateFileSchema, updateRings, type UpdateRefusal } from '../../shared/domain/update.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { readJson } from '../storage/files.ts'
import { bytesToSign, hasSignatureOf } from '../vault/signed-text.ts'

/** The product that a list must name. */
export const productName = 'setdesk'

const versionPattern = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/

/** What the publisher signs: a version, and which computers get it. Ignores unknown fields, so that later lists can be read. */
export const updateListSchema = z.object({
  product: z.string().max(40),
  channel: z.string().max(40),
  /** The number of the list, which is higher than in every earlier list. */
  serial: z.int().min(1),
  version: z.string().regex(versionPattern),
  /** After this time the list no longer counts. So an attacker who holds back newer lists gains little time. */
  expires: z.iso.datetime(),
  /** The last ring that gets the version. All computers of the earlier rings get it. */
  ring: z.enum(updateRings),
  /** How many of 100 computers in the last ring get the version. */
  percentage: z.int().min(0).max(100),
  /** What is new, in a few plain sentences. */
  notes: z.string().max(2000),
  files: z.array(updateFileSchema).min(1).max(30),
})
export type UpdateList = z.infer<typeof updateListSchema>

/** The list on the server. `text` is signed exactly as it stands. Each `key` is a public key (SPKI, DER, base64). */
export const signedListSchema = z.object({
  kind: z.literal('setdesk-updates'),
  text: z.string().max(100_000),
  signatures: z
    .array(z.object({ key: z.base64().max(200), signature: z.base64().max(200) }))
    .max(5)
    .optional(),
})

interface Expected {
  /** The public keys that this Setdesk was built with. */
  readonly keys: readonly string[]
  readonly channel: string
  /** The highest serial of the lists that this computer has accepted. */
  readonly serial: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Reads a list. Nothing of the list is used before a signature by one of the known keys is verified. */
export function readSignedList(
  body: string,
  { keys, channel, serial, now }: Expected,
): Result<UpdateList, UpdateRefusal> {
  const signed = readJson(body, signedListSchema)
  if (signed === undefined) return fail('unreadable')
  const { text, signatures = [] } = signed
  if (signatures.length === 0) return fail('unsigned')
  const known = signatures.filter(({ key }) => keys.includes(key))
  if (known.length === 0) return fail('wrong-key')
  const bytes = bytesToSign('updates', text)
  if (
    !known.some(({ key, signature }) =>
      hasSignatureOf(Buffer.from(key, 'base64'), bytes, Buffer.from(signature, 'base64')),
    )
  )
    return fail('edited')
  const list = readJson(text, updateListSchema)
  if (list === undefined) return fail('unreadable')
  if (list.product !== productName) return fail('other-product')
  if (list.channel !== channel) return fail('other-channel')
  if (isExpired(list, now)) return fail('expired')
  return list.serial < serial ? fail('older-list') : succeed(list)
}

/** Whether a list has expired and no longer counts. `now`: milliseconds since 1970. */
export const isExpired = ({ expires }: Pick<UpdateList, 'expires'>, now: number): boolean => Date.parse(expires) <= now
