import { readDeviceIdentifier } from '../device-identifier.ts'
import { readByPair, type LayoutPair } from './keyboard-layout.ts'
import { namesItsValues } from './sort-label.ts'

/**
 * What a scanner meant by a code, where its keyboard layout is known not to be this computer's; `pairs` are those that it may be.
 * Absent where the code stays as it is: it is an address already, what was meant names no box, or the pairs do not agree.
 */
export function putRight(code: string, pairs: readonly LayoutPair[]): string | undefined {
  if (pairs.length === 0) return undefined
  const reading = readDeviceIdentifier(code)
  if (reading.ok && reading.identifier.kind === 'mac') return undefined
  // Caps Lock is looked for only where the code says nothing otherwise.
  const isNamed = reading.ok || namesItsValues(code)
  for (const locked of isNamed ? [false] : [false, true]) {
    const meant = new Set(pairs.map((pair) => readByPair(code, pair, locked)).filter((one) => one !== undefined))
    const named = [...meant].filter((one) => readDeviceIdentifier(one).ok || namesItsValues(one))
    const [first, second] = named
    if (first !== undefined) return second === undefined && first !== code ? first : undefined
  }
  return undefined
}
