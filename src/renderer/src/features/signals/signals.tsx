import { useEffect, useEffectEvent } from 'react'
import type { Snapshot } from '../../../../shared/bridge/snapshot.ts'
import { t } from '../../locale.ts'
import { countOf, sumUnsent } from '../../routes.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { type ScanOutcome, observeScans } from '../scan/wedge/scan-watch.ts'
import { findActiveConnection } from '../../state/snapshot-store.ts'

/**
 * Plays sounds for scans and results, and shows system notifications, as the preferences say. The screen shows the same events. A
 * notification contains only numbers, because everyone in the room may read it.
 */
export function SignalPlayer() {
  const { snapshots } = useServices()
  const { sounds, notifications } = useSnapshot(({ preferences }) => preferences)
  const notify = useEffectEvent((signal: Signal, snapshot: Snapshot) => {
    if (notifications) showNotification(signal, snapshot)
  })
  useEffect(() => {
    const player = sounds ? createSoundPlayer() : undefined
    const endScans = player && observeScans((outcome) => player.play(outcome))
    const endResults = snapshots.subscribe(({ snapshot: after }, { snapshot: before }) => {
      if (before === undefined || after === undefined) return
      for (const signal of findSignals(before, after)) {
        if (signal !== 'network-back') player?.play(signal)
        notify(signal, after)
      }
    })
    return () => {
      endScans?.()
      endResults()
      player?.close()
    }
  }, [sounds, snapshots])
  return undefined
}

/** Shows a notification, but none for `done`, and none while the window has the focus. */
function showNotification(signal: Signal, snapshot: Snapshot): void {
  if (signal === 'done' || document.hasFocus() || !canNotify()) return
  const body =
    signal === 'attention'
      ? t('frame.signals.attention', { count: countOf('needs-you', snapshot.counts) })
      : sayReached(sumUnsent(snapshot.counts))
  // A newer notification of the same kind replaces the older one.
  const notification = new Notification(t('frame.signals.title'), { body, tag: signal, icon: './icon.svg' })
  notification.addEventListener('click', () => window.focus())
}

/**
 * Says that the platform is reached again. `unsent`: the number of waiting jobs. The number can be 0, because a fast platform may already
 * have taken all jobs.
 */
export const sayReached = (unsent: number): string =>
  unsent === 0 ? t('frame.signals.reached') : t('frame.signals.networkBack', { count: unsent })

const canNotify = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted'

type SoundName = ScanOutcome | Exclude<Signal, 'network-back'>

/** The tones of each sound in order, in hertz and seconds. Good results are high or rise, others are low or fall. */
const sounds: Readonly<Record<SoundName, readonly (readonly [pitch: number, length: number])[]>> = {
  scanned: [[1320, 0.06]],
  unread: [[196, 0.22]],
  held: [[196, 0.22]],
  done: [
    [660, 0.08],
    [990, 0.14],
  ],
  attention: [
    [520, 0.12],
    [390, 0.22],
  ],
}

const loudness = 0.12
/** Milliseconds in which a sound is played only once, however many jobs end. */
const pause = 600

/**
 * Plays short tones. `open` is called with the first sound, because a browser allows sounds only after a key press or a click. A sound
 * that still waits for `open` is dropped by `close`.
 */
export function createSoundPlayer(open: () => Promise<AudioContext> = openAudio, now = () => performance.now()) {
  let opening: Promise<AudioContext> | undefined
  let isClosed = false
  const sound = async (output: Promise<AudioContext>, name: SoundName): Promise<void> => {
    const context = await output
    if (!isClosed) playTones(context, name)
  }
  const heardAt = new Map<SoundName, number>()
  return {
    play(name: SoundName): void {
      const at = now()
      const isResult = name === 'done' || name === 'attention'
      if (isResult && at - (heardAt.get(name) ?? Number.NEGATIVE_INFINITY) < pause) return
      heardAt.set(name, at)
      void sound((opening ??= open()), name).catch(() => undefined)
    },
    close: (): void => {
      isClosed = true
      void opening?.then((context) => context.close()).catch(() => undefined)
    },
  }
}

/**
 * Opens the sound output. The list of devices makes the browser start its process for sound. Without it the constructor would wait for
 * that process, and the page would not respond meanwhile: 20 ms were seen on a fast computer.
 */
async function openAudio(): Promise<AudioContext> {
  await navigator.mediaDevices.enumerateDevices().catch(() => undefined)
  return new AudioContext()
}

function playTones(context: AudioContext, name: SoundName): void {
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
  let start = context.currentTime
  for (const [pitch, length] of sounds[name]) {
    const tone = context.createOscillator()
    const level = context.createGain()
    tone.frequency.value = pitch
    // The tone fades out, because a sudden end would be heard as a click.
    level.gain.setValueAtTime(loudness, start)
    level.gain.linearRampToValueAtTime(0, start + length)
    tone.connect(level).connect(context.destination)
    tone.start(start)
    tone.stop(start + length)
    start += length
  }
}

/** Events that a technician may want to know: a result, a job that needs a technician, or the network after an outage. */
type Signal = 'done' | 'attention' | 'network-back'

/** Returns the events between two snapshots. Empty if the connection or the technician changed, or if either snapshot is locked. */
export function findSignals(before: Snapshot, after: Snapshot): readonly Signal[] {
  const [from, to] = [findActiveConnection(before), findActiveConnection(after)]
  const isSameWork = from !== undefined && to !== undefined && from.settings.id === to.settings.id
  if (!isSameWork || before.who.current !== after.who.current || isShut(before) || isShut(after)) return []
  const signals: Signal[] = []
  if (sumWanting(after) > sumWanting(before)) signals.push('attention')
  if (sumDone(after) > sumDone(before)) signals.push('done')
  if (from.link.state === 'unreached' && to.link.state === 'reached') signals.push('network-back')
  return signals
}

const isShut = ({ who, vault }: Snapshot): boolean => who.state === 'signed-out' || vault.state !== 'open'
const sumWanting = ({ counts }: Snapshot): number => counts.needsYou + counts.refused
const sumDone = ({ counts }: Snapshot): number => counts.done + counts.unconfirmed
