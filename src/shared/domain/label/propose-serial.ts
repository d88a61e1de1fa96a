import { matchPattern, type SerialPattern } from './label.ts'

/** Characters that are often confused on a label. In a MAC address B and 8 are both digits, so only a pattern can distinguish them. */
const slips: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  0: 'O',
  I: '1',
  L: '1',
  1: 'I',
  B: '8',
  8: 'B',
  S: '5',
  5: 'S',
}
const classes: Readonly<Record<string, RegExp>> = { '#': /[0-9]/, '@': /[A-Z]/i, '?': /[0-9A-Z]/i }

/** Corrects confused characters if exactly one serial number then fits the known patterns. The technician must accept the proposal. */
export function proposeSerial(text: string, patterns: readonly SerialPattern[]): string | undefined {
  if (matchPattern(text, patterns) !== undefined) return undefined
  const found = new Set(patterns.flatMap(({ pattern }) => fix(text, pattern) ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

function fix(text: string, pattern: string): string | undefined {
  if (text.length !== pattern.length) return undefined
  const signs = Array.from(pattern)
  const mended = Array.from(text, (character, index) => {
    const sign = signs[index] ?? ''
    const suits = (one: string): boolean => classes[sign]?.test(one) ?? one.toUpperCase() === sign.toUpperCase()
    return [character, slips[character.toUpperCase()] ?? character].find(suits)
  })
  return mended.includes(undefined) ? undefined : mended.join('')
}
