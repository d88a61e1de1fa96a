import { boxOfCodes } from './box-of-codes.ts'
import type { BoxText } from './box-reading.tsx'
import type { HearerRank } from './wedge/scan-desk.ts'
import { useLabelKnowledge } from './use-label-knowledge.ts'
import { useScanner } from './wedge/use-scanner.ts'

/** Who hears of labels. */
export interface BoxHearer {
  /** A code came: the box as far as the label's codes say it. */
  readonly heard?: (box: BoxText, isFirst: boolean) => void
  /** That was the label's last code. */
  readonly gathered: (box: BoxText) => void
  /** A scanner sent something that names no box. */
  readonly unread: (text: string) => void
}

/** Hears labels, whose codes come one after the other, while the component is there, wherever the focus is. */
export function useLabels(hearer: BoxHearer, rank: HearerRank = 'screen'): void {
  const knowledge = useLabelKnowledge()
  useScanner(
    {
      heard: (codes, isFirst) => hearer.heard?.(boxOfCodes(codes, knowledge), isFirst),
      gathered: (codes) => {
        hearer.gathered(boxOfCodes(codes, knowledge))
      },
      unread: hearer.unread,
    },
    { rank },
  )
}
