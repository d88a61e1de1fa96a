import { longestPause } from '../scan/wedge/scan-evidence.ts'
import { isModifier, releasedOf, type KeyPress, type KeyRelease } from '../scan/wedge/wedge-detector.ts'
import { isCharacter, type KeyTrace } from './key-trace.ts'

/** Without a key for so long a scan is over, whatever its scanner ends with, in milliseconds. */
const quiet = 600
/** Some scanners end with two keys, such as Enter and Tab. */
const quietAfterEnd = 150
/** Fewer characters are a key or two that somebody pressed. */
const fewest = 3

export interface TraceRecorder {
  /** Whether the key does anything else: what belongs to a scan must press and choose nothing. */
  readonly press: (press: KeyPress) => 'keep' | 'swallow'
  readonly release: (release: KeyRelease) => void
  readonly isRecording: () => boolean
  /** Forgets what has not come to its end. */
  readonly stop: () => void
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
