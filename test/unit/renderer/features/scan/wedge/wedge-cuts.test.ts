import { describe, expect, it } from 'vitest'
import type { ScannerTraits } from '../../../../../../src/renderer/src/features/scan/wedge/scan-evidence.ts'
import {
  createWedgeDetector,
  type KeyPress,
  type WedgeVerdict,
} from '../../../../../../src/renderer/src/features/scan/wedge/wedge-detector.ts'
import { pressesOf } from '../../../../../fakes/key-traces.ts'

const unmarked: ScannerTraits = { prefix: '', suffix: '' }

function listen(presses: readonly KeyPress[], traits = unmarked): WedgeVerdict[] {
  const detector = createWedgeDetector(traits)
  return presses.map((press) => detector.press(press))
}

const blank = (at: number, intoText: boolean): KeyPress => ({ key: ' ', at, ignored: false, intoText })

describe('a blank in a code', () => {
  const slow = { end: 'Enter', shortestGap: 43, longestGap: 48, longestHold: 10 } as const
  const slowest = { end: 'Enter', shortestGap: 130, longestGap: 150, longestHold: 10 } as const
  it.each([
    [8, unmarked],
    [45, unmarked],
    [115, unmarked],
    [45, { ...unmarked, ...slow }],
    [150, { ...unmarked, ...slowest }],
  ])('presses no button, %i ms after another character', (gap, traits) => {
    const presses = pressesOf('S/N: STB4820198347', () => gap, Math.random, { end: 'Enter', intoText: false })
    expect(listen(presses, traits)[4]).toEqual({ kind: 'swallow' })
  })

  it('is left alone in a text field, and wherever a person presses it', () => {
    const typed = pressesOf('A', () => 0, Math.random, { at: 1000, intoText: false })
    expect(listen([...typed, blank(1200, false)]).at(-1)).toEqual({ kind: 'nothing' })
    expect(listen([blank(1000, false)])).toEqual([{ kind: 'nothing' }])
    expect(listen([...typed, blank(1010, true)]).at(-1)).toEqual({ kind: 'nothing' })
    const arrow = { key: 'ArrowDown', at: 1150, ignored: false, intoText: false }
    expect(listen([...typed, arrow, blank(1250, false)]).at(-1)).toEqual({ kind: 'nothing' })
  })
})

/** Types like a cable scanner that pauses once after `head`, then presses Enter. */
const halting = (head: string, rest: string, pause: number, intoText: boolean): readonly KeyPress[] => {
  const first = pressesOf(head, () => 8, Math.random, { intoText })
  const at = (first.at(-1)?.at ?? 0) + pause
  return [...first, ...pressesOf(rest, () => 8, Math.random, { at, end: 'Enter', intoText })]
}

describe('a scan with a pause in its code', () => {
  it.each(
    [
      ['STB4', '820198347', [92, 150, 250, 320, 900]],
      ['S', 'TB4820198347', [92, 150, 250, 320, 900]],
      // After a shorter pause, the whole address is recognized.
      ['001A', '79C2D3E4', [320, 900]],
    ].flatMap(([head, rest, pauses]) =>
      (pauses as number[]).map((pause) => [head as string, pause, rest as string] as const),
    ),
  )('never names a box by its rest: %s, %i ms, %s', (head, pause, rest) => {
    expect(listen(halting(head, rest, pause, true)).map(({ kind }) => kind)).not.toContain('scan')
    expect(listen(halting(head, rest, pause, false)).at(-1)).toMatchObject({ kind: 'unread', isPart: true })
  })

  it('may end with a whole address', () => {
    const verdict = listen(halting('SN4820', '001A79C2D3E4', 320, true)).at(-1)
    expect(verdict).toMatchObject({ scan: { text: '001A79C2D3E4' }, leaked: 12 })
  })
})

describe('a serial number that is scanned soon after', () => {
  const learnt = { shortestGap: 7, longestGap: 9, longestHold: 8 } as const
  const serial = pressesOf('STB4820198347', () => 8, Math.random, { at: 2000, end: 'Enter' })
  const isScan = { kind: 'scan', scan: { text: 'STB4820198347' }, leaked: 13 }

  it.each([150, 400])('%i ms after typed words is a scan', (pause) => {
    const length = 'Amel'.length * 120 - 120
    const typed = pressesOf('Amel', () => 120, Math.random, { at: 2000 - pause - length })
    expect(listen([...typed, ...serial]).at(-1)).toMatchObject(isScan)
  })

  it('a single typed key is a scan, because the key was down as long as a finger holds it', () => {
    const detector = createWedgeDetector(unmarked)
    detector.press({ key: 'A', at: 1800, ignored: false, intoText: true })
    detector.release({ key: 'A', at: 1880 })
    expect(serial.map((press) => detector.press(press)).at(-1)).toMatchObject(isScan)
  })

  it.each(['Backspace', 'Dead', 'ArrowLeft'])('typed words and %s is a scan', (key) => {
    const typed = pressesOf('Amel', () => 120, Math.random, { at: 1300 })
    const press = { key, at: 1800, ignored: false, intoText: true }
    expect(listen([...typed, press, ...serial]).at(-1)).toMatchObject(isScan)
  })

  it.each([200, 400, 900])('a short code without an end key is a scan, after %i ms', (pause) => {
    const detector = createWedgeDetector({ ...unmarked, ...learnt, end: 'none' })
    for (const press of pressesOf('MAG322', () => 8, Math.random, { at: 1960 - pause })) detector.press(press)
    for (const press of serial.slice(0, -1)) detector.press(press)
    expect(detector.settle(2200)).toMatchObject(isScan)
  })

  it.each([200, 400, 900])('a short code with a suffix is a second scan, after %i ms', (pause) => {
    const first = pressesOf('MAG322#', () => 8, Math.random, { at: 1952 - pause })
    const second = pressesOf('STB4820198347#', () => 8, Math.random, { at: 2000 })
    const scanned = { kind: 'scan', scan: { text: 'STB4820198347' } }
    expect(listen([...first, ...second], { ...unmarked, ...learnt, suffix: '#' }).at(-1)).toMatchObject(scanned)
  })

  it('another scan is a second scan if an end key came between', () => {
    const first = pressesOf('MAG322', () => 8, Math.random, { at: 1600, end: 'Enter' })
    expect(listen([...first, ...serial]).at(-1)).toMatchObject(isScan)
  })
})

/** Types keys every 8 ms, then presses Enter. `click` stands for a click. */
const scanOf = (keys: readonly string[], intoText: boolean): readonly WedgeVerdict['kind'][] => {
  const detector = createWedgeDetector(unmarked)
  return [...keys, 'Enter'].map((key, index) => {
    if (key === 'click') detector.forget(1000 + index * 8)
    return detector.press({ key, at: 1000 + index * 8, ignored: false, intoText }).kind
  })
}

describe('a key or a click in a scan that is no character', () => {
  it.each([
    ['two letters of one key', ['ٍ', 'لإ', 'لآ', ...Array.from('20198347')]],
    ['an unknown key', ['ٍ', 'Unidentified', 'Unidentified', ...Array.from('20198347')]],
    [
      'a dead key',
      [
        ...Array.from('httpsÖ--x.y-q_mac'),
        'Dead',
        ...Array.from('001A79C2D3E4/card'),
        'Dead',
        ...Array.from('20198347'),
      ],
    ],
    ['a key for a separator', [...Array.from('010950600013435221STB4820198347'), 'F8', ...Array.from('10LOT20240117')]],
    ['a click', [...Array.from('STB48'), 'click', ...Array.from('20198347')]],
    ['an address after it', [...Array.from('STB48'), 'F8', ...Array.from('001A79C2D3E4')]],
  ])('makes the scan unread: %s', (_, keys) => {
    expect(scanOf(keys, false).at(-1)).toBe('unread')
    expect(scanOf(keys, true)).not.toContain('scan')
  })

  it('does not count if a person typed the keys before it', () => {
    const detector = createWedgeDetector(unmarked)
    detector.press({ key: 'x', at: 1000, ignored: false, intoText: true })
    detector.release({ key: 'x', at: 1080 })
    detector.forget(1200)
    const scanned = pressesOf('001A79C2D3E4', () => 8, Math.random, { at: 1300, end: 'Enter' })
    const verdict = scanned.map((press) => detector.press(press)).at(-1)
    expect(verdict).toMatchObject({ kind: 'scan', scan: { text: '001A79C2D3E4' }, leaked: 12 })
  })

  it('counts only until the next pause', () => {
    const typed = [
      ...pressesOf('Am', () => 150, Math.random),
      { key: 'Backspace', at: 1160, ignored: false, intoText: true },
    ]
    const serial = pressesOf('001A79C2D3E4', () => 8, Math.random, { at: 1500, end: 'Enter' })
    expect(listen([...typed, ...serial]).at(-1)).toMatchObject({ kind: 'scan', leaked: 12 })
  })
})

it.each([true, false])('an Enter after a word that a program typed counts, in a text field: %s', (intoText) => {
  const typed = pressesOf(';vil', () => 130, Math.random, { intoText })
  const replaced = ['Backspace', 'Backspace', 'Backspace', 'Backspace', ...Array.from('Paris')].map((key, index) => ({
    key,
    at: 1395 + index * 2,
    ignored: false,
    intoText,
  }))
  const enter = { key: 'Enter', at: 1561, ignored: false, intoText }
  expect(listen([...typed, ...replaced, enter]).at(-1)?.kind).toBe(intoText ? 'nothing' : 'unread')
})

it.each([
  [130, 'swallow'],
  [300, 'nothing'],
])('the second Enter of a slow scanner does nothing, %i ms after the first', (gap, kind) => {
  const slow = { ...unmarked, prefix: '~', end: 'Enter', shortestGap: 120, longestGap: 130, longestHold: null } as const
  const presses = pressesOf('~001A79C2D3E4', () => 130, Math.random, { end: 'Enter', intoText: false })
  const at = (presses.at(-1)?.at ?? 0) + gap
  expect(listen([...presses, { key: 'Enter', at, ignored: false, intoText: false }], slow).at(-1)).toEqual({ kind })
})
