import {
  humanHolds,
  humanRhythms,
  pressesOf,
  scannerHolds,
  scannerRhythms,
  slowRhythms,
  type Chance,
  type TypedPress,
} from '../fakes/key-traces.ts'

/** The keys pressed during some time at a counter, and the codes scanned in it. */
export interface WedgeTrace {
  readonly presses: readonly TypedPress[]
  readonly codes: readonly string[]
}

const pick = <T>(from: readonly T[], chance: Chance): T => from[Math.floor(chance() * from.length)] as T
const textOf = (alphabet: string, length: number, chance: Chance): string =>
  Array.from({ length }, () => pick(Array.from(alphabet), chance)).join('')

function codeOf(chance: Chance): string {
  const digits = textOf('0123456789ABCDEF', 12, chance)
  const serial = `${textOf('0123456789', 6, chance)}N${textOf('0123456789', 7, chance)}`
  return pick([digits, digits.match(/../g)?.join(':') ?? '', digits.toLowerCase(), serial], chance)
}

const words = [
  'Moreau',
  'Rue des Lilas 14',
  'amelie.okonkwo@example.org',
  '75020 Paris',
  '+33612345678',
  'qwertzuiop',
  '0000000000',
]

/** A scan after typed text or after nothing; with an end key, as most scanners are set. */
export function traceOfScan(rhythm: string, chance: Chance): WedgeTrace {
  const code = codeOf(chance)
  const typed = chance() < 0.5 ? pressesOf(pick(words, chance), pick(Object.values(humanRhythms), chance), chance) : []
  const at = (typed.at(-1)?.at ?? 0) + 150 + 1200 * chance()
  const gaps = scannerRhythms[rhythm] ?? (() => 0)
  return {
    presses: [...typed, ...pressesOf(code, gaps, chance, { at, end: pick(['Enter', 'Tab'], chance) })],
    codes: [code],
  }
}

/** A scan by a scanner as slow as a hand, after nothing, or after typed text and the time to pick up the scanner. */
export function traceOfSlowScan(rhythm: string, chance: Chance): WedgeTrace {
  const code = codeOf(chance)
  const hand = { holds: pick(Object.values(humanHolds), chance) }
  const typed =
    chance() < 0.5 ? pressesOf(pick(words, chance), pick(Object.values(humanRhythms), chance), chance, hand) : []
  const at = (typed.at(-1)?.at ?? 0) + 350 + 1200 * chance()
  const gaps = slowRhythms[rhythm] ?? (() => 0)
  const scanned = pressesOf(code, gaps, chance, { at, end: 'Enter', holds: pick(Object.values(scannerHolds), chance) })
  return { presses: [...typed, ...scanned], codes: [code] }
}

/** Typed words, with or without Enter at the end; contains no scan. */
export function traceOfTyping(rhythm: string, chance: Chance): WedgeTrace {
  const gaps = humanRhythms[rhythm] ?? (() => 0)
  const text = chance() < 0.2 ? codeOf(chance) : pick(words, chance)
  const holds = pick(Object.values(humanHolds), chance)
  return { presses: pressesOf(text, gaps, chance, { ...(chance() < 0.5 && { end: 'Enter' }), holds }), codes: [] }
}

/** A whole address, typed evenly at the pace of a slow scanner and ended with Enter: only the key holds show the hand. */
export function traceOfEvenTyping(rhythm: string, chance: Chance): WedgeTrace {
  const code = textOf('0123456789ABCDEF', 12, chance)
  const gaps = slowRhythms[rhythm] ?? (() => 0)
  const holds = pick(Object.values(humanHolds), chance)
  return { presses: pressesOf(code, gaps, chance, { end: 'Enter', holds }), codes: [] }
}
