import {
  identifierKey,
  namesDevice,
  type DeviceIdentifier,
  type IdentifierReading,
} from '../../../../shared/domain/device-identifier.ts'
import type { SerialPattern } from '../../../../shared/domain/label/label.ts'
import { readListedIdentifier } from '../../../../shared/domain/label/read-listed.ts'
import { mostAtOnce, type ListedBox } from '../../../../shared/bridge/hostname-channels.ts'

/** One line of a pile as it was scanned, typed or pasted. */
export interface PileLine {
  readonly id: number
  readonly raw: string
}

/** `uncompared`: it is not known what is under the hostname. */
export type PileVerdict = 'new' | 'uncompared' | 'listed' | 'in-work' | 'repeated' | 'not-understood'

/** A line with what was made of it. */
export interface JudgedLine extends PileLine {
  readonly reading: IdentifierReading
  readonly verdict: PileVerdict
  /** The work that has the box. */
  readonly jobId?: string
}

/** What is known to compare a pile with. */
export interface PileGround {
  /** The boxes under the hostname; absent where no list could be read so far. */
  readonly listed: ListedSet | undefined
  /** Work that is not over, by the box's key. */
  readonly inWork: ReadonlyMap<string, string>
  /** How the serial numbers look that are known here; none where they are absent. */
  readonly patterns?: readonly SerialPattern[]
}

/** Boxes of a list, to be asked for by any writing. */
export interface ListedSet {
  readonly has: (identifier: DeviceIdentifier) => boolean
}

/** Made once a list: a pile of a thousand is compared with a list of a hundred thousand. */
export function makeListedSet(boxes: readonly ListedBox[]): ListedSet {
  const keys = new Set(boxes.flatMap(({ identifier }) => (identifier === undefined ? [] : [identifierKey(identifier)])))
  const others = boxes.filter(({ identifier }) => identifier === undefined)
  return {
    has: (identifier) =>
      keys.has(identifierKey(identifier)) || others.some(({ text }) => namesDevice(text, identifier)),
  }
}

/** Each line with its verdict; of equal boxes the first counts. */
export function judgePile(lines: readonly PileLine[], { listed, inWork, patterns }: PileGround): readonly JudgedLine[] {
  const seen = new Set<string>()
  return lines.map((line) => {
    const reading = readListedIdentifier(line.raw, patterns)
    if (!reading.ok) return { ...line, reading, verdict: 'not-understood' }
    const key = identifierKey(reading.identifier)
    if (seen.has(key)) return { ...line, reading, verdict: 'repeated' }
    seen.add(key)
    if (listed?.has(reading.identifier) === true) return { ...line, reading, verdict: 'listed' }
    const jobId = inWork.get(key)
    if (jobId !== undefined) return { ...line, reading, verdict: 'in-work', jobId }
    return { ...line, reading, verdict: listed === undefined ? 'uncompared' : 'new' }
  })
}

/** How a pile stands against a hostname, in boxes: a box that was scanned twice is one. */
export interface PileCount {
  readonly boxes: number
  readonly listed: number
  readonly inWork: number
  readonly lacking: number
  readonly repeated: number
  readonly notUnderstood: number
}

/** Counts the verdicts. */
export function countPile(lines: readonly JudgedLine[]): PileCount {
  const count = (...verdicts: readonly PileVerdict[]): number =>
    lines.filter(({ verdict }) => verdicts.includes(verdict)).length
  return {
    boxes: count('new', 'uncompared', 'listed', 'in-work'),
    listed: count('listed'),
    inWork: count('in-work'),
    lacking: count('new', 'uncompared'),
    repeated: count('repeated'),
    notUnderstood: count('not-understood'),
  }
}

/** The lines in a text: each on a line of its own, or parted by commas, semicolons or tabs. */
export function splitLines(text: string): readonly string[] {
  return text
    .split(/[\r\n,;\t]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Puts texts on top of a pile, the last one first; `left` finds no room any more. */
export function addLines(
  pile: readonly PileLine[],
  texts: readonly string[],
): { readonly pile: readonly PileLine[]; readonly left: readonly string[] } {
  const room = Math.max(0, mostAtOnce - pile.length)
  const first = 1 + Math.max(0, ...pile.map(({ id }) => id))
  const fresh = texts.slice(0, room).map((raw, index) => ({ id: first + index, raw: raw.slice(0, 500) }))
  return { pile: [...pile, ...fresh], left: texts.slice(room) }
}
