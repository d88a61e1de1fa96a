/** Random values from one seed; the same seed and label always give the same values. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  readonly float: () => number
  /** A whole number from 0 up to, not including, `end`. */
  readonly below: (end: number) => number
  readonly chance: (likelihood: number) => boolean
  readonly pick: <T>(choices: readonly T[]) => T
  /** One of the keys, by weight. */
  readonly weigh: <K extends string>(weights: Readonly<Record<K, number>>) => K
  readonly shuffle: <T>(items: readonly T[]) => readonly T[]
  /** A separate source, so that a new random value in one place does not change those elsewhere. */
  readonly fork: (label: string) => Random
}

/** A small random generator (mulberry32) with the functions that the platforms need. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const float = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(float() * end)
  const pick = <T>(choices: readonly T[]): T => {
    if (choices.length === 0) throw new Error('There is nothing to pick from.')
    return choices[below(choices.length)] as T
  }
  const weigh = <K extends string>(weights: Readonly<Record<K, number>>): K => {
    const keys = Object.keys(weights) as K[]
    let rest = float() * keys.reduce((sum, key) => sum + weights[key], 0)
    for (const key of keys) {
      rest -= weights[key]
      if (rest < 0) return key
    }
    return keys.at(-1) as K
  }
  const shuffle = <T>(items: readonly T[]): readonly T[] => {
    const left = [...items]
    const mixed: T[] = []
    while (left.length > 0) mixed.push(...left.splice(below(left.length), 1))
    return mixed
  }
  return {
    float,
    below,
    chance: (likelihood) => float() < likelihood,
    pick,
    weigh,
    shuffle,
    fork: (label) => createRandom(hash(`${seed >>> 0}/${label}`)),
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
