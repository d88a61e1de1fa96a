import { useEffect, useEffectEvent } from 'react'
import type { Snapshot } from '../../../../shared/bridge/snapshot.ts'
import { t } from '../../locale.ts'
import { countOf, sumUnsent } from '../../routes.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { witnessScans } from '../scan/wedge/scan-watch.ts'
import { findSignals, type Signal } from './find-signals.ts'
import { createSoundPlayer, type SoundName } from './sound-player.ts'

/**
 * Sounds for scans and results, and notifications of the system, as the preferences say. Everything stands on screen as well. A
 * notification holds numbers only, because everybody in the room may read it.
 */
export function SignalPlayer() {
  const { snapshots } = useServices()
  const { sounds, notifications } = useSnapshot(({ preferences }) => preferences)
  const notify = useEffectEvent((signal: Signal, snapshot: Snapshot) => {
    if (notifications) showNotification(signal, snapshot)
  })
  useEffect(() => {
    if (!sounds) return undefined
    const player = createSoundPlayer()
    const play = (name: SoundName) => player.play(name)
    const endScans = witnessScans(play)
    const endResults = snapshots.subscribe(({ snapshot: after }, { snapshot: before }) => {
      if (before === undefined || after === undefined) return
      for (const signal of findSignals(before, after)) if (signal !== 'network-back') play(signal)
    })
    return () => {
      endScans()
      endResults()
      player.close()
    }
  }, [sounds, snapshots])
  useEffect(
    () =>
      snapshots.subscribe(({ snapshot: after }, { snapshot: before }) => {
        if (before === undefined || after === undefined) return
        for (const signal of findSignals(before, after)) notify(signal, after)
      }),
    [snapshots],
  )
  return undefined
}

/** Shows a notification, unless the technician is looking at the window anyway. */
function showNotification(signal: Signal, snapshot: Snapshot): void {
  if (signal === 'done' || document.hasFocus() || !canNotify()) return
  const body =
    signal === 'attention'
      ? t('frame.signals.attention', { count: countOf('needs-you', snapshot.counts) })
      : t('frame.signals.networkBack', { count: sumUnsent(snapshot.counts) })
  // A newer notification of its kind replaces the older one.
  const notification = new Notification(t('frame.signals.title'), { body, tag: signal, icon: './icon.svg' })
  notification.addEventListener('click', () => window.focus())
}

const canNotify = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted'
