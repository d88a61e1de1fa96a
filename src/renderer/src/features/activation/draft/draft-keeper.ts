import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import { useServices } from '../../../state/services.tsx'

/** Whether the draft on screen is stored on this computer. */
export type DraftSaving = 'nothing' | 'saving' | 'kept' | 'failed'

const pause = 400

/**
 * Stores the draft on this computer: shortly after the last change, and at once when the screen closes. `isOn` is false while the draft is not worth storing. `isStored`: the draft is already stored when the form
 * opens.
 */
export function useDraftKeeper(draft: Draft, isOn: boolean, isStored: boolean) {
  const { bridge, otherWindows } = useServices()
  const [isElsewhere, setElsewhere] = useState(false)
  const [saving, setSaving] = useState<DraftSaving>(isOn && isStored ? 'kept' : 'nothing')
  const text = JSON.stringify(draft)
  const kept = useRef(text)
  /** The draft must be stored even if nothing changes. */
  const isDue = useRef(!isStored)
  const isStopped = useRef(false)
  const storing = useRef<Promise<unknown>>(Promise.resolve())

  const keep = useEffectEvent(async (now: string) => {
    if (!isOn || isElsewhere || isStopped.current || (kept.current === now && !isDue.current)) return
    kept.current = now
    isDue.current = false
    setSaving('saving')
    const call = bridge.call('draft.save', { draft })
    storing.current = call
    const reply = await call
    if (reply.ok) otherWindows.tell()
    else kept.current = ''
    setSaving(reply.ok ? 'kept' : 'failed')
  })
  const keepLatest = useEffectEvent(() => void keep(text))
  const keepChanged = useEffectEvent(() => {
    if (kept.current !== text) void keep(text)
  })

  useEffect(() => {
    const timer = setTimeout(() => void keep(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => otherWindows.listen(() => setElsewhere(true)), [otherWindows])
  useEffect(() => {
    // Stores only changes here: an untouched draft may have been discarded by the time the page closes.
    const leavePage = (): void => keepChanged()
    window.addEventListener('pagehide', leavePage)
    return () => {
      window.removeEventListener('pagehide', leavePage)
      keepLatest()
    }
  }, [])

  return {
    saving: isElsewhere ? 'nothing' : saving,
    /** Another window of this browser changed, saved or discarded the draft. Nothing is stored until the technician chooses. */
    isElsewhere: isElsewhere && isOn,
    /** Stores this draft in place of the one from the other window. */
    insist: () => setElsewhere(false),
    /** Stores nothing from now on. Resolves once nothing is on its way to be stored: it would come back after its job is made. */
    pause: async () => {
      isStopped.current = true
      await storing.current
    },
    goOn: () => {
      isStopped.current = false
    },
    stop: () => {
      isStopped.current = true
      otherWindows.tell()
    },
  }
}
