import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isSignedBy, keyFingerprintOf } from '../../maintenance/transfer-file.ts'
import { readJson } from '../../storage/files.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { beginningOfChain, hashOfLine } from './audit-lines.ts'
import type { HubAnswer } from '../../../shared/fleet/hub-calls.ts'
import { fail, type Result, succeed } from '../../../shared/result.ts'
import type { Membership } from '../../vault/fleet-membership.ts'
import type { HubClient, HubFailure } from '../hub-client.ts'
import { longestOpened, openSealed, sealedAbout } from '../fleet-keys.ts'

export const fleetTrailKind = 'setdesk-fleet-audit'

/** The first line of a fleet audit file. Times are UTC. */
const headSchema = z.object({
  kind: z.literal(fleetTrailKind),
  version: z.literal(1),
  station: z.string(),
  name: z.string(),
  /** The computer that made the file. */
  installation: z.string(),
  madeAt: z.string(),
  /** The trouble with the chain. Either this computer found the trouble in the chain, or the hub's board reports it. */
  trouble: z.enum(['forked', 'gap']).optional(),
  /**
   * The public Ed25519 key of the computer that made the file, base64url. A reader of the file compares the key's fingerprint with the
   * fingerprint in that computer's Settings.
   */
  key: z.string(),
})
type Head = z.infer<typeof headSchema>

/** A line of the chain, as the hub has it. `event` is absent if no member of this fleet sealed the line for this position. */
const entrySchema = z.object({
  sequence: z.int().min(1),
  receivedAt: z.string(),
  previous: z.string().regex(/^[0-9a-f]{64}$/),
  hash: z.string(),
  sealed: z.string(),
  event: z.record(z.string(), z.unknown()).optional(),
})
/** `gap`: lines that the hub does not have. `fork`: a line that contradicts the chain, stored by the hub as evidence. */
const bodySchema = z.union([
  entrySchema,
  z.object({ gap: z.object({ from: z.int().min(1), to: z.int().min(1) }) }),
  z.object({ fork: entrySchema }),
])
export type TrailEntry = z.infer<typeof entrySchema>
export type TrailLine = z.infer<typeof bodySchema>

/** The last line of a fleet audit file: the number of chain lines, the hash of the line before, and the signature over both. */
const endSchema = z.object({ entries: z.int(), hash: z.string(), signature: z.string() })

interface Counts {
  readonly entries: number
  readonly missing: number
  readonly forks: number
  readonly unreadable: number
}

/** The result of `checkFleetTrail`. `line`: the number of the line of the file at which the check failed, from 1. */
export type CheckedFleetTrail =
  | ({ readonly ok: true; readonly head: Head; readonly fingerprint: string } & Counts)
  | { readonly ok: false; readonly line: number; readonly problem: string }

const toBeSigned = (entries: number, hash: string): Uint8Array => Buffer.from(`setdesk fleet audit ${entries} ${hash}`)

/** The link of a line: a hash of the line and of all lines before it. The first link that does not fit shows where the file was changed. */
const linkOf = (before: string, text: string): string => createHash('sha256').update(`${before}\n${text}`).digest('hex')
const linkPattern = /,"link":"([0-9a-f]{64})"\}$/

/**
 * Writes the chain of a station as one JSON object per line, and signs the file with this computer's data key. A reader who checks the file
 * needs only the public key in the first line.
 */
export function writeFleetTrail(
  sealing: Pick<Sealing, 'sign' | 'publicKey'>,
  head: Omit<Head, 'kind' | 'version' | 'key'>,
  { lines, entries }: Pick<ReadChain, 'lines' | 'entries'>,
): string {
  const whole: Head = { kind: fleetTrailKind, version: 1, ...head, key: sealing.publicKey() }
  let link = ''
  const written = [JSON.stringify(whole), ...lines].map((text) => {
    link = linkOf(link, text)
    return `${text.slice(0, -1)},"link":"${link}"}`
  })
  const end = { entries, hash: link, signature: sealing.sign(toBeSigned(entries, link)) }
  return [...written, JSON.stringify(end), ''].join('\n')
}

export const isFleetTrail = (text: string): boolean => text.startsWith(`{"kind":"${fleetTrailKind}"`)

/** Checks an audit file of a fleet: every line, the order and hashes of the chain, and the signature. Works on any computer. */
export function checkFleetTrail(text: string): CheckedFleetTrail {
  const lines = text.replace(/\n$/, '').split('\n')
  const chain = createChainCheck()
  let link = ''
  let head: Head | undefined
  for (const [index, line] of lines.slice(0, -1).entries()) {
    const wrong = (problem: string): CheckedFleetTrail => ({ ok: false, line: index + 1, problem })
    const own = linkPattern.exec(line)
    if (own === null) return wrong('This line does not belong in such a file.')
    const plain = `${line.slice(0, own.index)}}`
    link = linkOf(link, plain)
    if (link !== own[1]) return wrong('This line was changed, or one before it was removed, added or moved.')
    if (index === 0) {
      head = readJson(plain, headSchema)
      if (head === undefined) return wrong('This is not the first line of an audit of a fleet.')
      continue
    }
    const body = readJson(plain, bodySchema)
    const problem = body === undefined ? 'This line does not belong in such a file.' : chain.check(body)
    if (problem !== undefined) return wrong(problem)
  }
  const last = lines.length
  const end = readJson(lines.at(-1), endSchema)
  if (head === undefined || end === undefined)
    return { ok: false, line: last, problem: 'The last line is missing: the file was cut.' }
  const counts = chain.counts()
  if (end.entries !== counts.entries || end.hash !== link)
    return { ok: false, line: last, problem: `Lines are missing: ${end.entries} of the chain were signed.` }
  // Some bits of a signature's last character are unused, so the same signature could be written in several ways. Only one way is accepted.
  const isPlain = Buffer.from(end.signature, 'base64url').toString('base64url') === end.signature
  if (!isPlain || !isSignedBy(head.key, toBeSigned(end.entries, end.hash), end.signature))
    return {
      ok: false,
      line: last,
      problem: 'The signature does not fit: the key in the first line did not sign this.',
    }
  return { ok: true, head, fingerprint: keyFingerprintOf(head.key), ...counts }
}

/** Checks a chain line by line, in order. `check` returns the problem of a line, or undefined if the line is right. */
export function createChainCheck() {
  let next = 1
  /** The hash of the previous line. Undefined after a gap. */
  let previous: string | undefined = beginningOfChain
  let [entries, missing, forks, unreadable] = [0, 0, 0, 0]
  return {
    check(line: TrailLine): string | undefined {
      if ('gap' in line) {
        const { from, to } = line.gap
        if (from !== next || to < from) return `The gap does not begin at line ${next} of the chain.`
        missing += to - from + 1
        next = to + 1
        previous = undefined
        return undefined
      }
      if ('fork' in line) {
        forks += 1
        return fits(line.fork) ? undefined : `The hash of the contradicting line ${line.fork.sequence} does not fit it.`
      }
      if (line.sequence !== next) return `Line ${next} of the chain should stand here, and it is line ${line.sequence}.`
      if (previous !== undefined && line.previous !== previous)
        return `Line ${next} of the chain does not follow the one before it.`
      if (!fits(line)) return `The hash of line ${next} of the chain does not fit it.`
      next += 1
      previous = line.hash
      entries += 1
      if (line.event === undefined) unreadable += 1
      return undefined
    },
    next: () => next,
    counts: (): Counts => ({ entries, missing, forks, unreadable }),
  }
}

const fits = ({ previous, sealed, hash }: TrailEntry): boolean =>
  hashOfLine(previous, Buffer.from(sealed, 'base64')) === hash

type StoredEntry = HubAnswer<'audit.read'>['entries'][number]

/**
 * The chain of a station as the hub has it. `lines`: each a `TrailLine` as JSON. `isBroken`: a line does not match its hash or its position.
 */
interface ReadChain {
  readonly lines: readonly string[]
  readonly entries: number
  readonly isBroken: boolean
  readonly hasGap: boolean
  readonly hasForks: boolean
}

const eventSchema = z.record(z.string(), z.unknown())

/**
 * The most characters of a chain that are read. The whole file is in memory, so a station or a hub that makes up lines could end this
 * process. At 200 lines a day, this is enough for about four years.
 */
const mostCharacters = 384 * 1024 * 1024

/**
 * Reads and opens the whole chain of a station. Only a supervisor has the key that opens the lines. `told`: the number of lines according
 * to the hub's board. Lines up to this number that the hub does not return count as missing. Fails with `too-large` if the lines have more
 * than `most` characters.
 */
export async function readChain(
  client: Pick<HubClient, 'call'>,
  membership: Membership,
  { station, told, most = mostCharacters }: { readonly station: string; readonly told: number; readonly most?: number },
): Promise<Result<ReadChain, HubFailure>> {
  const key = membership.fleetPrivateKey
  if (key === undefined) return fail({ is: 'refused', code: 'not-allowed' })
  const lines: string[] = []
  let characters = 0
  const chain = createChainCheck()
  let isBroken = false
  const add = (line: TrailLine): void => {
    // A line that does not fit the chain stays in the file unchanged, so that a check of the file finds the line, too.
    if (chain.check(line) !== undefined) isBroken = true
    const text = JSON.stringify(line)
    characters += text.length
    lines.push(text)
  }
  const leave = (from: number, to: number): void => {
    if (to >= from && !isBroken) add({ gap: { from, to } })
  }
  const open = async ({ sequence, receivedAt, previous, hash, sealed }: StoredEntry): Promise<TrailEntry> => {
    const text = await openSealed(key, membership, sealedAbout.audit(station, sequence), sealed, longestOpened.audit)
    const event = readJson(text, eventSchema)
    return { sequence, receivedAt, previous, hash, sealed, ...(event !== undefined && { event }) }
  }
  for (let after = 0, skippedForks = 0; ;) {
    const page = await client.call('audit.read', { station, after, ...(skippedForks > 0 && { skippedForks }) })
    if (!page.ok) return page
    const { forks = [], hasMoreForks } = page.value
    for (const entry of skippedForks > 0 ? [] : page.value.entries) {
      leave(chain.next(), entry.sequence - 1)
      add(await open(entry))
    }
    for (const fork of forks) add({ fork: await open(fork) })
    if (characters > most) return fail({ is: 'refused', code: 'too-large' })
    skippedForks = hasMoreForks === true && forks.length > 0 ? skippedForks + forks.length : 0
    if (skippedForks > 0) continue
    const last = page.value.entries.at(-1)?.sequence ?? after
    if (!page.value.hasMore || last <= after) break
    after = last
  }
  leave(chain.next(), told)
  const { entries, missing, forks } = chain.counts()
  return succeed({ lines, entries, isBroken, hasGap: missing > 0, hasForks: forks > 0 })
}
