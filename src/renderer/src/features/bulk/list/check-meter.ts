/**
 * The number of rows checked so far. Kept out of the screen's state, because a long list would render the whole screen
 * hundreds of times.
 */
export interface CheckMeter {
  readonly checked: () => number
  readonly set: (checked: number) => void
  readonly listen: (onChange: () => void) => () => void
}

export function createCheckMeter(): CheckMeter {
  const listeners = new Set<() => void>()
  let now = 0
  return {
    checked: () => now,
    set(checked) {
      now = checked
      for (const tell of listeners) tell()
    },
    listen(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
