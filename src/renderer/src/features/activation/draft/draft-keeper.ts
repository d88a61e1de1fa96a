import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import { useDesk } from '../../../state/desk.tsx'

/** Whether what is on screen is on this computer too. */
export type Keeping = 'nothing' | 'keeping' | 'kept' | 'failed'

const pause = 400

export interface DraftKeeper {
  readonly keeping: Keeping
  /** Another window of this browser has changed, saved or discarded the one draft: nothing is kept until a person has chosen. */
  readonly isElsewhere: boolean
  /** This draft is to be kept in place of the other. */
  readonly insist: () => void
  readonly stop: () => void
}

/**
 * Keeps the draft on this computer: shortly after the last change, at once when the step changes or the screen goes. `isOn`
 * is false while there is nothing worth keeping; `isKept`: as it opens it is there already.
 */
export function useDraftKeeper(draft: Draft, isOn: boolean, isKept: boolean): DraftKeeper {
  const { bridge, otherWindows } = useDesk()
  const [isElsewhere, setElsewhere] = useState(false)
  const [keeping, setKeeping] = useState<Keeping>(isOn && isKept ? 'kept' : 'nothing')
  const text = JSON.stringify(draft)
  const kept = useRef(text)
  /** It has to be kept as it opened. */
  const isDue = useRef(!isKept)
  const isStopped = useRef(false)
  const lastStep = useRef(draft.step)

  const keep = useEffectEvent(async (now: string) => {
    if (!isOn || isElsewhere || isStopped.current || (kept.current === now && !isDue.current)) return
    kept.current = now
    isDue.current = false
    setKeeping('keeping')
    const reply = await bridge.call('draft.save', { draft })
    if (reply.ok) otherWindows.tell()
    else kept.current = ''
    setKeeping(reply.ok ? 'kept' : 'failed')
  })
  const keepLatest = useEffectEvent(() => void keep(text))
  const keepChanged = useEffectEvent(() => {
    if (kept.current !== text) void keep(text)
  })

  useEffect(() => {
    const isNewStep = lastStep.current !== draft.step
    lastStep.current = draft.step
    const timer = setTimeout(() => void keep(text), isNewStep ? 0 : pause)
    return () => {
      clearTimeout(timer)
    }
  }, [text, draft.step])
  useEffect(
    () =>
      otherWindows.listen(() => {
        setElsewhere(true)
      }),
    [otherWindows],
  )
  useEffect(() => {
    // A form that nobody touched is no reason to write while the page goes: its draft may be discarded by then.
    const leavePage = (): void => {
      keepChanged()
    }
    window.addEventListener('pagehide', leavePage)
    return () => {
      window.removeEventListener('pagehide', leavePage)
      keepLatest()
    }
  }, [])

  return {
    keeping: isElsewhere ? 'nothing' : keeping,
    isElsewhere: isElsewhere && isOn,
    insist: () => {
      setElsewhere(false)
    },
    stop: () => {
      isStopped.current = true
      otherWindows.tell()
    },
  }
}
