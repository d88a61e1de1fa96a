import { useState } from 'react'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import type { BoxText } from './box-text.ts'
import { pileBox } from './pile-box.ts'
import { useLabels } from './use-labels.ts'

const tones = { good: { hertz: 1320, seconds: 0.07 }, bad: { hertz: 220, seconds: 0.25 } } as const

let context: AudioContext | undefined

/** The result of the latest scan. `full`: the batch has no room left. */
export interface PileWord {
  readonly kind: 'new' | 'repeated' | 'full' | 'not-understood'
  readonly box: BoxText
}

/** Where the boxes are stored. */
export interface PileTarget {
  readonly has: (identifier: DeviceIdentifier) => boolean
  /** Returns false if there is no room. */
  readonly add: (line: string) => boolean
  /** Resolves when the box is stored on this computer. Only then it is confirmed. */
  readonly settled: () => Promise<void>
}

export interface PileScans {
  readonly word: PileWord | undefined
  /** Codes read together with a box that could be boxes themselves. The technician has not decided yet. */
  readonly others: readonly string[]
  /** Adds a box that the technician made of an unclear scan. */
  readonly put: (box: BoxText) => void
  readonly takeOthers: () => void
  readonly leaveOthers: () => void
}

/** Adds scans to a batch, one box per label, and confirms each by a sound and a message. */
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

/** A short sound that tells an accepted scan from a rejected one, for a technician who is looking at the next box. */
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
