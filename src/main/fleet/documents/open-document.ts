import { documentTextSchema, type DocumentText, type SignedDocument } from '../../../shared/domain/fleet-document.ts'
import { readJson } from '../../storage/files.ts'
import { bytesToSign, hasSignatureOf, keyFingerprint } from '../../vault/signed-text.ts'

/** A document with a valid signature. `fingerprint`: SHA-256 of the key that signed it, in pairs of hexadecimal digits. */
export interface OpenedDocument {
  readonly text: DocumentText
  readonly fingerprint: string
}

/** Checks the signature and reads the text. The caller must decide whether the key is accepted. */
export function openDocument({ text, key, signature }: SignedDocument): OpenedDocument | 'forged' | 'unusable' {
  const publicKey = Buffer.from(key, 'base64')
  if (!hasSignatureOf(publicKey, bytesToSign('document', text), Buffer.from(signature, 'base64'))) return 'forged'
  const read = readJson(text, documentTextSchema)
  return read === undefined ? 'unusable' : { text: read, fingerprint: keyFingerprint(publicKey) }
}
