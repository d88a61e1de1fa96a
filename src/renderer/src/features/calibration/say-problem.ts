import type { TFunction } from 'i18next'
import type { LearnProblem } from './learn-scanner.ts'

/** Why nothing was learnt, and what to do. */
export function sayCalibrationProblem(t: TFunction, problem: LearnProblem): string {
  switch (problem.kind) {
    case 'by-hand':
      return t(problem.scan === undefined ? 'calibration.problems.uneven' : 'calibration.problems.by-hand')
    case 'differs':
    case 'ends-otherwise': {
      const which = t(problem.scan === 1 ? 'calibration.comes.second' : 'calibration.comes.third')
      return t(`calibration.problems.${problem.kind}`, { which })
    }
    case 'odd-key':
      return t('calibration.problems.odd-key', { key: problem.key })
    case 'dead-key':
    case 'not-printed':
    case 'several-lines':
    case 'too-short':
      return t(`calibration.problems.${problem.kind}`)
  }
}

/** The gap between keys, in words. Both values are in milliseconds. */
export function sayGaps(t: TFunction, shortest: number, longest: number): string {
  return shortest === longest ? t('calibration.ms', { count: longest }) : t('calibration.span', { shortest, longest })
}
