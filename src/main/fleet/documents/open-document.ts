import { documentTextSchema, type DocumentText, type SignedDocument } from '../../../shared/domain/fleet-document.ts'
import { readJson } from '../../storage/files.ts'
import { bytesToSign, hasSignatureOf, keyFingerprint } from '../../vault/signed-text.ts'

/** A document whose signature is right. `fingerprint`: of the key that signed it, SHA-256 in pairs of hexadecimal digits. */
export interface OpenedDocument {
  readonly text: DocumentText
  readonly fingerprint: string
}

/** Whose key it is, is for the caller to judge. */
export function openDocument({ text, key, signature }: SignedDocument): OpenedDocument | 'forged' | 'unusable' {
  const publicKey = Buffer.from(key, 'base64')
  if (!hasSignatureOf(publicKey, bytesToSign('document', text), Buffer.from(signature, 'base64'))) return 'forged'
  const read = readJson(text, documentTextSchema)
  return read === undefined ? 'unusable' : { text: read, fingerprint: keyFingerprint(publicKey) }
}
