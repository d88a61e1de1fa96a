import { useTranslation } from 'react-i18next'
import { spellOut } from '../../../../shared/domain/label/spell-out.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BoxActs, BoxCautions, readBox, writeBox, type BoxText } from './box-reading.tsx'
import { readPileBox } from './pile-box.ts'
import { LabelParts } from './label-parts.tsx'
import { NotUnderstood } from './not-understood.tsx'
import { PutRight } from './put-right.tsx'
import { sayReadingProblem } from './say-reading.ts'
import type { PileScans } from './use-pile-scans.ts'

export interface PileAnswerProps {
  readonly scans: PileScans
  /** The screen shows each new box in a row of its own, so it is not repeated here. */
  readonly hasRows?: boolean
}

/** The result of the latest scan, and buttons to handle one that was not understood. */
export function PileAnswer({ scans, hasRows = false }: PileAnswerProps) {
  const { t } = useTranslation()
  const { word, others } = scans
  return (
    <div aria-live="polite" className="grid gap-3 empty:hidden">
      {word?.kind === 'new' && !hasRows ? <NewBox box={word.box} /> : undefined}
      {word === undefined ? undefined : <PutRight box={word.box} />}
      {word?.kind === 'repeated' ? <p>{t('scan.pile.repeated', { code: writeBox(word.box) })}</p> : undefined}
      {word?.kind === 'not-understood' ? <Doubtful box={word.box} onPut={scans.put} /> : undefined}
      {others.length === 0 ? undefined : (
        <Notice
          tone="warning"
          announce="off"
          title={t('scan.pile.others', { count: others.length })}
          acts={
            <>
              <Button onPress={scans.takeOthers}>{t('scan.pile.takeOthers', { count: others.length })}</Button>
              <Button variant="quiet" onPress={scans.leaveOthers}>
                {t('scan.pile.leaveOthers')}
              </Button>
            </>
          }
        >
          <span translate="no" className="font-figures">
            {others.slice(0, 5).join(' · ')}
            {others.length > 5 ? ' …' : undefined}
          </span>
        </Notice>
      )}
    </div>
  )
}

function NewBox({ box }: { readonly box: BoxText }) {
  const { t } = useTranslation()
  const reading = readBox(box)
  return (
    <div className="grid gap-1">
      <p>{t('scan.pile.new', { code: writeBox(box) })}</p>
      {reading.ok ? <BoxCautions cautions={reading.cautions} /> : undefined}
    </div>
  )
}

/** A scan that names no box: why, and what the technician can do with it. */
function Doubtful({ box, onPut }: { readonly box: BoxText; readonly onPut: (box: BoxText) => void }) {
  const { t } = useTranslation()
  const reading = readPileBox(box)
  const isSlip = !reading.ok && reading.problem !== 'not-understood'
  return (
    <div className="@container grid gap-3">
      {isSlip ? (
        <Notice tone="warning" announce="off">
          <span translate="no" className="font-figures [overflow-wrap:anywhere]">
            {spellOut(box.raw).shown}
          </span>{' '}
          {sayReadingProblem(t, reading, box.raw)}
        </Notice>
      ) : (
        <NotUnderstood text={box.raw} />
      )}
      {isSlip ? (
        <BoxActs
          box={box}
          reading={reading}
          onChange={({ raw, asSerial }) => {
            onPut({ raw, asSerial })
          }}
        />
      ) : undefined}
      <LabelParts box={box} onChange={onPut} />
    </div>
  )
}
