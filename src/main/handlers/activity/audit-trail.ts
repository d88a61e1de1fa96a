import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '../../storage/files.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { keyFingerprintOf, isSignedBy } from '../../maintenance/senders.ts'

/** The first line of the file. Times are UTC. */
const headSchema = z.object({
  kind: z.literal('setdesk-audit-trail'),
  version: z.literal(1),
  installation: z.string(),
  connection: z.string(),
  madeAt: z.string(),
  /** What the check of all records found just before: jobs that were changed or removed outside Setdesk. */
  changed: z.int(),
  removed: z.int(),
  /** Ed25519, base64url. Who reads the file compares its fingerprint with the one that Settings of that computer shows. */
  key: z.string(),
})
type Head = z.infer<typeof headSchema>

/** The last line: how many events there are, the hash of the last one, and the signature over both. */
const endSchema = z.object({ events: z.int(), hash: z.string(), signature: z.string() })

/** What is known of a file. `line`: the first line that is wrong, from 1. */
export type CheckedTrail =
  | { readonly ok: true; readonly head: Head; readonly fingerprint: string; readonly events: number }
  | { readonly ok: false; readonly line: number; readonly problem: string }

/** Each line is hashed with the hash of the line before, so the last hash stands for all of them in their order. */
const chain = (before: string, line: string): string => createHash('sha256').update(`${before}\n${line}`).digest('hex')
const toBeSigned = (events: number, hash: string): Uint8Array => Buffer.from(`setdesk audit trail ${events} ${hash}`)

/** Writes events, oldest first, one JSON object a line. The data key signs the file; who checks it needs no key. */
export function writeAuditTrail(
  sealing: Pick<Sealing, 'sign' | 'publicKey'>,
  head: Omit<Head, 'kind' | 'version' | 'key'>,
  events: readonly Readonly<Record<string, string | number>>[],
): string {
  const whole: Head = { kind: 'setdesk-audit-trail', version: 1, ...head, key: sealing.publicKey() }
  const lines = [whole, ...events].map((one) => JSON.stringify(one))
  const hash = lines.reduce(chain, '')
  const end = { events: events.length, hash, signature: sealing.sign(toBeSigned(events.length, hash)) }
  return [...lines, JSON.stringify(end), ''].join('\n')
}

/** Checks such a file on any computer. */
export function checkAuditTrail(text: string): CheckedTrail {
  const lines = text.replace(/\n$/, '').split('\n')
  const head = readJson(lines[0], headSchema)
  if (head === undefined) return { ok: false, line: 1, problem: 'This is not the first line of an audit trail.' }
  const end = readJson(lines.at(-1), endSchema)
  const last = lines.length
  if (end === undefined) return { ok: false, line: last, problem: 'The last line is missing: the file was cut.' }
  const events = lines.length - 2
  if (end.events !== events)
    return { ok: false, line: last, problem: `The file has ${events} events, and ${end.events} were signed.` }
  if (lines.slice(0, -1).reduce(chain, '') !== end.hash)
    return { ok: false, line: last, problem: 'The hash does not fit: a line was changed, or lines changed places.' }
  if (!isSignedBy(head.key, toBeSigned(end.events, end.hash), end.signature))
    return {
      ok: false,
      line: last,
      problem: 'The signature does not fit: the key in the first line did not sign this.',
    }
  return { ok: true, head, fingerprint: keyFingerprintOf(head.key), events }
}
