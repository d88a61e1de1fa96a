import { paceSlack, slowestPlainGap } from './rhythm.ts'
import type { ScannerTraits } from './scan-evidence.ts'

/** What parts the elements of a GS1 code. It has no key of its own. */
export const groupSeparator = '\u001D'

/** What a key is to a group separator: the last key of one, or one before the last. */
export type SeparatorSign = 'whole' | 'part'

export interface SeparatorReader {
  /** To be asked of each key that goes down, in their order; absent where a key has no part in a separator. */
  readonly read: (event: KeyboardEvent) => SeparatorSign | undefined
}

/** Quicker than this from key to key no person presses a command, in milliseconds. */
const quick = 35
/** So many characters right before, each as quick, are in the midst of a code. */
const fewest = 4

/**
 * Sees a group separator in the keys that scanners send for it: Ctrl and the bracket that has its place in ASCII, which has
 * another sign on other keyboard layouts, or Alt and its number on the keypad. Only in the midst of a quick run: Ctrl and a
 * plus is a person's zoom.
 */
export function createSeparatorReader({ longestGap = 0 }: ScannerTraits): SeparatorReader {
  const pace = Math.max(quick, Math.min(longestGap + paceSlack, slowestPlainGap))
  let run = 0
  let latest = -Infinity
  let digits = ''
  // Ctrl or Alt goes down in between, as a key of its own.
  const isInMidst = (at: number): boolean => run >= fewest && at - latest <= 2 * pace
  return {
    read(event) {
      const { key, code, timeStamp: at, ctrlKey, altKey } = event
      if (event.repeat || event.isComposing) return undefined
      const isPlain = !ctrlKey && !altKey && !event.metaKey
      if (isPlain || event.getModifierState('AltGraph')) {
        if (Array.from(key).length !== 1) return undefined
        run = at - latest <= 2 * pace ? run + 1 : 1
        latest = at
        digits = ''
        return undefined
      }
      if (ctrlKey && !altKey && key === ']') return 'whole'
      if (!isInMidst(at)) return undefined
      const digit = /^Numpad([0-9])$/.exec(code)?.[1]
      if (altKey && !ctrlKey && digit !== undefined) digits += digit
      else if (!ctrlKey || code !== 'BracketRight') return undefined
      latest = at
      if (ctrlKey) return 'whole'
      if (!/^0{0,2}29$/.test(digits)) return 'part'
      digits = ''
      return 'whole'
    },
  }
}
