import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { mostAtOnce, type ListedBox } from '../../../../shared/bridge/hostname-channels.ts'
import {
  identifierKey,
  namesDevice,
  readDeviceIdentifier,
  type DeviceIdentifier,
  type IdentifierReading,
} from '../../../../shared/domain/device-identifier.ts'
import type { SerialPattern } from '../../../../shared/domain/label/label.ts'
import { readListedIdentifier } from '../../../../shared/domain/label/read-listed.ts'
import { linesOf } from '../../state/scan-batch-store.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { useLabelKnowledge } from '../scan/use-labels.ts'
import { identifiersOf, type KnownList } from './box-list.tsx'

export interface ScanBatchLine {
  readonly id: number
  readonly raw: string
}

/** The verdict on a line. `uncompared`: the boxes of the hostname are not known yet. */
export type ScanBatchVerdict = 'new' | 'uncompared' | 'listed' | 'in-work' | 'repeated' | 'not-understood'

export interface JudgedLine extends ScanBatchLine {
  readonly reading: IdentifierReading
  readonly verdict: ScanBatchVerdict
  readonly jobId?: string
}

interface ScanBatchGround {
  /** The boxes of the hostname. Undefined if no list could be read so far. */
  readonly listed: ReturnType<typeof makeListedSet> | undefined
  /** The ids of unfinished jobs by the key of their box. */
  readonly inWork: ReadonlyMap<string, string>
  readonly patterns?: readonly SerialPattern[]
}

/**
 * Prepares a list of boxes for fast look-ups, because a thousand boxes may be looked up in a list of a hundred thousand. A box is found
 * even if the list writes its identifier in another notation.
 */
export function makeListedSet(boxes: readonly ListedBox[]) {
  const keys = new Set(boxes.flatMap((box) => identifiersOf(box).map(identifierKey)))
  const others = boxes.filter(({ identifier }) => identifier === undefined)
  return {
    has: (identifier: DeviceIdentifier): boolean =>
      keys.has(identifierKey(identifier)) || others.some(({ text }) => namesDevice(text, identifier)),
  }
}

/** Returns each line with its verdict. If several lines have the same box, all except the first are `repeated`. */
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

export type ScanBatchCount = ReturnType<typeof countScanBatch>

/** Counts the boxes of a batch by verdict. A box that was scanned twice counts once. */
export function countScanBatch(lines: readonly JudgedLine[]) {
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

/** Splits a text into lines at line ends, commas, semicolons and tabs. Blank lines are left out. */
export function splitLines(text: string): readonly string[] {
  return text
    .split(/[\r\n,;\t]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Adds texts to a batch. `left`: the texts for which the batch has no room. */
export function addLines(
  scanBatch: readonly ScanBatchLine[],
  texts: readonly string[],
): { readonly scanBatch: readonly ScanBatchLine[]; readonly left: readonly string[] } {
  const room = Math.max(0, mostAtOnce - scanBatch.length)
  const first = 1 + Math.max(0, ...scanBatch.map(({ id }) => id))
  const fresh = texts.slice(0, room).map((raw, index) => ({ id: first + index, raw: raw.slice(0, 500) }))
  return { scanBatch: [...scanBatch, ...fresh], left: texts.slice(room) }
}

/** Milliseconds without another job change before the list is read again. The wait spares requests to the platform. */
const pause = 700

export type ScanBatch = ReturnType<typeof useScanBatch>

/** Compares a scan batch with the boxes of the hostname. The lines are stored, so that they survive a closed screen and a crash. */
export function useScanBatch({ list, refresh }: Pick<KnownList, 'list' | 'refresh'>) {
  const { bridge, scanBatches } = useServices()
  const store = scanBatches.hostnames
  const { text, trouble } = useStore(store)
  const lines = useMemo(() => linesIn(text), [text])
  /** Returns the present lines, because a second scan may arrive before the screen has rendered the first scan. */
  const latest = () => linesIn(store.getState().text)
  const setLines = (next: readonly ScanBatchLine[]): void => store.put(next.map(({ raw }) => raw).join('\n'))
  const listed = useMemo(() => (list === undefined ? undefined : makeListedSet(list.boxes)), [list])
  const { patterns } = useLabelKnowledge()
  const identifiers = useMemo(() => identifiersIn(lines), [lines])
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const { value, of, refresh: readWork } = useRead('hostname.in-work', { identifiers }, { scope, keepsLast: true })
  const inWork = useMemo(() => {
    const keys = of?.identifiers.map(identifierKey) ?? []
    return new Map(value?.found.map(({ index, jobId }) => [keys[index] ?? '', jobId]))
  }, [value, of])
  const judged = useMemo(() => judgeScanBatch(lines, { listed, inWork, patterns }), [lines, listed, inWork, patterns])
  /** Whether jobs for these boxes are unfinished. This is a ref, because a job can end before the screen has rendered the job. */
  const hasWork = useRef(false)
  const look = useCallback(async () => {
    const reply = await readWork()
    if (reply?.ok === true) hasWork.current = reply.value.found.length > 0
  }, [readWork])

  useEffect(() => void store.bring(), [store])
  useEffect(() => {
    hasWork.current = inWork.size > 0
  }, [inWork])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = bridge.listen((event) => {
      if (event.name !== 'job-changed' || !hasWork.current) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        void look()
        void refresh()
      }, pause)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [bridge, look, refresh])

  return {
    trouble,
    settled: store.settled,
    lines: judged,
    has: (identifier: DeviceIdentifier): boolean => {
      const key = identifierKey(identifier)
      return identifiersIn(latest()).some((one) => identifierKey(one) === key)
    },
    /** Adds texts to the batch. Returns the texts for which the batch has no room. */
    add(texts: readonly string[]): readonly string[] {
      const { scanBatch, left } = addLines(latest(), texts)
      setLines(scanBatch)
      return left
    },
    remove: (id: number) => setLines(latest().filter((line) => line.id !== id)),
    replace: setLines,
    /** Updates the verdicts and the list. To be called after jobs were saved for the boxes. */
    async lookForWork() {
      hasWork.current = true
      await look()
      // Reads the list at once, because a job that has already ended causes no further event.
      await refresh()
    },
  }
}

const identifiersIn = (lines: readonly ScanBatchLine[]): DeviceIdentifier[] =>
  lines.flatMap(({ raw }) => {
    const reading = readDeviceIdentifier(raw)
    return reading.ok ? [reading.identifier] : []
  })

const linesIn = (text: string): readonly ScanBatchLine[] => addLines([], linesOf(text)).scanBatch
