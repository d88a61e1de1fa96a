import { useMemo } from 'react'
import type { LabelKnowledge } from '../../../../shared/domain/label/label.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { boxOfCodes, type BoxText } from './box-text.ts'
import { type ListenerRank, type LabelListener, useScanner } from './wedge/scan-watch.ts'
import { useLocation } from 'wouter'
import { paths } from '../../routes.ts'

interface BoxListener extends Pick<LabelListener, 'tellsOutcome'> {
  /** Called after each code, with the box that the label's codes name so far. */
  readonly heard?: (box: BoxText, isFirst: boolean) => void
  /** Called after the label's last code. */
  readonly gathered: (box: BoxText) => void
  /** Called if a scanner sent a text that names no box. */
  readonly unread: (text: string) => void
}

/** Receives labels, code by code, while the component is mounted and wherever the focus is. */
export function useLabels(listener: BoxListener, rank: ListenerRank = 'screen'): void {
  const knowledge = useLabelKnowledge()
  useScanner(
    {
      heard: (codes, isFirst) => listener.heard?.(boxOfCodes(codes, knowledge), isFirst),
      gathered: (codes) => listener.gathered(boxOfCodes(codes, knowledge)),
      unread: listener.unread,
      tellsOutcome: listener.tellsOutcome,
    },
    { rank },
  )
}

export function useLabelKnowledge(): LabelKnowledge {
  const patterns = useSnapshot(({ preferences }) => preferences.serialPatterns)
  const habits = useSnapshot(({ preferences }) => preferences.labelHabits)
  return useMemo(() => ({ patterns, habits }), [patterns, habits])
}

export function useBeginActivation(): (box: BoxText) => void {
  const { view } = useServices()
  const [, navigate] = useLocation()
  return (box) => {
    view.close()
    navigate(paths.activate, { state: { box } })
    // If the activation screen is open already, only the state of the history has changed, which no screen notices.
    window.dispatchEvent(new Event(boxArrives))
  }
}

/** The event of the window that tells an open activation screen to look for a box in the history entry. */
export const boxArrives = 'setdesk-box-arrives'
