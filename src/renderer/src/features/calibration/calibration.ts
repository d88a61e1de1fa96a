import type { KeyTrace } from './key-trace.ts'
import { findProblem, scansToLearn, type LearnProblem } from './learn-scanner.ts'

/** The scans of one code so far. */
export interface Calibration {
  /** The usable scans, in order. */
  readonly traces: readonly KeyTrace[]
  /** The latest scan, if it is not usable. */
  readonly fault?: { readonly trace: KeyTrace; readonly problem: LearnProblem }
}

export const noScans: Calibration = { traces: [] }

/** Adds a scan. A scan with a problem does not count. */
export function takeTrace(calibration: Calibration, trace: KeyTrace): Calibration {
  if (isComplete(calibration)) return calibration
  const traces = [...calibration.traces, trace]
  const problem = findProblem(traces)
  if (problem === undefined) return { traces }
  return { traces: problem.scan === undefined ? [] : calibration.traces, fault: { trace, problem } }
}

export const isComplete = ({ traces }: Calibration): boolean => traces.length >= scansToLearn
