import { useState } from 'react'
import {
  readDeviceIdentifier,
  type DeviceIdentifier,
  type IdentifierReading,
} from '../../../../shared/domain/device-identifier.ts'
import { doubtListed } from '../../../../shared/domain/label/read-listed.ts'
import { isMeant } from './box-of-codes.ts'
import { readBox, type BoxText } from './box-text.ts'
import { useLabels } from './use-labels.ts'

/** A scan for a batch, read once by the strict rules for boxes that are not checked again before they are saved. */
export interface ScanBatchScan {
  readonly box: BoxText
  readonly reading: IdentifierReading
}

export const readScanBatchScan = (box: BoxText): ScanBatchScan => judged(box, readBox(box))

const judged = (box: BoxText, reading: IdentifierReading): ScanBatchScan => ({
  box,
  reading: box.asSerial ? reading : doubtListed(reading),
})

/**
 * The box of a scan for a batch; undefined if the label names none, such as an article number alone. `line`: a text that
 * is read as the same box everywhere, for example in a list. `others`: other texts that look like a box, from a second
 * label or this one, unless the label says what they are.
 */
export function scanBatchBox({ box, reading }: ScanBatchScan) {
  if (!reading.ok || !isMeant(box)) return undefined
  const { identifier } = reading
  const others = (box.parts ?? []).flatMap(({ role, by, text }) => {
    if (role !== 'rest' || by === 'key' || by === 'gs1' || !/[0-9]/.test(text)) return []
    const other = readDeviceIdentifier(text)
    const looksAlike = other.ok && other.identifier.kind === identifier.kind
    return looksAlike ? [judged({ raw: text, asSerial: false }, other)] : []
  })
  return { identifier, line: box.asSerial ? `SN ${identifier.value}` : box.raw, others }
}

/** The result of the latest scan. `full`: the batch has no room left. */
export interface ScanBatchWord extends ScanBatchScan {
  readonly kind: 'new' | 'repeated' | 'full' | 'not-understood'
}

/** Where the boxes are stored. */
interface ScanBatchTarget {
  readonly has: (identifier: DeviceIdentifier) => boolean
  /** Returns false if there is no room. */
  readonly add: (line: string, identifier: DeviceIdentifier) => boolean
  /** Resolves when the box is stored on this computer. Only then it is confirmed. */
  readonly settled: () => Promise<void>
}

export type ScanBatchScans = ReturnType<typeof useScanBatchScans>

/** Adds scans to a batch, one box per label, and confirms each by a sound and a message. */
export function useScanBatchScans(target: ScanBatchTarget) {
  const [word, setWord] = useState<ScanBatchWord>()
  /** Codes read together with a box that could be boxes themselves. The technician has not decided yet. */
  const [others, setOthers] = useState<readonly ScanBatchScan[]>([])
  const say = (kind: ScanBatchWord['kind'], scan: ScanBatchScan): void => {
    playTone(kind === 'new' ? 'good' : 'bad')
    setWord({ kind, ...scan })
  }
  const take = (scan: ScanBatchScan): void => {
    const found = scanBatchBox(scan)
    if (found === undefined) return say('not-understood', scan)
    const { identifier, line } = found
    const isThere = target.has(identifier)
    const hasRoom = isThere || target.add(line, identifier)
    if (hasRoom) setOthers((now) => eachOnce([...now, ...found.others]))
    if (isThere || !hasRoom) return say(isThere ? 'repeated' : 'full', scan)
    void target.settled().then(() => say('new', scan))
  }
  const put = (box: BoxText): void => take(readScanBatchScan(box))
  useLabels({
    gathered: put,
    unread: (text) => say('not-understood', readScanBatchScan({ raw: text, asSerial: false })),
  })
  return {
    word,
    others,
    /** Adds a box that the technician made of an unclear scan. */
    put,
    takeOthers: (): void => {
      setOthers([])
      for (const scan of others) take(scan)
    },
    leaveOthers: (): void => setOthers([]),
  }
}

const eachOnce = (scans: readonly ScanBatchScan[]): readonly ScanBatchScan[] =>
  scans.filter(({ box: { raw } }, index) => scans.findIndex(({ box }) => box.raw === raw) === index)

const tones = { good: { hertz: 1320, seconds: 0.07 }, bad: { hertz: 220, seconds: 0.25 } } as const

let context: AudioContext | undefined

/** A short sound that tells an accepted scan from a rejected one, for a technician who is looking at the next box. */
function playTone(kind: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const { hertz, seconds } = tones[kind]
  const oscillator = context.createOscillator()
  const volume = context.createGain()
  oscillator.frequency.value = hertz
  volume.gain.setValueAtTime(0.2, context.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start()
  oscillator.stop(context.currentTime + seconds)
}
