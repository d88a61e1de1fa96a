import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  type Update,
  updateFileSchema,
  type UpdateRefusal,
  type UpdateRing,
  updateRings,
} from '../../shared/domain/update.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import { readJson } from '../storage/files.ts'
import { bytesToSign, hasSignatureOf } from '../vault/signed-text.ts'

export const productName = 'setdesk'

const versionPattern = /^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){2}$/

/** The names of channels that an installed Setdesk can be built with. */
export const channelPattern = /^[a-z]{1,20}$/

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

export const isExpired = ({ expires }: Pick<UpdateList, 'expires'>, now: number): boolean => Date.parse(expires) <= now

/** What the list of versions means for this computer. `later`: the rollout of the version has not reached this computer yet. */
type Offer =
  | { readonly is: 'current' }
  | { readonly is: 'later'; readonly version: string }
  | { readonly is: 'refused'; readonly refusal: UpdateRefusal; readonly version: string }
  | { readonly is: 'update'; readonly update: Update }

interface Computer {
  readonly version: string
  /** The names of the systems whose program files run on this computer, best first. */
  readonly systems: readonly string[]
  readonly ring: UpdateRing
  /** A random id. Undefined until the first work is saved. A computer without an id gets a version last in its ring. */
  readonly installation: string | undefined
  readonly failed?: { readonly version: string; readonly refusal: UpdateRefusal } | undefined
}

/** Decides whether a trusted list offers this computer a version now. */
export function decideOffer(
  { version, notes, expires, files, ring, percentage }: UpdateList,
  computer: Computer,
): Offer {
  const order = compareVersions(version, computer.version)
  if (order === 0) return { is: 'current' }
  if (order < 0) return { is: 'refused', refusal: 'older-version', version }
  if (computer.failed?.version === version) return { is: 'refused', refusal: computer.failed.refusal, version }
  // A computer on which a version failed may be unable to work, so it gets the next version first.
  const share = computer.failed === undefined ? rolloutPlace(computer.installation, version) : 0
  const [last, own] = [updateRings.indexOf(ring), updateRings.indexOf(computer.ring)]
  if (own > last || (own === last && share >= percentage)) return { is: 'later', version }
  const file = computer.systems.map((system) => files.find((one) => one.system === system)).find(Boolean)
  if (file === undefined) return { is: 'refused', refusal: 'no-file', version }
  return { is: 'update', update: { version, notes, expires, file } }
}

/** Negative if `one` is older than `other`. Compares only the three numbers. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)]
  return left.map((number, index) => number - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

const numbersOf = (version: string): readonly number[] => {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? ['', '0', '0', '0']
  return numbers.map(Number)
}

/**
 * The place of a computer in the rollout of a version, from 0 to 99. The computer gets the version once the list's percentage is higher
 * than its place. The place depends on the version, so that the first computers are not always the same.
 */
export function rolloutPlace(installation: string | undefined, version: string): number {
  if (installation === undefined || installation === '') return 99
  return createHash('sha256').update(`${installation} ${version}`).digest().readUInt32BE(0) % 100
}
