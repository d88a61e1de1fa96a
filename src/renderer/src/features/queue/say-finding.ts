import type { TFunction } from 'i18next'
import type { ReadingView, StepKind } from '../../../../shared/domain/job.ts'

/** The result of a read, in words that fit its step: a thing is present or not, a change has taken effect or not. */
export function sayFinding(t: TFunction, step: StepKind, finding: ReadingView['finding']): string {
  switch (step) {
    case 'create-customer':
    case 'bind-user':
    case 'bind-hostname':
      return t(`queue.findings.${finding}`)
    case 'renew':
    case 'change-product':
    case 'disable':
    case 'enable':
      return t(`queue.effects.${finding}`)
  }
}
