import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { policyFieldNames, policyFields, policyTextSchema, type SignedPolicy } from '../../src/shared/domain/policy.ts'
import { bytesOfPolicy, keyFingerprint } from '../../src/main/vault/stored-policy.ts'

/** A new key of an operator (PKCS #8, PEM). */
export const makeOperatorKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

/** Signs the text of a policy as it stands. Throws if Setdesk would not take it: `field: reason`, or no JSON. */
export function signPolicy(text: string, key: KeyObject): SignedPolicy & { readonly fingerprint: string } {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key')
  const checked = policyTextSchema.safeParse(JSON.parse(text))
  if (!checked.success)
    throw new Error(checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    text,
    key: publicKey.toString('base64'),
    signature: sign(undefined, bytesOfPolicy(text), key).toString('base64'),
    fingerprint: keyFingerprint(publicKey),
  }
}

const [begin, end] = ['<!-- fields -->', '<!-- end of fields -->']

const sayValue = (value: unknown): string => `\`${JSON.stringify(value)}\``

/** The page about the policy, with its table of fields written anew from their declaration. */
export function writePolicyFields(page: string): string {
  const rows = policyFieldNames.map((name) => {
    const { meaning, open, strict } = policyFields[name]
    return `| \`${name}\` | ${meaning} | ${sayValue(open)} | ${sayValue(strict)} |`
  })
  const table = ['| field | meaning | if left out | strictest |', '| --- | --- | --- | --- |', ...rows].join('\n')
  const [before, rest] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))]
  return `${before}${begin}\n\n${table}\n\n${rest}`
}
