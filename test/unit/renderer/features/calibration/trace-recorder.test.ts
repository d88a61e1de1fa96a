import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeyTrace } from '../../../../../src/renderer/src/features/calibration/learn-scanner.ts'
import { spellTrace } from '../../../../../src/renderer/src/features/calibration/lesson-panel.tsx'
import { createTraceRecorder } from '../../../../../src/renderer/src/features/calibration/use-calibration.ts'
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const traces: KeyTrace[] = []
  const recorder = createTraceRecorder((trace) => traces.push(trace))
  let at = 1000
  const press = (key: string, gap = 5, ignored = false) => {
    at += gap
    vi.advanceTimersByTime(gap)
    return recorder.press({ key, at, ignored, intoText: false })
  }
  const type = (keys: readonly string[], gap = 5) => keys.map((key) => press(key, gap))
  return { recorder, traces, press, type, textOf: () => traces.map((trace) => trace.map(({ key }) => key).join(' ')) }
}

describe('the keys from a scanner', () => {
  it('count as one scan until there is a pause, and have no other effect', () => {
    const { type, textOf, recorder } = setUp()
    expect(new Set(type(['~', '0', '0', 'Tab']))).toEqual(new Set(['swallow']))
    expect(recorder.isRecording()).toBe(true)
    vi.advanceTimersByTime(149)
    expect(textOf()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(textOf()).toEqual(['~ 0 0 Tab'])
    expect(recorder.isRecording()).toBe(false)
  })

  it('are recorded with their hold times, even if Shift was released first', () => {
    const { recorder, traces } = setUp()
    const press = (key: string, code: string, at: number) =>
      recorder.press({ key, code, at, ignored: false, intoText: false })
    press('0', 'Digit0', 1000)
    recorder.release({ key: '0', code: 'Digit0', at: 1008 })
    press('A', 'KeyA', 1090)
    recorder.release({ key: 'a', code: 'KeyA', at: 1101 })
    press('0', 'Digit0', 1180)
    press('Enter', 'Enter', 1270)
    recorder.release({ key: 'Enter', code: 'Enter', at: 1280 })
    vi.advanceTimersByTime(1000)
    expect(traces.map((trace) => trace.map(({ held }) => held))).toEqual([[8, 11, undefined, 10]])
  })

  it('may end with two end keys, or with none', () => {
    const { type, textOf } = setUp()
    type(['1', '2', '3', 'Enter', 'Tab'], 60)
    vi.advanceTimersByTime(1000)
    type(['1', '2', '3'], 90)
    vi.advanceTimersByTime(599)
    expect(textOf()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(textOf()).toEqual(['1 2 3 Enter Tab', '1 2 3'])
  })

  it('may come with Shift between them, which is not recorded', () => {
    const { type, textOf } = setUp()
    expect(type(['Shift', 'A', 'Shift', 'B', 'C', 'Enter'])[0]).toBe('keep')
    vi.advanceTimersByTime(1000)
    expect(textOf()).toEqual(['A B C Enter'])
  })
})

describe('the keys from a person', () => {
  it('have their usual effect if they move the focus, press a button or are a command', () => {
    const { press, type, traces } = setUp()
    expect(type(['Tab', 'Enter', ' ', 'Escape', 'ArrowDown'])).toEqual(['keep', 'keep', 'keep', 'keep', 'keep'])
    expect(press('k', 5, true)).toBe('keep')
    press('a')
    expect(press('Tab', 400)).toBe('keep')
    vi.advanceTimersByTime(1000)
    expect(traces).toEqual([])
  })

  it('do not count as a scan if only one or two keys come, or if the recording is stopped', () => {
    const { type, traces, recorder } = setUp()
    type(['a', 'b'])
    vi.advanceTimersByTime(1000)
    type(['a', 'b', 'c', 'Enter'])
    recorder.stop()
    vi.advanceTimersByTime(1000)
    expect(traces).toEqual([])
  })
})

it('a recorded scan shows visible text as it is, invisible characters by code point, and keys by name', () => {
  const trace = ['~', 'A', '\u001D', ' ', 'Ö', 'Tab'].map((key) => ({ key, at: 0 }))
  expect(spellTrace(trace).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'text ~A',
    'point U+001D',
    'point U+0020',
    'text Ö',
    'key Tab',
  ])
})
