import { median, medianInterval } from './statistics.ts'

/** The bound for the worse end of a metric's interval. */
export type Gate = { readonly atLeast: number } | { readonly atMost: number }

/** One figure with its interval. */
export interface Measured {
  readonly value: number
  readonly low: number
  readonly high: number
  /** What was counted and checked during the measurement, one note per line. */
  readonly notes: readonly string[]
}

export interface Metric {
  /** Its name in the JSON. */
  readonly key: string
  /** What the figure is, in a few words, with its unit unless it is a ratio. */
  readonly title: string
  readonly gate: Gate
  /** Why it cannot be measured on this computer; undefined if it can. */
  readonly findObstacle?: () => string | undefined
  /** Throws if the measured code did not do its work: a fast figure of broken code does not count. */
  readonly measure: () => Promise<Measured>
}

/** The median of repeated measurements with its interval. */
export function summarise(values: readonly number[], notes: readonly string[]): Measured {
  const { low, high, coverage } = medianInterval(values)
  const about = `${values.length} measurements; the interval covers ${(coverage * 100).toFixed(1)} %`
  return { value: median(values), low, high, notes: [about, ...notes] }
}

/** Whether the worse end of the interval is within the gate. */
export function passes({ low, high }: Pick<Measured, 'low' | 'high'>, gate: Gate): boolean {
  return 'atLeast' in gate ? low >= gate.atLeast : high <= gate.atMost
}
