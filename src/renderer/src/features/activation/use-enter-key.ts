import { useEffect, useEffectEvent, type RefObject } from 'react'
import { moveOn } from './move-on.ts'

/**
 * Enter in a field goes to the next empty one or to the next step, Ctrl/Cmd+Enter to the next step from anywhere. Heard
 * before the controls: some of them keep their keys to themselves. The Enter of a scan never gets here.
 */
export function useEnterKey(step: RefObject<HTMLElement | null>, goOn: () => void): void {
  const go = useEffectEvent(goOn)
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.isComposing || event.repeat || event.altKey || event.shiftKey) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      const isCommand = event.ctrlKey || event.metaKey
      const move = isCommand ? 'next-step' : step.current === null ? 'nothing' : moveOn(step.current, event.target)
      if (move === 'nothing') return
      event.preventDefault()
      event.stopPropagation()
      if (move === 'next-step') go()
    }
    document.addEventListener('keydown', take, { capture: true })
    return () => {
      document.removeEventListener('keydown', take, { capture: true })
    }
  }, [step])
}
