import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useScanner } from '../scan/wedge/use-scanner.ts'
import { isComplete, noScans, takeTrace, type Calibration } from './calibration.ts'
import { type KeyTrace, isCharacter } from './key-trace.ts'
import { learnScanner, type Learning } from './learn-scanner.ts'
import type { Trial } from './trial-result.tsx'
import { longestPause } from '../scan/wedge/scan-evidence.ts'
import { isModifier, releasedOf, type KeyPress, type KeyRelease } from '../scan/wedge/wedge-detector.ts'

/** Without a key for so long a scan is over, whatever its scanner ends with, in milliseconds. */
const quiet = 600

/** Some scanners end with two keys, such as Enter and Tab. */
const quietAfterEnd = 150

/** Fewer characters are a key or two that somebody pressed. */
const fewest = 3

interface TraceRecorder {
  /** Whether the key does anything else: what belongs to a scan must press and choose nothing. */
  readonly press: (press: KeyPress) => 'keep' | 'swallow'
  readonly release: (release: KeyRelease) => void
  readonly isRecording: () => boolean
  /** Forgets what has not come to its end. */
  readonly stop: () => void
}

/** A scanner that is being learnt. */
export interface Calibrating {
  readonly calibration: Calibration
  /** There once all scans have come. */
  readonly learning: Learning | undefined
  /** What a person says is printed under the code; empty where nobody has. Taken up once they have stopped typing. */
  readonly printed: string
  readonly setPrinted: (printed: string) => void
  readonly trial: Trial | undefined
  readonly beginAnew: () => void
}

/** Has every key that goes into no text field while scans are learnt from; then listens as the scanner that was learnt is listened to. */
export function useCalibration(): Calibrating {
  const [calibration, setCalibration] = useState(noScans)
  const [printed, setPrinted] = useState('')
  const settled = useSettled(printed)
  const [trial, setTrial] = useState<Trial>()
  /** What the scan was taken for whose keys are still coming. */
  const heard = useRef<Trial['heard']>(undefined)
  const isLearnt = isComplete(calibration)
  const learning = useMemo(
    () => (isLearnt ? learnScanner(calibration.traces, settled) : undefined),
    [calibration, isLearnt, settled],
  )
  const recorded = useEffectEvent((trace: KeyTrace) => {
    if (!isLearnt) return setCalibration(takeTrace(calibration, trace))
    setTrial({ trace, ...(heard.current === undefined ? {} : { heard: heard.current }) })
    heard.current = undefined
  })
  const recorder = useRef<TraceRecorder>(undefined)
  useEffect(() => {
    const made = createTraceRecorder((trace) => {
      recorded(trace)
    })
    recorder.current = made
    return made.stop
  }, [])
  const take = (kind: 'heard' | 'unread', text: string): void => {
    if (!isLearnt) return
    if (recorder.current?.isRecording() === true) heard.current = { kind, text }
    else setTrial({ heard: { kind, text } })
  }
  useScanner(
    {
      scanned: ({ text }) => {
        take('heard', text)
      },
      unread: (text) => {
        take('unread', text)
      },
      press: (press) => {
        if (press.intoText) return undefined
        const wish = recorder.current?.press(press)
        return isLearnt ? undefined : wish
      },
      release: (release) => recorder.current?.release(release),
    },
    { traits: learning?.ok === true ? learning.lesson.traits : undefined },
  )
  return {
    calibration,
    learning,
    printed,
    setPrinted,
    trial,
    beginAnew: () => {
      recorder.current?.stop()
      setCalibration(noScans)
      setPrinted('')
      setTrial(undefined)
    },
  }
}

/** Longer than a scanner pauses: what it types into the field is taken back before anything is made of it. */
const settlingTime = 400

/** A text that is typed, once no more of it comes. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text)
    }, settlingTime)
    return () => {
      clearTimeout(timer)
    }
  }, [text])
  return settled
}

/** Puts keys together that come close to each other, and tells of each scan once it is over. Keys that go into text are not for it. */
export function createTraceRecorder(recorded: (trace: KeyTrace) => void): TraceRecorder {
  let trace: KeyTrace = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = (): void => {
    clearTimeout(timer)
    trace = []
  }
  const end = (): void => {
    const whole = trace
    stop()
    if (whole.filter(({ key }) => isCharacter(key)).length >= fewest) recorded(whole)
  }
  const add = ({ key, code = '', at }: KeyPress, pause: number): 'swallow' => {
    trace = [...trace, { key, code, at }]
    clearTimeout(timer)
    timer = setTimeout(end, pause)
    return 'swallow'
  }
  return {
    press(press) {
      const { key, at, ignored } = press
      if (ignored || isModifier(key)) return 'keep'
      // With no scan under way, Space presses a button and a named key is a person's.
      if (trace.length === 0) return isCharacter(key) && key !== ' ' ? add(press, quiet) : 'keep'
      if (isCharacter(key)) return add(press, quiet)
      const isPart = trace.length >= fewest && at - (trace.at(-1)?.at ?? at) <= longestPause
      return isPart ? add(press, key === 'Enter' || key === 'Tab' ? quietAfterEnd : quiet) : 'keep'
    },
    release(release) {
      trace = releasedOf(trace, release)
    },
    isRecording: () => trace.length > 0,
    stop,
  }
}
