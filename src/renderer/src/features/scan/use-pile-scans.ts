import { useState } from 'react'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import type { BoxText } from './box-text.ts'
import { pileBox } from './pile-box.ts'
import { useLabels } from './use-labels.ts'

const tones = { good: { hertz: 1320, seconds: 0.07 }, bad: { hertz: 220, seconds: 0.25 } } as const

let context: AudioContext | undefined

/** What a pile says of the latest scan. `full`: there was no room for it. */
export interface PileWord {
  readonly kind: 'new' | 'repeated' | 'full' | 'not-understood'
  readonly box: BoxText
}

/** Where the boxes go. */
export interface PileTarget {
  readonly has: (identifier: DeviceIdentifier) => boolean
  /** False where there is no room. */
  readonly add: (line: string) => boolean
  /** Waits until it is on this computer too: before that a box is not said to be taken. */
  readonly settled: () => Promise<void>
}

export interface PileScans {
  readonly word: PileWord | undefined
  /** What was read in one go with a box and may be boxes of its own; nobody has said so yet. */
  readonly others: readonly string[]
  /** A box that a person made of a doubtful scan. */
  readonly put: (box: BoxText) => void
  readonly takeOthers: () => void
  readonly leaveOthers: () => void
}

/** Puts scan after scan on a pile, a box a label, and answers each by a sound and a word. */
export function usePileScans(target: PileTarget): PileScans {
  const [word, setWord] = useState<PileWord>()
  const [others, setOthers] = useState<readonly string[]>([])
  const say = (kind: PileWord['kind'], box: BoxText): void => {
    playTone(kind === 'new' ? 'good' : 'bad')
    setWord({ kind, box })
  }
  const put = (box: BoxText): void => {
    const found = pileBox(box)
    if (found === undefined) return say('not-understood', box)
    const isThere = target.has(found.identifier)
    const hasRoom = isThere || target.add(found.line)
    if (hasRoom) setOthers((now) => [...new Set([...now, ...found.others])])
    if (isThere || !hasRoom) return say(isThere ? 'repeated' : 'full', box)
    void sayKept(box)
  }
  const sayKept = async (box: BoxText): Promise<void> => {
    await target.settled()
    say('new', box)
  }
  useLabels({
    gathered: put,
    unread: (text) => {
      say('not-understood', { raw: text, asSerial: false })
    },
  })
  return {
    word,
    others,
    put,
    takeOthers: () => {
      setOthers([])
      for (const raw of others) put({ raw, asSerial: false })
    },
    leaveOthers: () => {
      setOthers([])
    },
  }
}

/** A short sound that tells a scan that was taken from one that was not, for eyes that are on the next box. */
function playTone(kind: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const { hertz, seconds } = tones[kind]
  const oscillator = context.createOscillator()
  const volume = context.createGain()
  oscillator.frequency.value = hertz
  volume.gain.setValueAtTime(0.2, context.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start()
  oscillator.stop(context.currentTime + seconds)
}
