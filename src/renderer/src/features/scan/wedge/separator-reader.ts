import { letGoAtOnce, paceSlack, slowestPlainGap } from './rhythm.ts'
import type { ScannerTraits } from './scan-evidence.ts'
import { isModifier, releasedOf, type KeyRelease } from './wedge-detector.ts'

/** What parts the elements of a GS1 code. It has no key of its own. */
export const groupSeparator = '\u001D'

/** What a key is to a group separator: the last key of one, or one before the last. */
export type SeparatorSign = 'whole' | 'part'

export interface SeparatorReader {
  /** To be asked of each key that goes down, in their order; absent where a key has no part in a separator. */
  readonly read: (event: KeyboardEvent) => SeparatorSign | undefined
  readonly release: (release: KeyRelease) => void
}

/** A key of the run, with how long it took to come to it. */
interface PacedKey extends KeyRelease {
  readonly gap: number
  readonly held?: number
}

/** Quicker than this from key to key no person presses a command, in milliseconds. */
const quick = 35
/** So many characters right before, each as quick, are in the midst of a code. */
const fewest = 4

/**
 * Sees a group separator in the keys that scanners send for it: Ctrl and the bracket that has its place in ASCII, which has
 * another sign on other keyboard layouts, or Alt and its number on the keypad. Only in the midst of what no hand types: Ctrl
 * and a plus is a person's zoom.
 */
export function createSeparatorReader({ longestGap = 0, longestHold = null }: ScannerTraits): SeparatorReader {
  let run: readonly PacedKey[] = []
  let latest = -Infinity
  /** The longest from one key to the next since the latest of the run, modifiers among them. */
  let gap = 0
  let digits = ''

  const isInMidst = (): boolean => {
    if (run.length < fewest) return false
    const holds = run.map(({ held }) => held)
    const isSlowOne = longestHold !== null && letGoAtOnce([longestHold]) && letGoAtOnce(holds, longestHold)
    const learnt = longestGap + paceSlack
    const pace = isSlowOne ? learnt : Math.max(quick, Math.min(learnt, slowestPlainGap))
    return Math.max(gap, ...run.slice(1).map((one) => one.gap)) <= pace
  }
  const add = ({ key, code, timeStamp: at }: KeyboardEvent): void => {
    run = [...run, { key, code, at, gap }].slice(-fewest)
    gap = 0
    digits = ''
  }

  return {
    read(event) {
      const { key, code, ctrlKey, altKey, timeStamp: at } = event
      if (event.repeat || event.isComposing) return undefined
      gap = Math.max(gap, at - latest)
      latest = at
      if (isModifier(key)) return undefined
      if ((!ctrlKey && !altKey && !event.metaKey) || event.getModifierState('AltGraph')) {
        if (Array.from(key).length === 1) add(event)
        return undefined
      }
      if (ctrlKey && !altKey && (key === ']' || (code === 'BracketRight' && isInMidst()))) {
        add(event)
        return 'whole'
      }
      const digit = /^Numpad([0-9])$/.exec(code)?.[1]
      if (!altKey || ctrlKey || digit === undefined || !isInMidst()) return undefined
      digits += digit
      if (!/^0{0,2}29$/.test(digits)) return 'part'
      digits = ''
      return 'whole'
    },
    release(release) {
      run = releasedOf(run, release)
    },
  }
}
