import { useEffect, useMemo } from 'react'
import type { LabelKnowledge } from '../../../../shared/domain/label/label.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { boxOfCodes, type BoxText, sayUnread } from './box-text.ts'
import { type ListenerRank, type LabelListener, observeScans, useScanner } from './wedge/scan-watch.ts'
import { useLocation } from 'wouter'
import { t } from '../../locale.ts'
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

/**
 * A scan starts an activation on every screen that does not handle scans itself. If the Enter of a scan, or of a program that types, has no
 * effect, this says how to go on, until the user does so.
 */
export function useFrameScans(): void {
  const { view } = useServices()
  const begin = useBeginActivation()
  useLabels({ gathered: begin, unread: (text) => view.say(sayUnread(text)) }, 'frame')
  useEffect(() => {
    const held = t('scan.enterHeld')
    const withdraw = (): void => {
      for (const { id, text } of view.getState().toasts) if (text === held) view.unsay(id)
    }
    const endObserving = observeScans((outcome) => {
      withdraw()
      if (outcome === 'held') view.say(held)
    })
    // The Enter of a scan does not come here.
    const note = ({ key }: KeyboardEvent) => (key === 'Enter' ? withdraw() : undefined)
    window.addEventListener('keydown', note, { capture: true })
    window.addEventListener('hashchange', withdraw)
    return () => {
      endObserving()
      window.removeEventListener('keydown', note, { capture: true })
      window.removeEventListener('hashchange', withdraw)
    }
  }, [view])
}
