import type { ScanOutcome } from '../scan/wedge/scan-watch.ts'
import type { Signal } from './find-signals.ts'

export type SoundName = ScanOutcome | Exclude<Signal, 'network-back'>

/** The tones of each sound, one after the other: hertz and seconds. What is well rises, what is not falls. */
const sounds: Readonly<Record<SoundName, readonly (readonly [pitch: number, length: number])[]>> = {
  scanned: [[1320, 0.06]],
  unread: [[196, 0.22]],
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
/** Milliseconds in which a sound is heard once, however many jobs end in them. */
const pause = 600

/** Plays short tones. `open` is called with the first sound, because a browser allows sounds only after a key or a click. */
export function createSoundPlayer(open: () => AudioContext = () => new AudioContext(), now = () => performance.now()) {
  let context: AudioContext | undefined
  const heardAt = new Map<SoundName, number>()
  return {
    play(name: SoundName): void {
      const at = now()
      const isResult = name === 'done' || name === 'attention'
      if (isResult && at - (heardAt.get(name) ?? Number.NEGATIVE_INFINITY) < pause) return
      heardAt.set(name, at)
      context ??= open()
      if (context.state === 'suspended') void context.resume().catch(() => undefined)
      let start = context.currentTime
      for (const [pitch, length] of sounds[name]) {
        const tone = context.createOscillator()
        const level = context.createGain()
        tone.frequency.value = pitch
        // Without the slope at its end a tone clicks.
        level.gain.setValueAtTime(loudness, start)
        level.gain.linearRampToValueAtTime(0, start + length)
        tone.connect(level).connect(context.destination)
        tone.start(start)
        tone.stop(start + length)
        start += length
      }
    },
    close: () => void context?.close().catch(() => undefined),
  }
}
