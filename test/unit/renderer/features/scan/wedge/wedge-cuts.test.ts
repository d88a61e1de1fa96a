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
  })
})
