import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createScanDesk, type Listening } from '../../../../../../src/renderer/src/features/scan/wedge/scan-desk.ts'
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
  const hearer = {
    scanned: ({ text }: { readonly text: string }) => heard.push(text),
    unread: (text: string) => heard.push(`unread ${text}`),
  }
  return { heard, listening: () => ({ hearer, traits: of }) }
}

const say = (codes: readonly { readonly text: string }[]): string => codes.map(({ text }) => text).join(' ')

/** Handles labels. */
function labelEars(): Ears {
  const heard: string[] = []
  const hearer: Listening['hearer'] = {
    heard: (codes, isFirst) => heard.push(`${isFirst ? 'first: ' : ''}${say(codes)}`),
    gathered: (codes) => heard.push(`all: ${say(codes)}`),
    unread: (text) => heard.push(`unread ${text}`),
  }
  return { heard, listening: () => ({ hearer, traits }) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the scan desk', () => {
  it('passes each scan to one hearer: the screen before the frame, even if the frame registered last', () => {
    const desk = createScanDesk()
    const [screen, frame] = [codeEars(), codeEars()]
    desk.hear(screen.listening, 'screen')
    desk.hear(frame.listening, 'frame')
    desk.scanned(scan)
    desk.unread('https://box.example')
    expect(screen.heard).toEqual(['001A794EB20F', 'unread https://box.example'])
    expect(frame.heard).toEqual([])
  })

  it('passes it to the screen that registered last, and to the frame once there is no screen', () => {
    const desk = createScanDesk()
    const [first, second, frame] = [codeEars(), codeEars(), codeEars()]
    desk.hear(frame.listening, 'frame')
    const endFirst = desk.hear(first.listening, 'screen')
    const endSecond = desk.hear(second.listening, 'screen')
    desk.scanned(scan)
    endSecond()
    desk.scanned(scan)
    endFirst()
    desk.scanned(scan)
    expect([first.heard.length, second.heard.length, frame.heard.length]).toEqual([1, 1, 1])
  })

  it('uses the traits of the foremost hearer, none without a hearer, and then drops scans', () => {
    const desk = createScanDesk()
    const other = { prefix: '~', suffix: '' }
    desk.hear(codeEars().listening, 'frame')()
    expect(desk.traits()).toBeUndefined()
    const endFrame = desk.hear(codeEars().listening, 'frame')
    const end = desk.hear(codeEars(other).listening, 'screen')
    expect(desk.traits()).toBe(other)
    end()
    expect(desk.traits()).toBe(traits)
    endFrame()
    expect(() => {
      desk.scanned(scan)
    }).not.toThrow()
  })

  it('offers each key only to the foremost hearer', () => {
    const desk = createScanDesk()
    const press = { key: '0', at: 1, ignored: false, intoText: false }
    desk.hear(codeEars().listening, 'frame')
    expect(desk.press?.(press)).toBeUndefined()
    const hearer: Listening['hearer'] = {
      scanned: () => undefined,
      unread: () => undefined,
      press: ({ key }) => (key === '0' ? 'swallow' : 'keep'),
    }
    desk.hear(() => ({ hearer, traits }), 'screen')
    expect([desk.press?.(press), desk.press?.({ ...press, key: '1' })]).toEqual(['swallow', 'keep'])
  })
})

describe('the codes of a label', () => {
  it('are passed on as they come, and once more when all have come', () => {
    const desk = createScanDesk()
    const screen = labelEars()
    desk.hear(screen.listening, 'screen')
    desk.scanned(scan)
    desk.scanned(scanOf('MAG520'))
    vi.advanceTimersByTime(1000)
    expect(screen.heard).toEqual(['first: 001A794EB20F', '001A794EB20F MAG520', 'all: 001A794EB20F MAG520'])
  })

  it('go to the next hearer if their screen closes before all have come', () => {
    const desk = createScanDesk()
    const [home, frame] = [labelEars(), labelEars()]
    desk.hear(frame.listening, 'frame')
    const end = desk.hear(home.listening, 'screen')
    desk.scanned(scan)
    end()
    desk.scanned(scanOf('MAG520'))
    vi.advanceTimersByTime(1000)
    expect(home.heard).toEqual(['first: 001A794EB20F'])
    expect(frame.heard).toEqual(['first: 001A794EB20F MAG520', 'all: 001A794EB20F MAG520'])
  })

  it('go to a screen that handles single codes, if it has opened meanwhile', () => {
    const desk = createScanDesk()
    const [home, scanBatch] = [labelEars(), codeEars()]
    desk.hear(home.listening, 'screen')
    desk.scanned(scan)
    desk.unread('???')
    desk.hear(scanBatch.listening, 'screen')
    desk.scanned(scanOf('MAG520'))
    vi.advanceTimersByTime(1000)
    expect(home.heard).toEqual(['first: 001A794EB20F', 'unread ???'])
    expect(scanBatch.heard).toEqual(['MAG520', '001A794EB20F', '???'])
  })

  it('are dropped once the user has decided about the label, and the next code is a first one again', () => {
    const desk = createScanDesk()
    const screen = labelEars()
    desk.hear(screen.listening, 'screen')
    desk.scanned(scan)
    desk.forget()
    vi.advanceTimersByTime(1000)
    expect(screen.heard).toEqual(['first: 001A794EB20F'])
    desk.scanned(scanOf('MAG520'))
    expect(screen.heard).toEqual(['first: 001A794EB20F', 'first: MAG520'])
  })
})
