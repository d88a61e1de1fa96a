import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { longestPause } from '../scan/wedge/scan-evidence.ts'
import { useScanner } from '../scan/wedge/scan-watch.ts'
import {
  isCharacter,
  isEndKey,
  isModifier,
  releasedOf,
  type KeyPress,
  type KeyRelease,
} from '../scan/wedge/wedge-detector.ts'
import { findProblem, learnScanner, scansToLearn, type KeyTrace, type LearnProblem } from './learn-scanner.ts'

/** Milliseconds without a key after which a scan is over. */
const quiet = 600

/**
 * A scan is complete when no key has arrived for this many milliseconds after an end key. Some scanners send two end keys, such as Enter
 * and Tab.
 */
const quietAfterEnd = 150

/** The smallest number of characters in a scan. Fewer characters are single key presses. */
const fewest = 3

export interface Calibration {
  /** The usable scans, in order. */
  readonly traces: readonly KeyTrace[]
  /** The latest scan, if it is not usable. */
  readonly fault?: { readonly trace: KeyTrace; readonly problem: LearnProblem }
}

export const noScans: Calibration = { traces: [] }

/** Adds a scan. A scan with a problem is not added. If the problem is in all scans together, all scans are dropped. */
export function takeTrace(calibration: Calibration, trace: KeyTrace): Calibration {
  if (isComplete(calibration)) return calibration
  const traces = [...calibration.traces, trace]
  const problem = findProblem(traces)
  if (problem === undefined) return { traces }
  return { traces: problem.scan === undefined ? [] : calibration.traces, fault: { trace, problem } }
}

export const isComplete = ({ traces }: Calibration): boolean => traces.length >= scansToLearn

export interface Trial {
  /** The keys of the scan. Absent if the keys went into a text field. */
  readonly trace?: KeyTrace
  /** How the scan was recognized. Absent if the scan was not recognized. */
  readonly heard?: { readonly kind: 'heard' | 'unread'; readonly text: string }
}

/**
 * Records scans outside text fields while a scanner is being learnt. After that, recognizes scans by the learnt traits, and still records
 * the scans.
 */
export function useCalibration() {
  const [calibration, setCalibration] = useState(noScans)
  /** The text printed under the code, as typed by the technician, or empty. The text is used once typing pauses. */
  const [printed, setPrinted] = useState('')
  const settled = useSettled(printed)
  const [trial, setTrial] = useState<Trial>()
  /** How the current scan was recognized. Kept until the recorder has the last keys of the scan. */
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
  const recorder = useRef<ReturnType<typeof createTraceRecorder>>(undefined)
  useEffect(() => {
    const made = createTraceRecorder((trace) => recorded(trace))
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
      scanned: ({ text }) => take('heard', text),
      unread: (text) => take('unread', text),
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
    /** The result of learning. Undefined until all scans have arrived. */
    learning,
    printed,
    setPrinted,
    trial,
    beginAnew: (): void => {
      recorder.current?.stop()
      setCalibration(noScans)
      setPrinted('')
      setTrial(undefined)
    },
  }
}

/** The pause in typing, in milliseconds, after which the text is used. By then, a scan that leaked into the field has been removed. */
const settlingTime = 400

/** Returns the typed text as it was when typing last paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settlingTime)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Groups keys that follow each other quickly, and calls `recorded` with each finished scan. Single key presses are not a scan. */
export function createTraceRecorder(recorded: (trace: KeyTrace) => void) {
  let trace: KeyTrace = []
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Drops an incomplete scan. */
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
    /** Returns `swallow` for the keys of a scan, so that these keys press no button and select nothing. */
    press(press: KeyPress): 'keep' | 'swallow' {
      const { key, at, ignored } = press
      if (ignored || isModifier(key)) return 'keep'
      // A scan does not begin with Space or with a named key. Space may press a button, and named keys are for the screen.
      if (trace.length === 0) return isCharacter(key) && key !== ' ' ? add(press, quiet) : 'keep'
      if (isCharacter(key)) return add(press, quiet)
      const isPart = trace.length >= fewest && at - (trace.at(-1)?.at ?? at) <= longestPause
      return isPart ? add(press, isEndKey(key) ? quietAfterEnd : quiet) : 'keep'
    },
    release(release: KeyRelease): void {
      trace = releasedOf(trace, release)
    },
    isRecording: (): boolean => trace.length > 0,
    stop,
  }
}
