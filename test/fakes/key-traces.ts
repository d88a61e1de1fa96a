import type {
  KeyPress,
  WedgeDetector,
  WedgeVerdict,
} from '../../src/renderer/src/features/scan/wedge/wedge-detector.ts'
import { createRandom } from '../platforms/random.ts'

/** A source of numbers in [0, 1), determined by a seed. */
export type Chance = () => number

/** Gives the same numbers for the same seed. */
export const seededChance = (seed: number): Chance => createRandom(seed).float

/** Milliseconds from one key to the next. */
export type Gaps = (chance: Chance) => number

const between =
  (low: number, high: number): Gaps =>
  (chance) =>
    low + (high - low) * chance()

/** Typing rhythms of scanners: by cable, polled every 8 or 16 ms, or wireless with jitter. */
export const scannerRhythms: Readonly<Record<string, Gaps>> = {
  'cable, 1 to 3 ms': between(1, 3),
  'cable, keys in one frame': () => 0,
  'polled every 8 ms': (chance) => 8 * (1 + Math.floor(chance() * 2)),
  'polled every 16 ms': (chance) => 16 + chance(),
  'over the air, 10 to 25 ms': between(10, 25),
  'over the air, with hiccups': (chance) => (chance() < 0.05 ? 70 : 6 + 12 * chance()),
}

/** Scanners as slow as a typist, but steadier. They are recognised by a key before the code, or by how they release keys. */
export const slowRhythms: Readonly<Record<string, Gaps>> = {
  'every 45 ms': () => 45,
  'over the air, 60 to 80 ms': between(60, 80),
  'over the air, 80 to 110 ms': between(80, 110),
  'over the air, 70 to 120 ms': between(70, 120),
  'every 45 ms, with hiccups': (chance) => (chance() < 0.03 ? 120 : 42 + 6 * chance()),
}

/** A log-normal pause around `middle`: typing has a long tail on the slow side. */
const typing =
  (middle: number, spread: number, quickest: number): Gaps =>
  (chance) => {
    const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
    return Math.max(quickest, middle * Math.exp(spread * normal))
  }

/** How long a slow scanner holds a key down: it releases the key with its next report. */
export const scannerHolds: Readonly<Record<string, Gaps>> = {
  'in the next report, 8 ms': () => 8,
  'over the air, 2 to 22 ms': between(2, 22),
}

/** How long people hold a key down, including a touch lighter than any real one. */
export const humanHolds: Readonly<Record<string, Gaps>> = {
  'as most people do': typing(95, 0.3, 30),
  lightly: typing(60, 0.25, 22),
  'more lightly than anyone does': typing(45, 0.3, 15),
}

/** Typing rhythms of people, including faster ones than any real typist, and overlapping keys. */
export const humanRhythms: Readonly<Record<string, Gaps>> = {
  'one finger': typing(380, 0.5, 90),
  'at a counter': typing(170, 0.45, 50),
  'a fast typist': typing(105, 0.35, 30),
  'a very fast typist': typing(75, 0.3, 25),
  'steadily and quickly': typing(90, 0.1, 40),
  'more steadily than anyone does': typing(95, 0.04, 60),
  'in bursts with rolls': (chance) => (chance() < 0.35 ? 18 + 20 * chance() : typing(130, 0.4, 40)(chance)),
}

/** A key press, and how long the key stays down. */
export type TypedPress = KeyPress & { readonly held?: number }

/** The key presses of a text, followed by `end` if given. */
export function pressesOf(
  text: string,
  gaps: Gaps,
  chance: Chance,
  options: {
    readonly at?: number
    readonly end?: 'Enter' | 'Tab'
    readonly intoText?: boolean
    readonly holds?: Gaps
  } = {},
): TypedPress[] {
  let at = options.at ?? 1000
  const keys = [...Array.from(text), ...(options.end === undefined ? [] : [options.end])]
  const presses = keys.map((key, index) => {
    if (index > 0) at += gaps(chance)
    return { key, at, ignored: false, intoText: options.intoText ?? true }
  })
  const { holds } = options
  // The holds are drawn after the gaps, so that the gaps stay the same with and without holds.
  return holds === undefined ? presses : presses.map((press) => ({ ...press, held: holds(chance) }))
}

/** Plays key presses to a detector, lets it settle in each pause and at the end, and returns all its verdicts. */
export function playKeys(detector: WedgeDetector, presses: readonly TypedPress[]): WedgeVerdict[] {
  const verdicts: WedgeVerdict[] = []
  let latest = Infinity
  const press = (one: KeyPress): void => {
    if (one.at - latest >= detector.settlePause) verdicts.push(detector.settle(one.at))
    verdicts.push(detector.press(one))
    latest = one.at
  }
  const strokes = presses.flatMap(({ held, ...one }) => [
    { at: one.at, play: () => press(one) },
    ...(held === undefined ? [] : [{ at: one.at + held, play: () => detector.release({ ...one, at: one.at + held }) }]),
  ])
  for (const { play } of strokes.toSorted((one, other) => one.at - other.at)) play()
  return [...verdicts, detector.settle(latest + detector.settlePause + 1)]
}
