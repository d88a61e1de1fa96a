import { readFact, setFact } from '../storage/database.ts'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import {
  completePolicy,
  policyTextSchema,
  signedPolicySchema,
  type Policy,
  type SignedPolicy,
} from '../../shared/domain/policy.ts'
import { readJson } from '../storage/files.ts'
import { openColumnAs, type Sealing } from './sealing.ts'
import { bytesToSign, hasSignatureOf, keyFingerprint } from './signed-text.ts'

/** A policy with a valid signature. `fingerprint`: SHA-256 of the public key, in pairs of hexadecimal digits. */
export interface ReadPolicy {
  readonly signed: SignedPolicy
  readonly fingerprint: string
  readonly serial: number
  readonly rules: Policy
}

const factName = 'policy'
const identity = 'policy'

/** `forged`: the key did not sign this text. */
export function readSignedPolicy(signed: SignedPolicy): ReadPolicy | 'forged' | 'unusable' {
  const key = Buffer.from(signed.key, 'base64')
  const signature = Buffer.from(signed.signature, 'base64')
  if (!hasSignatureOf(key, bytesToSign('policy', signed.text), signature)) return 'forged'
  const text = readJson(signed.text, policyTextSchema)
  if (text === undefined) return 'unusable'
  return { signed, fingerprint: keyFingerprint(key), serial: text.serial, rules: completePolicy(text) }
}

/** The policy in a ledger; undefined if there is none. `unreadable`: the policy does not open with these keys, or is not signed validly. */
export function readStoredPolicy(
  database: DatabaseSync,
  sealings: readonly Sealing[],
): ReadPolicy | 'unreadable' | undefined {
  const stored = readFact(database, factName)
  if (stored === undefined) return undefined
  const sealed = Buffer.from(stored, 'base64')
  const opened = sealings.map((one) => openColumnAs(one, identity, sealed, signedPolicySchema)).find(Boolean)
  const policy = opened && readSignedPolicy(opened)
  return typeof policy === 'object' ? policy : 'unreadable'
}

export const writeStoredPolicy = (database: DatabaseSync, sealing: Sealing, signed: SignedPolicy): void =>
  setFact(database, factName, Buffer.from(sealing.seal(identity, JSON.stringify(signed))).toString('base64'))

/** Seals the policy of a ledger again. A policy that does not open stays unchanged. */
export function resealPolicy(database: DatabaseSync, from: Sealing, to: Sealing): void {
  const policy = readStoredPolicy(database, [from])
  if (typeof policy === 'object') writeStoredPolicy(database, to, policy.signed)
}

/** The sealed policy, and the sealed tokens, which open only under this policy. */
export interface KeptPolicy {
  readonly sealed: string
  readonly tokens: readonly Readonly<Record<string, SQLOutputValue>>[]
}

/** Reads the policy and the tokens, so that they can be put into a backup that replaces the ledger. Undefined if there is no policy. */
export function keepPolicy(database: DatabaseSync): KeptPolicy | undefined {
  const sealed = readFact(database, factName)
  return sealed === undefined ? undefined : { sealed, tokens: database.prepare('SELECT * FROM token').all() }
}

export function putPolicy(database: DatabaseSync, { sealed, tokens }: KeptPolicy): void {
  setFact(database, factName, sealed)
  database.exec('DELETE FROM token')
  const put = database.prepare('INSERT INTO token (connection_id, sealed) VALUES (?, ?)')
  for (const { connection_id: id, sealed: token } of tokens) put.run(id ?? null, token ?? null)
}
