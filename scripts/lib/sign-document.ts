import type { KeyObject } from 'node:crypto'
import { readConnectionFile } from '../../src/shared/domain/connection/connection-file.ts'
import { documentTextSchema, largestDocument } from '../../src/shared/domain/fleet-document.ts'
import { signPolicy } from './sign-policy.ts'
import { signText } from './sign-text.ts'

export interface DocumentWish {
  readonly kind: string
  readonly name: string
  /** May be undefined for a policy, because the policy's text has its own serial number. */
  readonly serial: number | undefined
  readonly group: string | undefined
  /** A picture for a handout, PNG. */
  readonly logo?: Uint8Array | undefined
}

/** Signs the content of a file as a document of the fleet. Throws if Setdesk would not accept the document. */
export function signDocument(content: string, { kind, name, serial, group, logo }: DocumentWish, key: KeyObject) {
  const parsed: unknown = JSON.parse(content)
  if (logo !== undefined && kind !== 'handout') throw new Error('--logo is for a handout')
  const made = contentOf(kind, content, parsed, key, logo)
  const given = serial ?? made.serial
  if (made.serial !== undefined && given !== made.serial)
    throw new Error(`The policy has the serial ${made.serial}: leave --serial out`)
  const written = {
    kind,
    version: 1,
    name,
    serial: given,
    ...(group !== undefined && { group }),
    content: made.content,
  }
  const checked = documentTextSchema.safeParse(written)
  if (!checked.success)
    throw new Error(checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const text = JSON.stringify(checked.data)
  if (text.length > largestDocument) throw new Error(`The document has more than ${largestDocument} characters`)
  const { fingerprint, ...signed } = signText('document', text, key)
  const file = { kind: 'setdesk-document', version: 1, text, ...signed }
  return { file: `${JSON.stringify(file, undefined, 2)}\n`, fingerprint, serial: checked.data.serial }
}

function contentOf(kind: string, text: string, parsed: unknown, key: KeyObject, logo: Uint8Array | undefined) {
  if (kind === 'policy') {
    const { fingerprint: _, ...policy } = signPolicy(text, key)
    return { content: policy, serial: (parsed as { readonly serial: number }).serial }
  }
  if (kind === 'connection') {
    const reading = readConnectionFile(text)
    if (!reading.ok) throw new Error(`Setdesk does not accept this connection file: ${reading.problem}`)
    // The connection file may also contain a policy. In a fleet, the policy is a separate document.
    const { policy: _, ...content } = parsed as { readonly policy?: unknown }
    return { content, serial: undefined }
  }
  const picture = logo && { handoutLogo: `data:image/png;base64,${Buffer.from(logo).toString('base64')}` }
  return { content: { ...(parsed as object), ...picture }, serial: undefined }
}
