import { createRequire } from 'node:module'
import type { KeyPress } from '../../src/renderer/src/features/scan/wedge/wedge-detector.ts'

interface OnScan {
  readonly attachTo: (target: EventTarget, options: Readonly<Record<string, unknown>>) => void
}

/**
 * The codes that onscan.js recognizes in a trace. It reads the global clock and sets global timers, so both are replaced with the
 * trace's own time. It gets a better reader of keys than its own, which loses the colons of an address.
 */
export function listenWithOnscan(presses: readonly KeyPress[]): readonly string[] {
  const onScan = createRequire(import.meta.url)('onscan.js') as OnScan
  const heard: string[] = []
  const target = new EventTarget()
  const time = standInForTime()
  try {
    onScan.attachTo(target, {
      onScan: (code: string) => heard.push(code),
      keyCodeMapper: ({ key }: KeyEvent) => (key.length === 1 ? key : null),
    })
    for (const { key, at } of presses) {
      time.goTo(at)
      target.dispatchEvent(new KeyEvent(key))
    }
    time.goTo(Infinity)
  } finally {
    time.end()
  }
  return heard
}

const keyCodes: Readonly<Record<string, number>> = { Tab: 9, Enter: 13 }

class KeyEvent extends Event {
  readonly key: string
  readonly which: number
  constructor(key: string) {
    super('keydown', { cancelable: true })
    this.key = key
    this.which = keyCodes[key] ?? key.toUpperCase().charCodeAt(0)
  }
}

function standInForTime() {
  const { setTimeout, clearTimeout } = globalThis
  const { now } = Date
  let at = 0
  let last = 0
  const timers = new Map<number, { readonly due: number; readonly action: () => void }>()
  Date.now = () => at
  Object.assign(globalThis, {
    setTimeout: (action: (...values: readonly unknown[]) => void, ms: number, ...values: readonly unknown[]) => {
      last += 1
      timers.set(last, {
        due: at + ms,
        action: () => {
          action(...values)
        },
      })
      return last
    },
    clearTimeout: (timer: number) => timers.delete(timer),
  })
  return {
    goTo(moment: number) {
      for (;;) {
        const next = [...timers]
          .filter(([, { due }]) => due <= moment)
          .toSorted(([, one], [, other]) => one.due - other.due)[0]
        if (next === undefined) break
        timers.delete(next[0])
        at = next[1].due
        next[1].action()
      }
      at = moment
    },
    end() {
      Date.now = now
      Object.assign(globalThis, { setTimeout, clearTimeout })
    },
  }
}
