import { useEffect, useEffectEvent, useRef } from 'react'
import type { LabelCode } from '../../../../shared/domain/label/label.ts'
import { boxOfCodes } from './box-of-codes.ts'
import type { BoxText } from './box-reading.tsx'
import { createLabelGatherer, type LabelGatherer } from './gather-label.ts'
import type { HearerRank } from './scan-desk.ts'
import type { Scan } from './scan-evidence.ts'
import { useLabelKnowledge } from './use-label-knowledge.ts'
import { useScanner } from './use-scans.ts'

/** Who hears of labels. */
export interface LabelHearer {
  /** A code came: the box as far as the label's codes say it. */
  readonly heard?: (box: BoxText, isFirst: boolean) => void
  /** That was the label's last code. */
  readonly gathered: (box: BoxText) => void
  /** A scanner sent something that names no box. */
  readonly unread: (text: string) => void
}

/** Hears labels, whose codes come one after the other, as `useScans` hears codes. */
export function useLabels(hearer: LabelHearer, rank: HearerRank = 'screen'): void {
  const knowledge = useLabelKnowledge()
  const heard = useEffectEvent((codes: readonly LabelCode[], isFirst: boolean) => {
    hearer.heard?.(boxOfCodes(codes, knowledge), isFirst)
  })
  const gathered = useEffectEvent((codes: readonly LabelCode[]) => {
    hearer.gathered(boxOfCodes(codes, knowledge))
  })
  const gatherer = useRef<LabelGatherer>(undefined)
  useEffect(() => {
    const made = createLabelGatherer({
      heard: (codes, isFirst) => {
        heard(codes, isFirst)
      },
      gathered: (codes) => {
        gathered(codes)
      },
    })
    gatherer.current = made
    return () => {
      made.stop()
    }
  }, [])
  useScanner(
    {
      scanned: (scan) => gatherer.current?.add(codeOf(scan)),
      unread: (text) => {
        gatherer.current?.note({ text })
        hearer.unread(text)
      },
      typing: () => gatherer.current?.wait(),
    },
    rank,
  )
}

const codeOf = ({ text, aim }: Scan): LabelCode => ({ text, ...(aim === undefined ? {} : { aim }) })
