import { createHash, createPublicKey, verify } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import {
  completePolicy,
  policyTextSchema,
  signedPolicySchema,
  type Policy,
  type SignedPolicy,
} from '../../shared/domain/policy.ts'
import { readJson } from '../storage/files.ts'
import { openColumnAs } from './sealed-column.ts'
import type { Sealing } from './sealing.ts'

/** A policy whose signature is right. `fingerprint`: SHA-256 of the public key, in pairs of hexadecimal digits. */
export interface ReadPolicy {
  readonly signed: SignedPolicy
  readonly fingerprint: string
  readonly serial: number
  readonly rules: Policy
}

const factName = 'policy'
const identity = 'policy'

/** What is signed. The first line keeps a signature for something else from counting as one for a policy. */
export const bytesOfPolicy = (text: string): Buffer => Buffer.from(`setdesk policy\n${text}`)

/** SHA-256 of a public key (SPKI, DER), in pairs of hexadecimal digits. */
export const keyFingerprint = (key: Uint8Array): string =>
  createHash('sha256').update(key).digest('hex').toUpperCase().match(/../g)?.join(':') ?? ''

/** Checks the signature and reads the text. `forged`: the signature is not that of the key over this text. */
export function readSignedPolicy(signed: SignedPolicy): ReadPolicy | 'forged' | 'unusable' {
  const key = Buffer.from(signed.key, 'base64')
  if (!isSigned(signed, key)) return 'forged'
  const text = readJson(signed.text, policyTextSchema)
  if (text === undefined) return 'unusable'
  return { signed, fingerprint: keyFingerprint(key), serial: text.serial, rules: completePolicy(text) }
}

function isSigned({ text, signature }: SignedPolicy, der: Buffer): boolean {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    // Only one spelling of a key counts, because its fingerprint is taken from the bytes.
    const isPlain = key.export({ format: 'der', type: 'spki' }).equals(der)
    return (
      key.asymmetricKeyType === 'ed25519' &&
      isPlain &&
      verify(undefined, bytesOfPolicy(text), key, Buffer.from(signature, 'base64'))
    )
  } catch {
    return false
  }
}

/** The policy in a ledger. `unreadable`: it does not open with these keys, or its signature is not right. */
export function readStoredPolicy(
  database: DatabaseSync,
  sealings: readonly Sealing[],
): ReadPolicy | 'unreadable' | undefined {
  const stored = sealedPolicy(database)
  if (stored === undefined) return undefined
  const sealed = Buffer.from(stored, 'base64')
  const opened = sealings.map((one) => openColumnAs(one, identity, sealed, signedPolicySchema)).find(Boolean)
  const policy = opened && readSignedPolicy(opened)
  return typeof policy === 'object' ? policy : 'unreadable'
}

export const writeStoredPolicy = (database: DatabaseSync, sealing: Sealing, signed: SignedPolicy): void =>
  putSealedPolicy(database, Buffer.from(sealing.seal(identity, JSON.stringify(signed))).toString('base64'))

/** Seals the policy of a ledger anew. One that does not open stays as it is. */
export function resealPolicy(database: DatabaseSync, from: Sealing, to: Sealing): void {
  const policy = readStoredPolicy(database, [from])
  if (typeof policy === 'object') writeStoredPolicy(database, to, policy.signed)
}

/** The sealed policy, and the sealed tokens, which open only under it. */
export interface KeptPolicy {
  readonly sealed: string
  readonly tokens: readonly Readonly<Record<string, SQLOutputValue>>[]
}

/** What a backup that takes the ledger's place must not lack; undefined if there is no policy. */
export function keepPolicy(database: DatabaseSync): KeptPolicy | undefined {
  const sealed = sealedPolicy(database)
  return sealed === undefined ? undefined : { sealed, tokens: database.prepare('SELECT * FROM token').all() }
}

export function putPolicy(database: DatabaseSync, { sealed, tokens }: KeptPolicy): void {
  putSealedPolicy(database, sealed)
  database.exec('DELETE FROM token')
  const put = database.prepare('INSERT INTO token (connection_id, sealed) VALUES (?, ?)')
  for (const { connection_id: id, sealed: token } of tokens) put.run(id ?? null, token ?? null)
}

const sealedPolicy = (database: DatabaseSync): string | undefined =>
  database.prepare('SELECT value FROM fact WHERE name = ?').get(factName)?.['value']?.toString()

const putSealedPolicy = (database: DatabaseSync, sealed: string): void =>
  void database
    .prepare('INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(factName, sealed)
