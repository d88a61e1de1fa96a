import { spellOut } from '../../../../shared/domain/label/spell-out.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import type { ScanBatchState } from '../../state/scan-batch-store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BoxActions, BoxCautions, NotUnderstood, PutRight } from './box-reading.tsx'
import { sayReadingProblem, writeBox } from './box-text.ts'
import { LabelParts } from './label-parts.tsx'
import type { ScanBatchScan, ScanBatchScans } from './use-scan-batch-scans.ts'

interface ScanBatchAnswerProps {
  readonly scans: ScanBatchScans
  /** The screen shows each new box in a row of its own, so it is not repeated here. */
  readonly hasRows?: boolean
}

/** The result of the latest scan, and buttons to handle one that was not understood. */
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

/** A scan that names no box: why, and what the technician can do with it. */
function Doubtful({ box, reading, onPut }: ScanBatchScan & { readonly onPut: ScanBatchScans['put'] }) {
  const isExplained = !reading.ok && reading.problem !== 'not-understood'
  return (
    <div className="@container grid gap-3">
      {isExplained ? (
        <>
          <Notice tone="warning" announce="off">
            <span translate="no" className="font-figures [overflow-wrap:anywhere]">
              {spellOut(box.raw).shown}
            </span>{' '}
            {sayReadingProblem(reading, box.raw)}
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

/** Says that a scan batch exists only on screen, and why. */
export function ScanBatchTrouble({ trouble }: Pick<ScanBatchState, 'trouble'>) {
  if (trouble === undefined) return undefined
  return (
    <>
      <Notice tone="warning">{t(trouble === 'too-long' ? 'scan.scanBatch.tooLong' : 'scan.scanBatch.notKept')}</Notice>
      <ErrorNotice error={trouble === 'too-long' ? undefined : trouble} />
    </>
  )
}
