import { median, medianInterval } from './statistics.ts'

/** What must hold of the bad end of a metric's interval. */
export type Gate = { readonly atLeast: number } | { readonly atMost: number }

/** One figure with what it may be by chance. */
export interface Measured {
  readonly value: number
  readonly low: number
  readonly high: number
  /** What was counted and checked on the way, a line each. */
  readonly notes: readonly string[]
}

export interface Metric {
  /** Its name in the JSON. */
  readonly key: string
  /** What the figure is, in a few words, with its unit where it is no ratio. */
  readonly title: string
  readonly gate: Gate
  /** Throws where the measured thing did not do its work: a faster figure of a broken thing does not count. */
  readonly measure: () => Promise<Measured>
}

/** The median of repeated measurements with its interval. */
export function summarise(values: readonly number[], notes: readonly string[]): Measured {
  const { low, high, coverage } = medianInterval(values)
  const about = `${values.length} measurements; the interval covers ${(coverage * 100).toFixed(1)} %`
  return { value: median(values), low, high, notes: [about, ...notes] }
}

/** Whether the gate holds at the end of the interval that speaks against it. */
export function passes({ low, high }: Pick<Measured, 'low' | 'high'>, gate: Gate): boolean {
  return 'atLeast' in gate ? low >= gate.atLeast : high <= gate.atMost
}
