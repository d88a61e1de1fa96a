import { createPrivateKey, createPublicKey } from 'node:crypto'
import { signDocument, type DocumentWish } from '../../scripts/lib/sign-document.ts'
import { signPolicy } from '../../scripts/lib/sign-policy.ts'
import { makeSigningKey } from '../../scripts/lib/sign-text.ts'
import { keyFingerprint } from '../../src/main/vault/signed-text.ts'
import type { Policy } from '../../src/shared/domain/policy.ts'
import type { TestApp } from './test-app.ts'

/** An operator with a key, who writes files for laptops. */
export function createOperator() {
  const key = createPrivateKey(makeSigningKey())
  return {
    sign: (serial: number, rules: Partial<Policy>) => signPolicy(JSON.stringify({ serial, ...rules }), key),
    /** A connection file with a policy; `connections`: as they stand in such a file. */
    write: (serial: number, rules: Partial<Policy>, connections: readonly object[] = []): string => {
      const { fingerprint: _, ...policy } = signPolicy(JSON.stringify({ serial, ...rules }), key)
      return writeFile(policy, connections)
    },
    /** A file with a document of the fleet. */
    document: (content: object, wish: Partial<DocumentWish> & { readonly kind: string }): string =>
      signDocument(JSON.stringify(content), { name: 'main', serial: undefined, group: undefined, ...wish }, key).file,
    fingerprint: keyFingerprint(createPublicKey(key).export({ format: 'der', type: 'spki' })),
  }
}

/** A connection file around any policy. */
export const writeFile = (policy: unknown, connections: readonly object[] = []): string =>
  JSON.stringify({ kind: 'setdesk-connections', version: 1, connections, policy })

/** Takes a file as the screen does: shows it first, and accepts the operator's key if it is new. */
export async function takeFile(app: TestApp, text: string): Promise<void> {
  const seen = await app.call('connection.read-file', { text })
  if (!seen.ok) throw new Error(`refused: ${JSON.stringify(seen)}`)
  const { stamp, policy } = seen
  await app.call('connection.take-file', { text, stamp, ...(policy && { fingerprint: policy.fingerprint }) })
}
