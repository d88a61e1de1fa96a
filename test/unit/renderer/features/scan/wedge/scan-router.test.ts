import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createScanRouter,
  tellObservers,
  observeScans,
  type Listening,
} from '../../../../../../src/renderer/src/features/scan/wedge/scan-watch.ts'
import type { Scan, ScannerTraits } from '../../../../../../src/renderer/src/features/scan/wedge/scan-evidence.ts'

const scanOf = (text: string): Scan => ({ text, raw: text, by: 'rhythm', at: 1 })
const scan = scanOf('001A794EB20F')
const traits: ScannerTraits = { prefix: '', suffix: '' }

interface Ears {
  readonly heard: string[]
  readonly listening: () => Listening
}

/** Handles each code by itself. */
function codeEars(of = traits): Ears {
  const heard: string[] = []
  const listener = {
    scanned: ({ text }: { readonly text: string }) => heard.push(text),
    unread: (text: string) => heard.push(`unread ${text}`),
  }
  return { heard, listening: () => ({ listener, traits: of }) }
}

const say = (codes: readonly { readonly text: string }[]): string => codes.map(({ text }) => text).join(' ')

/** Handles labels. */
function labelEars(): Ears {
  const heard: string[] = []
  const listener: Listening['listener'] = {
    heard: (codes, isFirst) => heard.push(`${isFirst ? 'first: ' : ''}${say(codes)}`),
    gathered: (codes) => heard.push(`all: ${say(codes)}`),
    unread: (text) => heard.push(`unread ${text}`),
  }
  return { heard, listening: () => ({ listener, traits }) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the router of scans', () => {
  it('passes each scan to a screen and not to the frame, even if the frame registered last', () => {
    const app = createScanRouter()
    const [screen, frame] = [codeEars(), codeEars()]
    app.hear(screen.listening, 'screen')
    app.hear(frame.listening, 'frame')
    app.scanned(scan)
    app.unread('https://box.example')
    expect(screen.heard).toEqual(['001A794EB20F', 'unread https://box.example'])
    expect(frame.heard).toEqual([])
  })

  it('passes a scan to the screen that registered last, and to the frame if there is no screen', () => {
    const app = createScanRouter()
    const [first, second, frame] = [codeEars(), codeEars(), codeEars()]
    app.hear(frame.listening, 'frame')
    const endFirst = app.hear(first.listening, 'screen')
    const endSecond = app.hear(second.listening, 'screen')
    app.scanned(scan)
    endSecond()
    app.scanned(scan)
    endFirst()
    app.scanned(scan)
    expect([first.heard.length, second.heard.length, frame.heard.length]).toEqual([1, 1, 1])
  })

  it('uses the scanner settings of the foremost listener, and drops scans if there is no listener', () => {
    const app = createScanRouter()
    const other = { prefix: '~', suffix: '' }
    app.hear(codeEars().listening, 'frame')()
    expect(app.traits()).toBeUndefined()
    const endFrame = app.hear(codeEars().listening, 'frame')
    const end = app.hear(codeEars(other).listening, 'screen')
    expect(app.traits()).toBe(other)
    end()
    expect(app.traits()).toBe(traits)
    endFrame()
    expect(() => {
      app.scanned(scan)
    }).not.toThrow()
  })

  it('offers each key only to the foremost listener', () => {
    const app = createScanRouter()
    const press = { key: '0', at: 1, ignored: false, intoText: false }
    app.hear(codeEars().listening, 'frame')
    expect(app.press?.(press)).toBeUndefined()
    const listener: Listening['listener'] = {
      scanned: () => undefined,
      unread: () => undefined,
      press: ({ key }) => (key === '0' ? 'swallow' : 'keep'),
    }
    app.hear(() => ({ listener, traits }), 'screen')
    expect([app.press?.(press), app.press?.({ ...press, key: '1' })]).toEqual(['swallow', 'keep'])
  })
})

describe('the codes of a label', () => {
  it('are passed on as they arrive, and once more when all have arrived', () => {
    const app = createScanRouter()
    const screen = labelEars()
    app.hear(screen.listening, 'screen')
    app.scanned(scan)
    app.scanned(scanOf('MAG520'))
    vi.advanceTimersByTime(1000)
    expect(screen.heard).toEqual(['first: 001A794EB20F', '001A794EB20F MAG520', 'all: 001A794EB20F MAG520'])
  })

  it('go to the next listener if their screen closes before all have arrived', () => {
    const app = createScanRouter()
    const [home, frame] = [labelEars(), labelEars()]
    app.hear(frame.listening, 'frame')
    const end = app.hear(home.listening, 'screen')
    app.scanned(scan)
    end()
    app.scanned(scanOf('MAG520'))
    vi.advanceTimersByTime(1000)
    expect(home.heard).toEqual(['first: 001A794EB20F'])
    expect(frame.heard).toEqual(['first: 001A794EB20F MAG520', 'all: 001A794EB20F MAG520'])
  })

  it('go to a screen that handles single codes, if it has opened meanwhile', () => {
    const app = createScanRouter()
    const [home, scanBatch] = [labelEars(), codeEars()]
    app.hear(home.listening, 'screen')
    app.scanned(scan)
    app.unread('???')
    app.hear(scanBatch.listening, 'screen')
    app.scanned(scanOf('MAG520'))
    vi.advanceTimersByTime(1000)
    expect(home.heard).toEqual(['first: 001A794EB20F', 'unread ???'])
    expect(scanBatch.heard).toEqual(['MAG520', '001A794EB20F', '???'])
  })

  it('do not contain the rest of a code whose beginning is lost', () => {
    const app = createScanRouter()
    const screen = labelEars()
    app.hear(screen.listening, 'screen')
    app.unread('820198347', true)
    app.scanned(scanOf('4006381333931'))
    vi.advanceTimersByTime(1000)
    expect(screen.heard).toEqual(['unread 820198347', 'first: 4006381333931', 'all: 4006381333931'])
  })

  it('are dropped once the technician has decided about the label, and the next code begins a new label', () => {
    const app = createScanRouter()
    const screen = labelEars()
    app.hear(screen.listening, 'screen')
    app.scanned(scan)
    app.forget()
    vi.advanceTimersByTime(1000)
    expect(screen.heard).toEqual(['first: 001A794EB20F'])
    app.scanned(scanOf('MAG520'))
    expect(screen.heard).toEqual(['first: 001A794EB20F', 'first: MAG520'])
  })
})

describe('an observer of scans', () => {
  it('is informed of each scan that a listener takes, and of nothing after the observation has ended', () => {
    const told: string[] = []
    const end = observeScans((outcome) => told.push(outcome))
    const app = createScanRouter()
    app.scanned(scan)
    expect(told).toEqual([])
    app.hear(codeEars().listening, 'screen')
    app.scanned(scan)
    app.unread('???')
    expect(told).toEqual(['scanned', 'unread'])
    end()
    app.scanned(scan)
    expect(told).toHaveLength(2)
  })

  it('is informed by a listener that decides about the label itself, and not by the arrival of its codes', () => {
    const told: string[] = []
    const end = observeScans((outcome) => told.push(outcome))
    const app = createScanRouter()
    const { listener, traits } = labelEars().listening()
    app.hear(() => ({ listener: { ...listener, tellsOutcome: true }, traits }), 'screen')
    app.scanned(scan)
    app.unread('???')
    expect(told).toEqual([])
    tellObservers('unread')
    expect(told).toEqual(['unread'])
    end()
  })
})
