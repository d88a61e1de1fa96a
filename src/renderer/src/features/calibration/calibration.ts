import type { KeyTrace } from './key-trace.ts'
import { findProblem, scansToLearn, type LearnProblem } from './learn-scanner.ts'

/** The scans of one code so far. */
export interface Calibration {
  /** Those that can be learnt from, in their order. */
  readonly traces: readonly KeyTrace[]
  /** The latest, where nothing can be learnt from it. */
  readonly fault?: { readonly trace: KeyTrace; readonly problem: LearnProblem }
}

export const noScans: Calibration = { traces: [] }

/** With a further scan; one that is at fault does not count. */
export function takeTrace(calibration: Calibration, trace: KeyTrace): Calibration {
  if (isComplete(calibration)) return calibration
  const traces = [...calibration.traces, trace]
  const problem = findProblem(traces)
  if (problem === undefined) return { traces }
  return { traces: problem.scan === undefined ? [] : calibration.traces, fault: { trace, problem } }
}

export const isComplete = ({ traces }: Calibration): boolean => traces.length >= scansToLearn
