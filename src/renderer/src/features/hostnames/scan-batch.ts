import {
  identifierKey,
  namesDevice,
  type DeviceIdentifier,
  type IdentifierReading,
} from '../../../../shared/domain/device-identifier.ts'
import type { SerialPattern } from '../../../../shared/domain/label/label.ts'
import { readListedIdentifier } from '../../../../shared/domain/label/read-listed.ts'
import { mostAtOnce, type ListedBox } from '../../../../shared/bridge/hostname-channels.ts'

/** A line of a scan batch, as scanned, typed or pasted. */
export interface ScanBatchLine {
  readonly id: number
  readonly raw: string
}

/** `uncompared`: the boxes under the hostname are not known. */
export type ScanBatchVerdict = 'new' | 'uncompared' | 'listed' | 'in-work' | 'repeated' | 'not-understood'

/** A line with its verdict. */
export interface JudgedLine extends ScanBatchLine {
  readonly reading: IdentifierReading
  readonly verdict: ScanBatchVerdict
  /** The job that has the box. */
  readonly jobId?: string
}

/** What a scan batch is compared with. */
export interface ScanBatchGround {
  /** The boxes under the hostname; undefined if no list could be read so far. */
  readonly listed: ListedSet | undefined
  /** Ids of jobs that are not over, by the key of their box. */
  readonly inWork: ReadonlyMap<string, string>
  /** The known patterns of serial numbers, if any. */
  readonly patterns?: readonly SerialPattern[]
}

/** The boxes of a list, searchable in any notation. */
export interface ListedSet {
  readonly has: (identifier: DeviceIdentifier) => boolean
}

/** Created once per list, because a batch of a thousand boxes may be compared with a list of a hundred thousand. */
export function makeListedSet(boxes: readonly ListedBox[]): ListedSet {
  const keys = new Set(boxes.flatMap(({ identifier }) => (identifier === undefined ? [] : [identifierKey(identifier)])))
  const others = boxes.filter(({ identifier }) => identifier === undefined)
  return {
    has: (identifier) =>
      keys.has(identifierKey(identifier)) || others.some(({ text }) => namesDevice(text, identifier)),
  }
}

/** Each line with its verdict. Of equal boxes the first counts, the others are `repeated`. */
export function judgeScanBatch(
  lines: readonly ScanBatchLine[],
  { listed, inWork, patterns }: ScanBatchGround,
): readonly JudgedLine[] {
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

/** The verdicts counted in boxes. A box that was scanned twice counts once. */
export interface ScanBatchCount {
  readonly boxes: number
  readonly listed: number
  readonly inWork: number
  readonly lacking: number
  readonly repeated: number
  readonly notUnderstood: number
}

/** Counts the verdicts. */
export function countScanBatch(lines: readonly JudgedLine[]): ScanBatchCount {
  const count = (...verdicts: readonly ScanBatchVerdict[]): number =>
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

/** The lines of a text, separated by line ends, commas, semicolons or tabs. */
export function splitLines(text: string): readonly string[] {
  return text
    .split(/[\r\n,;\t]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Adds texts to a batch. `left` are those that no longer fit. */
export function addLines(
  scanBatch: readonly ScanBatchLine[],
  texts: readonly string[],
): { readonly scanBatch: readonly ScanBatchLine[]; readonly left: readonly string[] } {
  const room = Math.max(0, mostAtOnce - scanBatch.length)
  const first = 1 + Math.max(0, ...scanBatch.map(({ id }) => id))
  const fresh = texts.slice(0, room).map((raw, index) => ({ id: first + index, raw: raw.slice(0, 500) }))
  return { scanBatch: [...scanBatch, ...fresh], left: texts.slice(room) }
}
