import { spellOut } from '../../../../shared/domain/label/label.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import type { ScanBatchState } from '../../state/scan-batch-store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BoxActions, BoxCautions, NotUnderstood, PutRight } from './box-field.tsx'
import { type BoxText, isMeant, listOthers, readBox, sayDoubt, sayReadingProblem, writeBox } from './box-text.ts'
import { LabelParts } from './label-parts.tsx'
import { useCallback, useRef, useState } from 'react'
import type { DeviceIdentifier, IdentifierReading } from '../../../../shared/domain/device-identifier.ts'
import { doubtListed } from '../../../../shared/domain/label/read-listed.ts'
import { useLabels } from './use-labels.ts'
import { type ScanOutcome, tellObservers } from './wedge/scan-watch.ts'

interface ScanBatchAnswerProps {
  readonly scans: ScanBatchScans
  /** Whether the screen shows each new box in a row. If so, this component does not show the new box again. */
  readonly hasRows?: boolean
}

export function ScanBatchAnswer({ scans, hasRows = false }: ScanBatchAnswerProps) {
  const { word, others } = scans
  return (
    <div aria-live="polite" className="grid gap-3 empty:hidden">
      {word?.kind === 'new' && !hasRows ? (
        <div className="grid gap-1">
          <p>{t('scan.scanBatch.new', { code: writeBox(word.box, word.reading) })}</p>
          {word.reading.ok ? <BoxCautions cautions={word.reading.cautions} /> : undefined}
        </div>
      ) : undefined}
      {word === undefined ? undefined : <PutRight box={word.box} />}
      {word?.kind === 'repeated' ? (
        <p>{t('scan.scanBatch.repeated', { code: writeBox(word.box, word.reading) })}</p>
      ) : undefined}
      {word?.kind === 'not-understood' ? <Doubtful {...word} onPut={scans.put} /> : undefined}
      {others.length === 0 ? undefined : (
        <Notice
          tone="warning"
          announce="off"
          title={t('scan.scanBatch.others', { count: others.length })}
          actions={
            <>
              <Button onPress={scans.takeOthers}>{t('scan.scanBatch.takeOthers', { count: others.length })}</Button>
              <Button variant="quiet" onPress={scans.leaveOthers}>
                {t('scan.scanBatch.leaveOthers')}
              </Button>
            </>
          }
        >
          <span translate="no" className="font-figures">
            {others
              .slice(0, 5)
              .map(({ box }) => box.raw)
              .join(' · ')}
            {others.length > 5 ? ' …' : undefined}
          </span>
        </Notice>
      )}
    </div>
  )
}

function Doubtful({ box, reading, onPut }: ScanBatchScan & { readonly onPut: ScanBatchScans['put'] }) {
  const isExplained = reading.ok || reading.problem !== 'not-understood'
  const doubt = reading.ok ? sayDoubt(box) : sayReadingProblem(reading, box.raw)
  return (
    <div className="@container grid gap-3">
      {isExplained ? (
        <>
          <Notice tone="warning" announce="off">
            <span translate="no" className="font-figures [overflow-wrap:anywhere]">
              {spellOut(box.raw).shown}
            </span>{' '}
            {doubt}
          </Notice>
          <BoxActions box={box} reading={reading} onChange={({ raw, asSerial }) => onPut({ raw, asSerial })} />
        </>
      ) : (
        <NotUnderstood text={box.raw} />
      )}
      <LabelParts box={box} onChange={onPut} />
    </div>
  )
}

export function ScanBatchTrouble({ trouble }: Pick<ScanBatchState, 'trouble'>) {
  if (trouble === undefined) return undefined
  return (
    <>
      <Notice tone="warning">{t(trouble === 'too-long' ? 'scan.scanBatch.tooLong' : 'scan.scanBatch.notKept')}</Notice>
      <ErrorNotice error={trouble === 'too-long' ? undefined : trouble} />
    </>
  )
}

/** A scan for a batch. A scan is judged strictly, because the technician does not check each box again before saving. */
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
 * Returns the box of a scan for a batch. Undefined if the label names no box, for example if it has only an article number. `line`:
 * the box as a line of text, from which the same box can be read again. `others`: further texts that look like a box and may come
 * from a second label. A text whose meaning the label states is not among `others`.
 */
export function scanBatchBox({ box, reading }: ScanBatchScan) {
  if (!reading.ok || !isMeant(box)) return undefined
  const { identifier } = reading
  const { parts = [] } = box
  const others = listOthers(parts, identifier.kind).map((index) =>
    readScanBatchScan({ raw: parts[index]?.text ?? '', asSerial: false }),
  )
  return { identifier, line: box.asSerial ? `SN ${identifier.value}` : box.raw, others }
}

/** `full`: the batch has no room left. */
export interface ScanBatchWord extends ScanBatchScan {
  readonly kind: 'new' | 'repeated' | 'full' | 'not-understood'
}

interface ScanBatchTarget {
  readonly has: (identifier: DeviceIdentifier) => boolean
  /** Returns false if the batch is full. */
  readonly add: (line: string, identifier: DeviceIdentifier) => boolean
  /** Whether the box is stored on this computer. The scan is confirmed to the technician only after that. */
  readonly settled: () => Promise<boolean>
}

export type ScanBatchScans = ReturnType<typeof useScanBatchScans>

/** Adds scans to a batch, one box per label. A sound and a message confirm each box. */
export function useScanBatchScans(target: ScanBatchTarget) {
  const [word, setWord] = useState<ScanBatchWord>()
  /** Codes that were read together with a box, and may be boxes, too. The technician has neither accepted nor rejected these codes yet. */
  const [others, setOthers] = useState<readonly ScanBatchScan[]>([])
  /** How many scans have come. An answer that comes late must not replace the answer to a later scan. */
  const count = useRef(0)
  const show = (outcome: ScanOutcome, next: ScanBatchWord | undefined, number = ++count.current): void => {
    tellObservers(outcome)
    if (number === count.current) setWord(next)
  }
  const take = (scan: ScanBatchScan): void => {
    const found = scanBatchBox(scan)
    if (found === undefined) return show('unread', { kind: 'not-understood', ...scan })
    const { identifier, line } = found
    const isThere = target.has(identifier)
    const hasRoom = isThere || target.add(line, identifier)
    if (hasRoom) setOthers((now) => eachOnce([...now, ...found.others]))
    if (isThere || !hasRoom) return show('unread', { kind: isThere ? 'repeated' : 'full', ...scan })
    const number = ++count.current
    // The screen itself says why the batch is not stored.
    void target
      .settled()
      .then((isStored) =>
        isStored ? show('scanned', { kind: 'new', ...scan }, number) : show('unread', undefined, number),
      )
  }
  const put = (box: BoxText): void => take(readScanBatchScan(box))
  /** Removes the answer to the last scan, because its box was saved. The answer to a scan that named no box stays. */
  const noteSaved = useCallback((): void => setWord((last) => (last?.kind === 'not-understood' ? last : undefined)), [])
  useLabels({
    tellsOutcome: true,
    gathered: put,
    unread: (text) => show('unread', { kind: 'not-understood', ...readScanBatchScan({ raw: text, asSerial: false }) }),
  })
  return {
    word,
    others,
    noteSaved,
    /** Adds a box that the technician made from an unclear scan. */
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
