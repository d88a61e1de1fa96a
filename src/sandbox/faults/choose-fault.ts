import type { CatalogueOperation } from '../../platform/catalogue/catalogue.ts'
import { isChanging } from '../../platform/catalogue/catalogue.ts'
import type { Fault, FaultMatch, FaultRule } from './fault.ts'

/** The faults for one request: a delay in milliseconds and at most one other fault. */
export interface Strike {
  readonly latencyMs: number
  readonly fault: Exclude<Fault, { readonly kind: 'latency' }> | undefined
}

/** Chooses faults for each request. Equal rules and draws give equal faults. `draw` returns numbers from 0 up to 1. */
export function createFaultChooser(rules: readonly FaultRule[], draw: () => number) {
  const counts = rules.map(() => ({ seen: 0, struck: 0 }))
  return (operation: CatalogueOperation): Strike => {
    let latencyMs = 0
    for (const [index, rule] of rules.entries()) {
      const count = counts[index]
      if (count === undefined || !matches(rule.match ?? {}, operation)) continue
      count.seen += 1
      if (count.seen <= (rule.after ?? 0) || count.struck >= (rule.times ?? Infinity)) continue
      if (rule.probability !== undefined && draw() >= rule.probability) continue
      count.struck += 1
      if (rule.fault.kind !== 'latency') return { latencyMs, fault: rule.fault }
      latencyMs += rule.fault.ms
    }
    return { latencyMs, fault: undefined }
  }
}

const matches = (match: FaultMatch, operation: CatalogueOperation): boolean =>
  (match.operation === undefined || match.operation === operation.id) &&
  (match.effect === undefined || match.effect === operation.effect) &&
  (match.changing === undefined || match.changing === isChanging(operation))

/** Numbers from 0 up to 1; a seed always gives the same numbers (mulberry32). */
export function createDraw(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
